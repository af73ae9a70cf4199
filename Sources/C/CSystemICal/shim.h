/* libical 3 behind a few calls: its tables of kinds are macros and enumerations that shift between versions.
   Interfaces: https://libical.github.io/libical/apidocs/ */
#include <libical/ical.h>
#include <time.h>
#include <stdlib.h>

static inline void *footlight_ical_parse(const char *text) { return icalparser_parse_string(text); }
static inline void footlight_ical_free(void *component) { icalcomponent_free((icalcomponent *)component); }
static inline void *footlight_ical_first(void *component) {
  return icalcomponent_get_first_component((icalcomponent *)component, ICAL_ANY_COMPONENT);
}
static inline void *footlight_ical_next(void *component) {
  return icalcomponent_get_next_component((icalcomponent *)component, ICAL_ANY_COMPONENT);
}
static inline const char *footlight_ical_kind(void *component) {
  return icalcomponent_kind_to_string(icalcomponent_isa((icalcomponent *)component));
}
/* The value of the n-th property with a name; to be freed with free. NULL when there are fewer. */
static inline char *footlight_ical_value(void *component, const char *name, int number) {
  icalcomponent *owner = (icalcomponent *)component;
  icalproperty_kind kind = icalproperty_string_to_kind(name);
  icalproperty *property = icalcomponent_get_first_property(owner, kind);
  while (property && number-- > 0) property = icalcomponent_get_next_property(owner, kind);
  if (!property) return NULL;
  icalvalue *value = icalproperty_get_value(property);
  if (!value) return NULL;
  if (icalvalue_isa(value) == ICAL_TEXT_VALUE) {
    const char *text = icalvalue_get_text(value);
    return text ? strdup(text) : NULL;
  }
  char *text = icalproperty_get_value_as_string_r(property);
  char *copy = text ? strdup(text) : NULL;
  if (text) icalmemory_free_buffer(text);
  return copy;
}
/* The next parameter that names the zone of a time of a component; with `first` the first one, NULL behind the last. */
static inline void *footlight_ical_zone(void *component, int first) {
  icalcomponent *owner = (icalcomponent *)component;
  icalproperty *property = first ? icalcomponent_get_first_property(owner, ICAL_ANY_PROPERTY)
                                 : icalcomponent_get_next_property(owner, ICAL_ANY_PROPERTY);
  for (; property; property = icalcomponent_get_next_property(owner, ICAL_ANY_PROPERTY)) {
    icalparameter *zone = icalproperty_get_first_parameter(property, ICAL_TZID_PARAMETER);
    if (zone) return zone;
  }
  return NULL;
}
static inline const char *footlight_ical_zone_name(void *zone) { return icalparameter_get_tzid((icalparameter *)zone); }
static inline void footlight_ical_rename_zone(void *zone, const char *name) {
  icalparameter_set_tzid((icalparameter *)zone, name);
}
/* Whether the calendar of a component defines a zone itself, and whether the tz database has it. */
static inline int footlight_ical_defines(void *component, const char *name) {
  for (icalcomponent *owner = (icalcomponent *)component; owner; owner = icalcomponent_get_parent(owner)) {
    if (icalcomponent_get_timezone(owner, name)) return 1;
  }
  return 0;
}
static inline int footlight_ical_knows(const char *name) { return icaltimezone_get_builtin_timezone(name) != NULL; }
/* A time of a component in UTC, and whether it is a day: 0 for none. */
static inline int footlight_ical_time(void *component, int end, time_t *when, int *is_day) {
  icalcomponent *owner = (icalcomponent *)component;
  struct icaltimetype time = end ? icalcomponent_get_dtend(owner) : icalcomponent_get_dtstart(owner);
  if (icaltime_is_null_time(time)) {
    if (end || icalcomponent_isa(owner) != ICAL_VTODO_COMPONENT) return 0;
    time = icalcomponent_get_due(owner);
    if (icaltime_is_null_time(time)) return 0;
  }
  *is_day = time.is_date;
  *when = icaltime_as_timet_with_zone(time, time.is_date || !time.zone ? icaltimezone_get_utc_timezone() : time.zone);
  return 1;
}
static inline void footlight_ical_note(icalcomponent *component, const struct icaltime_span *span, void *data) {
  (void)component;
  time_t *first = (time_t *)data;
  if (*first == 0 || span->start < *first) *first = span->start;
}
static inline void footlight_ical_span(icalcomponent *component, struct icaltime_span *span, void *data) {
  footlight_ical_note(component, span, data);
}
/* When a component comes next within a year and a month, from a time on: 0 for never. Rules of more than one time a
   day are not followed. */
static inline time_t footlight_ical_after(void *component, time_t now) {
  icalcomponent *owner = (icalcomponent *)component;
  for (icalproperty *rule = icalcomponent_get_first_property(owner, ICAL_RRULE_PROPERTY); rule;
       rule = icalcomponent_get_next_property(owner, ICAL_RRULE_PROPERTY)) {
    struct icalrecurrencetype recurrence = icalproperty_get_rrule(rule);
    if (recurrence.freq == ICAL_SECONDLY_RECURRENCE || recurrence.freq == ICAL_MINUTELY_RECURRENCE
        || recurrence.freq == ICAL_HOURLY_RECURRENCE) return 0;
  }
  icaltimezone *utc = icaltimezone_get_utc_timezone();
  time_t first = 0;
  icalcomponent_foreach_recurrence(
    owner, icaltime_from_timet_with_zone(now, 0, utc),
    icaltime_from_timet_with_zone(now + 400 * 86400, 0, utc), footlight_ical_span, &first);
  return first;
}
static inline int footlight_ical_text(time_t when, int is_day, char *text) {
  struct tm parts;
  if (!gmtime_r(&when, &parts)) return 0;
  return strftime(text, 40, is_day ? "%Y-%m-%d" : "%Y-%m-%dT%H:%M:%SZ", &parts) > 0;
}
