/*
 * One request of the protocol: a line read, its fields asked for one by one. Fields that nobody
 * asked for are warned about in the answer. Every front end answers with the objects made here.
 */
#ifndef PNS_FRONT_REQUEST_H
#define PNS_FRONT_REQUEST_H

#include <jansson.h>
#include <pns/pns.h>

/* Longest line of a request in bytes, its newline left out. */
#define PNS_FRONT_LINE_MAX (1u << 20)
/* More fields than a request can have use for; the others count as unknown. */
#define PNS_FRONT_FIELDS_MAX 64u

struct pns_front_request {
  json_t *object;
  json_t *id;         /* string, number or null; belongs to `object` or is a constant */
  const char *type;   /* "" until it was read */
  const char *field;  /* that the last failure is about; NULL: none */
  json_int_t fault;   /* byte of the line where reading stopped, from 1; 0: none */
  json_t *warnings;   /* sentences; NULL: none */
  size_t asked_count; /* names asked for */
  const char *asked[PNS_FRONT_FIELDS_MAX];
};

/* Reads a line: an object with `type`, and an `id` that is a string or a number, if there is one.
 * After a failure the request is good for an error answer. Freed by _free in any case. */
enum pns_status pns_front_request_new(const char *line, size_t length,
                                      struct pns_front_request **request, struct pns_error *error);
void pns_front_request_free(struct pns_front_request *request);

/* ---- fields; absent ones leave `value` as it was ---- */

/* The names are constants. A text is valid as long as the request. */
enum pns_status pns_front_request_text(struct pns_front_request *request, const char *name,
                                       const char **value, struct pns_error *error);
enum pns_status pns_front_request_flag(struct pns_front_request *request, const char *name,
                                       bool *value, struct pns_error *error);
enum pns_status pns_front_request_count(struct pns_front_request *request, const char *name,
                                        uint64_t most, uint64_t *value, struct pns_error *error);
/* A string, number or boolean as the text that pns_options_set reads; "" when absent. */
enum pns_status pns_front_request_word(struct pns_front_request *request, const char *name,
                                       char *text, size_t size, struct pns_error *error);
/* The field that gives the option: '_' for '-'. */
void pns_front_request_field(const char *option, char *field, size_t size);
/* The name as the request itself has it, for names that are not constants; NULL when absent. */
const char *pns_front_request_key(struct pns_front_request *request, const char *name);
/* The field itself, NULL when absent. */
json_t *pns_front_request_value(struct pns_front_request *request, const char *name);
/* An array of texts: `texts` is the caller's to free. */
enum pns_status pns_front_request_texts(struct pns_front_request *request, const char *name,
                                        const char ***texts, size_t *count,
                                        struct pns_error *error);
/* Fails about this field. */
enum pns_status pns_front_request_refuse(struct pns_front_request *request, const char *name,
                                         struct pns_error *error, const char *format, ...)
    PNS_PRINTF(4, 5);
void pns_front_request_warn(struct pns_front_request *request, const char *format, ...)
    PNS_PRINTF(2, 3);

/* ---- answers ---- */

/* {"id": ..., "type": ...} and the fields of `fields`, which is given away (NULL: none). */
json_t *pns_front_answer(json_t *id, const char *type, json_t *fields);
/* {"id": ..., "type": "error", "error": {"message": ..., "field": ...}} */
json_t *pns_front_error(const struct pns_front_request *request, const struct pns_error *error);
/* Warns about fields that nobody asked for and gives all warnings away to the answer. */
void pns_front_request_finish(struct pns_front_request *request, json_t *answer);

#endif
