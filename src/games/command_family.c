#include "games/command_family.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/text.h"

#define LEAF_MOST (1u << 24)

/* ---- one position ---- */

/* Cuts the next field off; NULL when there is none left. */
static char *next_field(char **rest) {
  char *field = *rest;
  if (field == NULL) return NULL;
  char *tab = strchr(field, '\t');
  if (tab != NULL) *tab = '\0';
  *rest = tab == NULL ? NULL : tab + 1;
  return field;
}

static bool read_side(const char *word, struct pns_told *told) {
  static const struct {
    const char *word;
    uint8_t mover, outcome;
  } sides[] = {{"or", PNS_FIRST, PNS_ONGOING},
               {"and", PNS_SECOND, PNS_ONGOING},
               {"win", PNS_FIRST, PNS_FIRST_WINS},
               {"loss", PNS_FIRST, PNS_SECOND_WINS},
               {"draw", PNS_FIRST, PNS_DRAW}};
  for (size_t i = 0; i < sizeof sides / sizeof sides[0]; i++)
    if (strcmp(word, sides[i].word) == 0) {
      told->mover = sides[i].mover;
      told->outcome = sides[i].outcome;
      return true;
    }
  return false;
}

static bool read_number(const char *word, uint32_t *number) {
  uint64_t value;
  if (word == NULL || pns_text_count("", word, 1, LEAF_MOST, &value, NULL) != PNS_OK) return false;
  *number = (uint32_t)value;
  return true;
}

static bool is_plain(const char *text) {
  for (; *text != '\0'; text++)
    if ((unsigned char)*text < ' ' || *text == 0x7f) return false;
  return true;
}

bool pns_told_read(struct pns_told *told, char *line, size_t text_most, char *fault,
                   size_t fault_size) {
  char *rest = line;
  const char *text = next_field(&rest), *side = next_field(&rest);
  const char *pn = next_field(&rest), *dn = next_field(&rest);
  const size_t length = text == NULL ? 0 : strlen(text);
  *told = (struct pns_told){.length = (uint16_t)length};
  if (length == 0 || length > text_most || !is_plain(text))
    snprintf(fault, fault_size, "a position of %zu bytes, expected 1 to %zu printable ones", length,
             text_most);
  else if (side == NULL || !read_side(side, told))
    snprintf(fault, fault_size, "'%.40s' after a position, expected or, and, win, loss or draw",
             side == NULL ? "" : side);
  else if (pn != NULL && (!read_number(pn, &told->pn) || !read_number(dn, &told->dn)))
    snprintf(fault, fault_size, "numbers '%.20s' and '%.20s', expected two from 1 to %u", pn,
             dn == NULL ? "" : dn, LEAF_MOST);
  else if (rest != NULL)
    snprintf(fault, fault_size, "'%.40s' at the end, expected nothing", rest);
  else {
    memcpy(told->text, text, length + 1);
    return true;
  }
  return false;
}

static size_t told_bytes(const struct pns_told *told) { return sizeof *told + told->length + 1; }

void pns_told_copy(struct pns_told *to, const struct pns_told *from) {
  memcpy(to, from, told_bytes(from));
}

uint64_t pns_told_hash(const char *text, size_t length) { return XXH3_64bits(text, length); }

static pns_move hash_move(const char *text, uint64_t turn) {
  return (pns_move)XXH3_64bits_withSeed(text, strlen(text), turn);
}

/* ---- a family ---- */

/* Room at the end of the draft, aligned for anything in a family; 0 when out of memory. */
static uint32_t take(struct pns_family_draft *draft, size_t bytes) {
  const size_t at = (draft->used + 7) & ~(size_t)7;
  if (at + bytes > draft->room) {
    const size_t room = 2 * (at + bytes);
    struct pns_family *grown = room < UINT32_MAX ? realloc(draft->family, room) : NULL;
    if (grown == NULL) return 0;
    draft->family = grown;
    draft->room = room;
  }
  draft->used = at + bytes;
  return (uint32_t)at;
}

static void *inside(const struct pns_family *family, uint32_t at) {
  return (char *)(uintptr_t)family + at;
}

bool pns_draft_begin(struct pns_family_draft *draft, const struct pns_told *parent,
                     uint32_t count) {
  *draft = (struct pns_family_draft){.expected = count, .room = 1024};
  draft->family = malloc(draft->room);
  if (draft->family == NULL) return false;
  draft->used = sizeof *draft->family;
  *draft->family = (struct pns_family){.hash = pns_told_hash(parent->text, parent->length)};
  const uint32_t kids_at = take(draft, count * sizeof(struct pns_kid));
  const uint32_t parent_at = kids_at == 0 ? 0 : take(draft, parent->length + 1u);
  if (parent_at == 0) return false;
  memcpy(inside(draft->family, parent_at), parent->text, parent->length + 1u);
  draft->family->kids_at = kids_at;
  draft->family->parent_at = parent_at;
  return true;
}

void pns_draft_drop(struct pns_family_draft *draft) { free(draft->family); }

/* Texts are many where moves are names of reactions, and 32 bits are few: of two with one hash the
 * one that comes later in the alphabet takes another, whatever the order they were told in. False
 * when the move is there already. */
static bool number_move(struct pns_family *family, const char *text, pns_move *move) {
  *move = hash_move(text, 0);
  struct pns_kid *other = (struct pns_kid *)(uintptr_t)pns_family_find(family, *move);
  if (other == NULL) return true;
  const char *theirs = pns_family_text(family, other);
  const int order = strcmp(text, theirs);
  const pns_move second = hash_move(order > 0 ? text : theirs, 1);
  if (order == 0 || pns_family_find(family, second) != NULL) return false;
  *(order > 0 ? move : &other->move) = second;
  return true;
}

static bool check_move(struct pns_family *family, const char *text, pns_move *move, char *fault,
                       size_t fault_size) {
  const size_t length = strlen(text);
  if (length == 0 || length >= PNS_MOVE_TEXT_MAX || !is_plain(text) || strchr(text, ' ') != NULL)
    snprintf(fault, fault_size, "a move of %zu bytes, expected 1 to %u without blanks", length,
             PNS_MOVE_TEXT_MAX - 1);
  else if (!number_move(family, text, move))
    snprintf(fault, fault_size, "the move '%.60s' twice, expected different ones", text);
  else
    return true;
  return false;
}

bool pns_draft_add(struct pns_family_draft *draft, char *line, size_t text_most, char *fault,
                   size_t fault_size) {
  char *rest = line;
  const char *text = next_field(&rest);
  struct pns_kid kid = {.move = 0};
  if (!check_move(draft->family, text, &kid.move, fault, fault_size)) return false;
  if (rest == NULL) {
    snprintf(fault, fault_size, "the move '%.60s' alone, expected a position after it", text);
    return false;
  }
  kid.text_at = take(draft, strlen(text) + 1);
  if (kid.text_at != 0) kid.told_at = take(draft, sizeof(struct pns_told) + text_most + 1);
  fault[0] = '\0';
  if (kid.text_at == 0 || kid.told_at == 0) return false;
  memcpy(inside(draft->family, kid.text_at), text, strlen(text) + 1);
  struct pns_told *told = inside(draft->family, kid.told_at);
  if (!pns_told_read(told, rest, text_most, fault, fault_size)) return false;
  draft->used = kid.told_at + told_bytes(told);
  ((struct pns_kid *)inside(draft->family, draft->family->kids_at))[draft->family->count++] = kid;
  draft->family->bytes = draft->used;
  return true;
}

const struct pns_kid *pns_family_kids(const struct pns_family *family) {
  return inside(family, family->kids_at);
}

const char *pns_family_text(const struct pns_family *family, const struct pns_kid *kid) {
  return inside(family, kid->text_at);
}

const struct pns_told *pns_family_told(const struct pns_family *family, const struct pns_kid *kid) {
  return inside(family, kid->told_at);
}

const struct pns_kid *pns_family_find(const struct pns_family *family, pns_move move) {
  const struct pns_kid *kids = pns_family_kids(family);
  for (uint32_t i = 0; i < family->count; i++)
    if (kids[i].move == move) return &kids[i];
  return NULL;
}

/* ---- what is remembered ---- */

enum { SLOTS = 1 << 16 };

bool pns_memory_init(struct pns_memory *memory, size_t bytes_most) {
  *memory = (struct pns_memory){
      .slots_count = SLOTS, .bytes = SLOTS * sizeof *memory->slots, .bytes_most = bytes_most};
  memory->slots = calloc(SLOTS, sizeof(struct pns_family *));
  return pthread_mutex_init(&memory->lock, NULL) == 0 && memory->slots != NULL;
}

void pns_memory_done(struct pns_memory *memory) {
  for (uint32_t i = 0; memory->slots != NULL && i < memory->slots_count; i++)
    free(memory->slots[i]);
  free(memory->slots);
  pthread_mutex_destroy(&memory->lock);
}

const struct pns_family *pns_memory_find(const struct pns_memory *memory,
                                         const struct pns_told *parent) {
  const uint64_t hash = pns_told_hash(parent->text, parent->length);
  const struct pns_family *family = memory->slots[hash % memory->slots_count];
  if (family == NULL || family->hash != hash) return NULL;
  return strcmp(inside(family, family->parent_at), parent->text) == 0 ? family : NULL;
}

static void forget(struct pns_memory *memory, uint32_t slot) {
  if (memory->slots[slot] == NULL) return;
  memory->bytes -= memory->slots[slot]->bytes;
  free(memory->slots[slot]);
  memory->slots[slot] = NULL;
}

void pns_memory_keep(struct pns_memory *memory, struct pns_family *family) {
  const uint32_t slot = (uint32_t)(family->hash % memory->slots_count);
  struct pns_family *fitting = realloc(family, family->bytes);
  if (fitting != NULL) family = fitting;
  forget(memory, slot);
  for (uint32_t i = 0;
       i < memory->slots_count && memory->bytes + family->bytes > memory->bytes_most; i++) {
    forget(memory, memory->hand);
    memory->hand = (memory->hand + 1) % memory->slots_count;
  }
  memory->slots[slot] = family;
  memory->bytes += family->bytes;
}
