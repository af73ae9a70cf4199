#include <libxml/HTMLparser.h>
#include <libxml/parserInternals.h>

/* Says nothing on standard error about pages that are no good HTML: most are not. Variable arguments,
   which Swift cannot write. */
static inline void footlight_html_say_nothing(void *context, const char *message, ...) {}
static inline void footlight_html_quiet(xmlSAXHandler *handler) {
  handler->warning = footlight_html_say_nothing;
  handler->error = footlight_html_say_nothing;
  handler->fatalError = footlight_html_say_nothing;
}
