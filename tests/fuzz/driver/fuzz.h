/*
 * What every fuzz source offers and uses. One source, two builds: with libFuzzer it looks for
 * crashes; with replay.c it runs over its corpus in ctest and must refuse what it refused before.
 */
#ifndef PNS_TESTS_FUZZ_H
#define PNS_TESTS_FUZZ_H

#include <pns/pns.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* One input. Returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* To be called with every refusal; the first one of an input counts. */
void fuzz_refused(const char *sentence);

/* Breaks a promise: stops the program so that the fuzzer keeps the input. */
static inline void fuzz_require(bool promise) {
  if (!promise) abort();
}

/* A refusal must be one short printable sentence. */
static inline void fuzz_check_refusal(enum pns_status status, const struct pns_error *error) {
  fuzz_require(status == PNS_ERROR_INPUT && error->status == PNS_ERROR_INPUT);
  fuzz_require(error->text[0] != '\0' && strchr(error->text, '\n') == NULL);
  fuzz_refused(error->text);
}

/* The input as text on the heap, so that reading past its end is noticed. */
static inline char *fuzz_text(const uint8_t *data, size_t size) {
  char *text = malloc(size + 1);
  fuzz_require(text != NULL);
  if (size > 0) memcpy(text, data, size);
  text[size] = '\0';
  return text;
}

#endif
