#include <string.h>
#include <microhttpd.h>

/* Swift cannot call functions with a variable number of arguments: these stand in for them. */

/* Addresses are taken as they were sent: who serves them decodes them, once. */
static inline size_t footlight_mhd_keep_escapes(void *context, struct MHD_Connection *connection,
                                                char *text) {
  (void)context;
  (void)connection;
  return strlen(text);
}

static inline struct MHD_Daemon *footlight_mhd_start(
    int socket, unsigned int threads, unsigned int connections, size_t memory,
    unsigned int idle_seconds, void *context, MHD_AccessHandlerCallback answer,
    void *(*begin)(void *, const char *, struct MHD_Connection *),
    MHD_RequestCompletedCallback complete, MHD_NotifyConnectionCallback notify) {
  struct MHD_OptionItem options[] = {
      {MHD_OPTION_LISTEN_SOCKET, socket, NULL},
      {MHD_OPTION_STRICT_FOR_CLIENT, 1, NULL},
      {MHD_OPTION_CONNECTION_LIMIT, connections, NULL},
      {MHD_OPTION_CONNECTION_MEMORY_LIMIT, (intptr_t)memory, NULL},
      {MHD_OPTION_CONNECTION_TIMEOUT, idle_seconds, NULL},
      {MHD_OPTION_UNESCAPE_CALLBACK, (intptr_t)&footlight_mhd_keep_escapes, NULL},
      {MHD_OPTION_URI_LOG_CALLBACK, (intptr_t)begin, context},
      {MHD_OPTION_NOTIFY_COMPLETED, (intptr_t)complete, context},
      {MHD_OPTION_NOTIFY_CONNECTION, (intptr_t)notify, context},
      {threads > 1 ? MHD_OPTION_THREAD_POOL_SIZE : MHD_OPTION_END, threads, NULL},
      {MHD_OPTION_END, 0, NULL}};
  return MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL,
                          answer, context, MHD_OPTION_ARRAY, options, MHD_OPTION_END);
}

static inline int footlight_mhd_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info == NULL ? -1 : info->connect_fd;
}

static inline const struct sockaddr *footlight_mhd_peer(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info == NULL ? NULL : info->client_addr;
}

static inline size_t footlight_mhd_head_size(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  return info == NULL ? 0 : info->header_size;
}

/* The bytes are copied. */
static inline struct MHD_Response *footlight_mhd_response(const void *bytes, size_t count) {
  return MHD_create_response_from_buffer(count, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}
