/* What is used of poppler-glib, declared here, since its pkg-config file would be asked for by every build.
   Interfaces: https://poppler.freedesktop.org/api/glib/ */
#include <stddef.h>
#include <stdint.h>
#include <time.h>

void *g_bytes_new_static(const void *data, size_t size);
void g_bytes_unref(void *bytes);
void g_object_unref(void *object);
void g_free(void *memory);
void g_error_free(void *error);
void *poppler_document_new_from_bytes(void *bytes, const char *password, void **error);
int poppler_document_get_n_pages(void *document);
void *poppler_document_get_page(void *document, int number);
char *poppler_document_get_title(void *document);
char *poppler_document_get_author(void *document);
char *poppler_document_get_subject(void *document);
char *poppler_document_get_keywords(void *document);
time_t poppler_document_get_creation_date(void *document);
time_t poppler_document_get_modification_date(void *document);
char *poppler_page_get_text(void *page);

/* Opens a document in memory, which it needs as long as it lives; NULL when it is none, or is locked with a password. */
static inline void *footlight_pdf_open(const void *data, size_t size) {
  void *bytes = g_bytes_new_static(data, size);
  void *error = NULL;
  void *document = poppler_document_new_from_bytes(bytes, NULL, &error);
  if (error) g_error_free(error);
  g_bytes_unref(bytes);
  return document;
}
/* A time as ISO 8601 into 32 bytes; 0 for none. */
static inline int footlight_pdf_date(time_t when, char *text) {
  struct tm parts;
  if (when <= 0 || !gmtime_r(&when, &parts)) return 0;
  return strftime(text, 32, "%Y-%m-%dT%H:%M:%SZ", &parts) > 0;
}
