#include "front/request.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "front/json.h"

/* ---- reading a line ---- */

static const char *kind_name(const json_t *value) {
  switch (json_typeof(value)) {
    case JSON_OBJECT:
      return "an object";
    case JSON_ARRAY:
      return "an array";
    case JSON_STRING:
      return "a string";
    case JSON_INTEGER:
    case JSON_REAL:
      return "a number";
    case JSON_TRUE:
    case JSON_FALSE:
      return "a boolean";
    case JSON_NULL:
      break;
  }
  return "null";
}

static enum pns_status read_object(struct pns_front_request *request, const char *line,
                                   size_t length, struct pns_error *error) {
  json_error_t fault;
  request->object = json_loadb(line, length, JSON_REJECT_DUPLICATES, &fault);
  if (request->object != NULL && json_is_object(request->object)) return PNS_OK;
  request->fault = request->object == NULL ? fault.position : 1;
  if (request->fault < 1) request->fault = 1;
  if (request->object != NULL)
    return pns_error_set(error, PNS_ERROR_INPUT, "the line is %s, expected an object {...}",
                         kind_name(request->object));
  return pns_error_set(error, PNS_ERROR_INPUT,
                       "the line is no JSON object: %.160s at byte %d of %zu", fault.text,
                       (int)request->fault, length);
}

static enum pns_status read_id(struct pns_front_request *request, struct pns_error *error) {
  json_t *id = pns_front_request_value(request, "id");
  if (id == NULL || json_is_null(id)) return PNS_OK;
  if (!json_is_string(id) && !json_is_number(id))
    return pns_front_request_refuse(request, "id", error, "id is %s, expected a string or a number",
                                    kind_name(id));
  request->id = id;
  return PNS_OK;
}

static enum pns_status read_type(struct pns_front_request *request, struct pns_error *error) {
  enum pns_status status = pns_front_request_text(request, "type", &request->type, error);
  if (status != PNS_OK || request->type[0] != '\0') return status;
  return pns_front_request_refuse(request, "type", error,
                                  "the request has no type, expected one like \"version\"");
}

enum pns_status pns_front_request_new(const char *line, size_t length,
                                      struct pns_front_request **request, struct pns_error *error) {
  struct pns_front_request *made = calloc(1, sizeof *made);
  *request = made;
  if (made == NULL) return pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory for a request");
  made->id = json_null();
  made->type = "";
  enum pns_status status = read_object(made, line, length, error);
  if (status == PNS_OK) status = read_id(made, error);
  return status == PNS_OK ? read_type(made, error) : status;
}

void pns_front_request_free(struct pns_front_request *request) {
  if (request == NULL) return;
  json_decref(request->object);
  json_decref(request->warnings);
  free(request);
}

/* ---- fields ---- */

json_t *pns_front_request_value(struct pns_front_request *request, const char *name) {
  if (request->asked_count < PNS_FRONT_FIELDS_MAX) request->asked[request->asked_count++] = name;
  return json_object_get(request->object, name);
}

void pns_front_request_field(const char *option, char *field, size_t size) {
  snprintf(field, size, "%s", option);
  for (char *at = field; *at != '\0'; at++)
    if (*at == '-') *at = '_';
}

const char *pns_front_request_key(struct pns_front_request *request, const char *name) {
  void *entry = json_object_iter_at(request->object, name);
  return entry == NULL ? NULL : json_object_iter_key(entry);
}

enum pns_status pns_front_request_refuse(struct pns_front_request *request, const char *name,
                                         struct pns_error *error, const char *format, ...) {
  char text[sizeof error->text];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  request->field = name;
  return pns_error_set(error, PNS_ERROR_INPUT, "%s", text);
}

static enum pns_status refuse_kind(struct pns_front_request *request, const char *name,
                                   const json_t *value, const char *expected,
                                   struct pns_error *error) {
  return pns_front_request_refuse(request, name, error, "%s is %s, expected %s", name,
                                  kind_name(value), expected);
}

enum pns_status pns_front_request_text(struct pns_front_request *request, const char *name,
                                       const char **value, struct pns_error *error) {
  json_t *field = pns_front_request_value(request, name);
  if (field == NULL || json_is_null(field)) return PNS_OK;
  if (!json_is_string(field)) return refuse_kind(request, name, field, "a string", error);
  *value = json_string_value(field);
  return PNS_OK;
}

enum pns_status pns_front_request_flag(struct pns_front_request *request, const char *name,
                                       bool *value, struct pns_error *error) {
  json_t *field = pns_front_request_value(request, name);
  if (field == NULL || json_is_null(field)) return PNS_OK;
  if (!json_is_boolean(field)) return refuse_kind(request, name, field, "true or false", error);
  *value = json_is_true(field);
  return PNS_OK;
}

enum pns_status pns_front_request_count(struct pns_front_request *request, const char *name,
                                        uint64_t most, uint64_t *value, struct pns_error *error) {
  json_t *field = pns_front_request_value(request, name);
  if (field == NULL || json_is_null(field)) return PNS_OK;
  const json_int_t number = json_integer_value(field);
  if (!json_is_integer(field)) return refuse_kind(request, name, field, "a whole number", error);
  if (number < 0 || (uint64_t)number > most)
    return pns_front_request_refuse(request, name, error,
                                    "%s is %lld, expected a whole number from 0 to %llu", name,
                                    (long long)number, (unsigned long long)most);
  *value = (uint64_t)number;
  return PNS_OK;
}

/* Without an exponent, which options do not know, unless the number is beyond all of them. */
static void write_real(double value, char *text, size_t size) {
  const bool whole = value == floor(value);
  snprintf(text, size, fabs(value) >= 1e18 ? "%g" : whole ? "%.0f" : "%.9f", value);
}

enum pns_status pns_front_request_word(struct pns_front_request *request, const char *name,
                                       char *text, size_t size, struct pns_error *error) {
  json_t *field = pns_front_request_value(request, name);
  text[0] = '\0';
  if (field == NULL || json_is_null(field)) return PNS_OK;
  if (json_is_string(field))
    snprintf(text, size, "%s", json_string_value(field));
  else if (json_is_integer(field))
    snprintf(text, size, "%lld", (long long)json_integer_value(field));
  else if (json_is_real(field))
    write_real(json_real_value(field), text, size);
  else if (json_is_boolean(field))
    snprintf(text, size, "%s", json_is_true(field) ? "true" : "false");
  else
    return refuse_kind(request, name, field, "a string, a number or a boolean", error);
  return PNS_OK;
}

enum pns_status pns_front_request_texts(struct pns_front_request *request, const char *name,
                                        const char ***texts, size_t *count,
                                        struct pns_error *error) {
  json_t *field = pns_front_request_value(request, name);
  *texts = NULL;
  *count = 0;
  if (field == NULL || json_is_null(field)) return PNS_OK;
  if (!json_is_array(field)) return refuse_kind(request, name, field, "an array", error);
  const size_t length = json_array_size(field);
  const char **list = malloc((length + 1) * sizeof *list);
  if (list == NULL) return pns_error_set(error, PNS_ERROR_SYSTEM, "out of memory for %s", name);
  for (size_t i = 0; i < length; i++) {
    list[i] = json_string_value(json_array_get(field, i));
    if (list[i] != NULL) continue;
    free(list);
    return pns_front_request_refuse(request, name, error, "%s[%zu] is %s, expected a string", name,
                                    i, kind_name(json_array_get(field, i)));
  }
  *texts = list;
  *count = length;
  return PNS_OK;
}

/* ---- answers ---- */

void pns_front_request_warn(struct pns_front_request *request, const char *format, ...) {
  char text[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (request->warnings == NULL) request->warnings = json_array();
  json_array_append_new(request->warnings, pns_front_json_text(text));
}

static bool was_asked(const struct pns_front_request *request, const char *name) {
  for (size_t i = 0; i < request->asked_count; i++)
    if (strcmp(request->asked[i], name) == 0) return true;
  return false;
}

/* With an id of its own: the answer goes to another thread, and values that two threads hold would
 * rest on the library's counting of references alone. */
json_t *pns_front_answer(json_t *id, const char *type, json_t *fields) {
  json_t *answer = json_object();
  json_object_set_new(answer, "id", json_copy(id));
  json_object_set_new(answer, "type", json_string(type));
  if (fields != NULL) json_object_update(answer, fields);
  json_decref(fields);
  return answer;
}

json_t *pns_front_error(const struct pns_front_request *request, const struct pns_error *error) {
  json_t *about = json_object();
  json_object_set_new(about, "message", pns_front_json_text(error->text));
  if (request != NULL && request->field != NULL)
    json_object_set_new(about, "field", json_string(request->field));
  if (request != NULL && request->fault > 0)
    json_object_set_new(about, "position", json_integer(request->fault));
  json_t *fields = json_object();
  json_object_set_new(fields, "error", about);
  return pns_front_answer(request == NULL ? json_null() : request->id, "error", fields);
}

/* A request of thousands of unknown fields is not answered by as many sentences. */
#define UNKNOWN_TOLD 8u

static void warn_of_unknown(struct pns_front_request *request) {
  const char *name;
  json_t *value;
  size_t unknown = 0;
  json_object_foreach(request->object, name, value) {
    if (was_asked(request, name) || ++unknown > UNKNOWN_TOLD) continue;
    pns_front_request_warn(request, "the field '%.60s' is unknown to '%.60s' and was ignored", name,
                           request->type);
  }
  if (unknown > UNKNOWN_TOLD)
    pns_front_request_warn(request, "%zu more fields are unknown and were ignored",
                           unknown - UNKNOWN_TOLD);
}

/* Where a request failed, not all of its fields were asked for. */
void pns_front_request_finish(struct pns_front_request *request, json_t *answer) {
  if (json_object_get(answer, "error") == NULL) warn_of_unknown(request);
  if (request->warnings != NULL) json_object_set_new(answer, "warnings", request->warnings);
  request->warnings = NULL;
}
