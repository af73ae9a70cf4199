/* What is used of GMime 3 and GObject, declared here: the flags that gmime-3.0.pc asks for are none that the
   package manager passes on. Interfaces: https://developer-old.gnome.org/gmime/stable/ */
#include <stddef.h>
#include <stdint.h>


void g_mime_init(void);
void g_free(void *memory);
void g_object_unref(void *object);
int g_type_check_instance_is_a(void *instance, size_t type);
size_t g_mime_multipart_get_type(void);
size_t g_mime_message_part_get_type(void);
size_t g_mime_text_part_get_type(void);
size_t g_mime_part_get_type(void);
size_t internet_address_mailbox_get_type(void);
size_t internet_address_group_get_type(void);
void *g_mime_stream_fs_new_with_bounds(int descriptor, int64_t start, int64_t end);
void *g_mime_parser_new_with_stream(void *stream);
void g_mime_parser_set_format(void *parser, int format);
void g_mime_parser_set_respect_content_length(void *parser, int respects);
void *g_mime_parser_construct_message(void *parser, void *options);
const char *g_mime_message_get_subject(void *message);
const char *g_mime_message_get_message_id(void *message);
void *g_mime_message_get_addresses(void *message, int type);
void *g_mime_message_get_mime_part(void *message);
void *g_mime_message_get_date(void *message);
void *g_date_time_to_utc(void *date);
char *g_date_time_format(void *date, const char *format);
void g_date_time_unref(void *date);
const char *g_mime_object_get_header(void *object, const char *name);
void *g_mime_object_get_content_type(void *object);
int g_mime_content_type_is_type(void *type, const char *name, const char *subtype);
void *g_mime_object_get_content_disposition(void *object);
int g_mime_content_disposition_is_attachment(void *disposition);
const char *g_mime_part_get_filename(void *part);
void *g_mime_part_get_content(void *part);
int64_t g_mime_data_wrapper_write_to_stream(void *content, void *stream);
void *g_mime_stream_mem_new(void);
typedef struct { unsigned char *data; unsigned int len; } FootlightByteArray;
FootlightByteArray *g_mime_stream_mem_get_byte_array(void *stream);
const char *g_mime_object_get_content_type_parameter(void *object, const char *name);
int g_mime_multipart_get_count(void *multipart);
void *g_mime_multipart_get_part(void *multipart, int number);
int internet_address_list_length(void *list);
void *internet_address_list_get_address(void *list, int number);
const char *internet_address_get_name(void *address);
const char *internet_address_mailbox_get_addr(void *mailbox);
void *internet_address_group_get_members(void *group);

static const int FOOTLIGHT_MAIL_OTHER = 0;
static const int FOOTLIGHT_MAIL_MULTIPART = 1;
static const int FOOTLIGHT_MAIL_MESSAGE = 2;
static const int FOOTLIGHT_MAIL_TEXT = 3;
static const int FOOTLIGHT_MAIL_PART = 4;
/* GMimeAddressType. */
static const int FOOTLIGHT_MAIL_FROM = 1;
static const int FOOTLIGHT_MAIL_TO = 3;
static const int FOOTLIGHT_MAIL_CC = 4;

static inline int footlight_mail_kind(void *object) {
  if (g_type_check_instance_is_a(object, g_mime_multipart_get_type())) return FOOTLIGHT_MAIL_MULTIPART;
  if (g_type_check_instance_is_a(object, g_mime_message_part_get_type())) return FOOTLIGHT_MAIL_MESSAGE;
  if (g_type_check_instance_is_a(object, g_mime_text_part_get_type())) return FOOTLIGHT_MAIL_TEXT;
  if (g_type_check_instance_is_a(object, g_mime_part_get_type())) return FOOTLIGHT_MAIL_PART;
  return FOOTLIGHT_MAIL_OTHER;
}
static inline int footlight_mail_is_html(void *object) {
  void *type = g_mime_object_get_content_type(object);
  return type && g_mime_content_type_is_type(type, "text", "html");
}
static inline int footlight_mail_is_attachment(void *object) {
  void *disposition = g_mime_object_get_content_disposition(object);
  return disposition && g_mime_content_disposition_is_attachment(disposition);
}
static inline const char *footlight_mail_file_name(void *object) {
  return g_type_check_instance_is_a(object, g_mime_part_get_type())
    ? g_mime_part_get_filename(object) : NULL;
}
static inline const char *footlight_mail_address(void *address) {
  return g_type_check_instance_is_a(address, internet_address_mailbox_get_type())
    ? internet_address_mailbox_get_addr(address) : NULL;
}
static inline void *footlight_mail_members(void *address) {
  return g_type_check_instance_is_a(address, internet_address_group_get_type())
    ? internet_address_group_get_members(address) : NULL;
}
/* The date in UTC; to be freed with g_free. */
static inline char *footlight_mail_date(void *message) {
  void *date = g_mime_message_get_date(message);
  void *utc = date ? g_date_time_to_utc(date) : NULL;
  if (!utc) return NULL;
  char *text = g_date_time_format(utc, "%Y-%m-%dT%H:%M:%SZ");
  g_date_time_unref(utc);
  return text;
}
/* The content of a part without its transfer encoding, as a stream in memory; to be released. */
static inline void *footlight_mail_content(void *part, size_t *size) {
  void *content = g_mime_part_get_content(part);
  if (!content) return NULL;
  void *stream = g_mime_stream_mem_new();
  g_mime_data_wrapper_write_to_stream(content, stream);
  *size = g_mime_stream_mem_get_byte_array(stream)->len;
  return stream;
}
static inline const unsigned char *footlight_mail_bytes(void *stream) {
  return g_mime_stream_mem_get_byte_array(stream)->data;
}
static inline const char *footlight_mail_charset(void *part) {
  return g_mime_object_get_content_type_parameter(part, "charset");
}
/* GMIME_FORMAT_MESSAGE is 0. */
static inline void *footlight_mail_parser(int descriptor, int64_t start, int64_t end) {
  void *stream = g_mime_stream_fs_new_with_bounds(descriptor, start, end);
  void *parser = g_mime_parser_new_with_stream(stream);
  g_object_unref(stream);
  g_mime_parser_set_format(parser, 0);
  g_mime_parser_set_respect_content_length(parser, 0);
  return parser;
}
