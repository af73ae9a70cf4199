#include <curl/curl.h>

/* Swift can call neither macros nor functions with a variable number of arguments: these stand in for them. */
#undef curl_easy_setopt
#undef curl_easy_getinfo

static inline CURLcode footlight_curl_number(CURL *transfer, CURLoption option, long value) {
  return curl_easy_setopt(transfer, option, value);
}
static inline CURLcode footlight_curl_text(CURL *transfer, CURLoption option, const char *value) {
  return curl_easy_setopt(transfer, option, value);
}
static inline CURLcode footlight_curl_lines(CURL *transfer, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(transfer, option, value);
}
static inline CURLcode footlight_curl_context(CURL *transfer, CURLoption option, void *value) {
  return curl_easy_setopt(transfer, option, value);
}
static inline CURLcode footlight_curl_taker(CURL *transfer, CURLoption option, curl_write_callback value) {
  return curl_easy_setopt(transfer, option, value);
}
/* The seconds of Retry-After, whether it is a number or a date; 0 for none. */
static inline long footlight_curl_wait(CURL *transfer) {
  curl_off_t seconds = 0;
  return curl_easy_getinfo(transfer, CURLINFO_RETRY_AFTER, &seconds) == CURLE_OK ? (long)seconds : 0;
}
static inline CURLcode footlight_curl_begin(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }
