/// Header fields in which proxies name the client that they speak for (RFC 7239, RFC 9110, and the usage of
/// content networks).
///
/// A request that holds one does not come from the person at this machine, whatever its host says.
enum ProxyField {
  private static let names = [
    "Forwarded", "Via", "CDN-Loop", "X-Real-IP", "Client-IP", "X-Client-IP", "X-Cluster-Client-IP",
    "True-Client-IP", "X-ProxyUser-IP", "X-Envoy-External-Address", "X-Azure-ClientIP",
    "X-Azure-SocketIP", "X-AppEngine-User-IP", "X-Remote-IP", "X-Remote-Addr", "X-Host",
    "X-Original-URL", "X-Rewrite-URL", "X-Request-Start", "X-Amz-Cf-Id", "X-Amzn-Trace-Id",
    "X-ARR-SSL", "X-Varnish",
  ]
  private static let beginnings = [
    "X-Forwarded", "X-Original-", "CF-", "Fastly-", "Fly-", "X-Vercel-", "X-Nginx-", "X-Akamai-",
    "Akamai-", "Tailscale-", "WL-Proxy-", "Proxy-Client",
  ]

  /// Whether a request holds one.
  static func stand(in request: HTTPRequest) -> Bool {
    request.headers.contains { field in
      names.contains { isSameName($0, field.name) }
        || beginnings.contains { isSameName($0, field.name.prefix($0.utf8.count)) }
    }
  }
}
