#include "certificate/order.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static size_t digits_at(const char *text) { return strspn(text, "0123456789"); }

/* The numbers at the beginnings, `a_digits` and `b_digits` long. */
static int order_numbers(const char *a, size_t a_digits, const char *b, size_t b_digits) {
  for (; a_digits > 0 && *a == '0'; a++) a_digits--;
  for (; b_digits > 0 && *b == '0'; b++) b_digits--;
  if (a_digits != b_digits) return a_digits < b_digits ? -1 : 1;
  return memcmp(a, b, a_digits);
}

int pns_order_texts(const char *a, const char *b) {
  for (size_t i = 0, k = 0;;) {
    const size_t a_digits = digits_at(a + i), b_digits = digits_at(b + k);
    if (a_digits > 0 && b_digits > 0) {
      const int order = order_numbers(a + i, a_digits, b + k, b_digits);
      if (order != 0) return order;
      i += a_digits;
      k += b_digits;
      continue;
    }
    if (a[i] != b[k]) return (unsigned char)a[i] < (unsigned char)b[k] ? -1 : 1;
    if (a[i] == '\0') return strcmp(a, b);
    i++;
    k++;
  }
}

static int by_text(const void *a, const void *b) {
  return pns_order_texts(((const struct pns_order_move *)a)->text,
                         ((const struct pns_order_move *)b)->text);
}

void pns_order_moves(const struct pns_rules *rules, const void *position, pns_move *moves,
                     uint32_t count, struct pns_order_move *scratch) {
  if (count < 2) return;
  for (uint32_t i = 0; i < count; i++) {
    scratch[i].move = moves[i];
    rules->game->move_text(rules, position, moves[i], scratch[i].text);
  }
  qsort(scratch, count, sizeof *scratch, by_text);
  for (uint32_t i = 0; i < count; i++) moves[i] = scratch[i].move;
}
