#include "search/store.h"

enum {
  PLACES = 3,
  /* Of a mark. */
  PROVEN = 0x80,
  AND = 0x40,
  WORK = 0x3f,
  HALF = 2, /* steps of the work's logarithm to a factor of two */
  /* Of a line's state: a bit for each unsolved place, and one for who writes. */
  OPEN = 0x01,
  LOCKED = 0x80,
  /* Of a packed number: bits behind the leading one. */
  DIGITS = 11,
};

struct pns_settled_line {
  struct pns_key key[PLACES];
  uint32_t what[PLACES]; /* the move that wins or, unsolved, both numbers packed */
  uint8_t mark[PLACES];  /* 0: free; else verdict, side and 1 + half the work's logarithm */
  uint8_t state;
};

_Static_assert(sizeof(struct pns_settled_line) == PNS_SETTLED_LINE_BYTES, "a cache line");

#define MOST_HOMES (UINT32_MAX - 1)

static size_t bytes_of(uint32_t homes) {
  return ((size_t)homes + 1) * sizeof(struct pns_settled_line);
}

bool pns_settled_init(struct pns_settled *table, uint64_t bytes, enum pns_huge huge) {
  const uint64_t lines = bytes / sizeof(struct pns_settled_line);
  *table = (struct pns_settled){.homes = 0};
  if (lines < 2) return true;
  const uint32_t homes = lines - 1 < MOST_HOMES ? (uint32_t)(lines - 1) : MOST_HOMES;
  struct pns_settled_line *reserved = pns_pages_reserve(bytes_of(homes), huge);
  if (reserved == NULL) return false;
  (void)pns_pages_interleave(reserved, bytes_of(homes));
  table->lines = reserved;
  table->homes = homes;
  return true;
}

void pns_settled_done(struct pns_settled *table) {
  if (table->lines != NULL) pns_pages_release(table->lines, bytes_of(table->homes));
  *table = (struct pns_settled){.homes = 0};
}

uint64_t pns_settled_bytes(const struct pns_settled *table) {
  return table->homes > 0 ? bytes_of(table->homes) : 0;
}

uint64_t pns_settled_most_bytes(void) { return bytes_of(MOST_HOMES); }

uint32_t pns_settled_lines(const struct pns_settled *table) {
  return table->homes > 0 ? table->homes + 1 : 0;
}

uint64_t pns_settled_places(const struct pns_settled *table) {
  return (uint64_t)table->homes * PLACES;
}

/* Equal shares of the hash range in order, so that a larger table has the same order. */
static struct pns_settled_line *home_of(const struct pns_settled *table, uint64_t hash) {
  return table->lines + (((hash >> 32) * table->homes) >> 32);
}

void pns_settled_prefetch(const struct pns_settled *table, uint64_t hash) {
  __builtin_prefetch(home_of(table, hash));
}

/* ---- numbers in 16 bits ---- */

/* Exact up to 4095, above that the twelve leading bits: never more than the number, never 0. */
static uint32_t pack_number(uint32_t number) {
  if (number >> DIGITS == 0) return number;
  const unsigned shift = 31 - (unsigned)__builtin_clz(number) - DIGITS;
  return (shift + 1) << DIGITS | (number >> shift & ((1u << DIGITS) - 1));
}

static uint32_t unpack_number(uint32_t packed) {
  const uint32_t digits = packed & ((1u << DIGITS) - 1), shift = packed >> DIGITS;
  return shift == 0 ? digits : (digits | 1u << DIGITS) << (shift - 1);
}

static uint32_t pack_word(uint64_t word) {
  return pack_number(pns_word_pn(word)) | pack_number(pns_word_dn(word)) << 16;
}

static uint64_t unpack_word(uint32_t packed) {
  return pns_word(unpack_number(packed & UINT16_MAX), unpack_number(packed >> 16));
}

/* ---- reading ---- */

/* Relaxed: at a safepoint others may try the lock in the same byte, the other bits are ours. */
static bool is_open(const struct pns_settled_line *line, unsigned place) {
  return (__atomic_load_n(&line->state, __ATOMIC_RELAXED) & OPEN << place) != 0;
}

static struct pns_known read_place(const struct pns_settled_line *line, unsigned place) {
  const uint8_t mark = line->mark[place];
  struct pns_known known = {
      .word = (mark & PROVEN) != 0 ? PNS_WORD_PROVEN : PNS_WORD_DISPROVEN,
      .move = line->what[place],
      .side = (mark & AND) != 0 ? PNS_SIDE_AND : PNS_SIDE_OR,
      .work = (uint8_t)(((mark & WORK) - 1) * 2),
  };
  if (is_open(line, place)) {
    known.word = unpack_word(line->what[place]);
    known.move = 0;
  }
  return known;
}

struct pns_known pns_settled_find(const struct pns_settled *table, const struct pns_key *key,
                                  uint64_t hash) {
  if (table->homes == 0) return PNS_NOT_KNOWN;
  const struct pns_settled_line *line = home_of(table, hash);
  for (unsigned i = 0; i < 2 * PLACES; i++) {
    const struct pns_settled_line *at = line + i / PLACES;
    if (at->mark[i % PLACES] == 0) break;
    if (pns_key_equal(&at->key[i % PLACES], key)) return read_place(at, i % PLACES);
  }
  return PNS_NOT_KNOWN;
}

/* ---- at safepoints ---- */

/* For the few instructions of one entry; the line in front always first, so nobody waits in a
 * circle. */
static void lock(struct pns_settled_line *line) {
  while ((__atomic_fetch_or(&line->state, LOCKED, __ATOMIC_ACQUIRE) & LOCKED) != 0) continue;
}

static void unlock(struct pns_settled_line *line) {
  __atomic_fetch_and(&line->state, (uint8_t)~LOCKED, __ATOMIC_RELEASE);
}

static uint8_t *mark_of(struct pns_settled_line *line, unsigned i) {
  return &line[i / PLACES].mark[i % PLACES];
}

/* The position's own place, else a free one, else the one with the least work. */
static unsigned choose_place(struct pns_settled_line *line, const struct pns_key *key) {
  unsigned least = 0;
  for (unsigned i = 0; i < 2 * PLACES; i++) {
    if (*mark_of(line, i) == 0 || pns_key_equal(&line[i / PLACES].key[i % PLACES], key)) return i;
    if ((*mark_of(line, i) & WORK) < (*mark_of(line, least) & WORK)) least = i;
  }
  return least;
}

static uint8_t mark_for(struct pns_known known) {
  const uint8_t work = known.work / 2 < WORK ? known.work / 2 + 1 : WORK;
  return (uint8_t)(work | (known.word == PNS_WORD_PROVEN ? PROVEN : 0) |
                   (known.side == PNS_SIDE_AND ? AND : 0));
}

static void fill(struct pns_settled_line *line, unsigned place, const struct pns_key *key,
                 struct pns_known known, uint8_t mark) {
  const bool open = !pns_word_solved(known.word);
  line->key[place] = *key;
  line->what[place] = open ? pack_word(known.word) : known.move;
  line->mark[place] = mark;
  if (open)
    __atomic_fetch_or(&line->state, (uint8_t)(OPEN << place), __ATOMIC_RELAXED);
  else
    __atomic_fetch_and(&line->state, (uint8_t) ~(OPEN << place), __ATOMIC_RELAXED);
}

/* To one that took no more work. Turning one away halves what its own work counts for: else large
 * subtrees that nobody comes back to would fill a small table for ever, and keep nothing of what
 * the search is at. */
static bool gives_way(struct pns_settled_line *line, unsigned place, uint8_t mark) {
  const uint8_t work = line->mark[place] & WORK;
  if (work <= (mark & WORK)) return true;
  line->mark[place] = (uint8_t)(line->mark[place] - (work > HALF ? HALF : 1));
  return false;
}

static bool put(struct pns_settled *table, struct pns_settled_line *line, const struct pns_key *key,
                struct pns_known known, bool evict) {
  const unsigned chosen = choose_place(line, key);
  struct pns_settled_line *at = line + chosen / PLACES;
  const unsigned place = chosen % PLACES;
  const uint8_t before = at->mark[place], mark = mark_for(known);
  const bool own = before != 0 && pns_key_equal(&at->key[place], key);
  if (own && !is_open(at, place) && !pns_word_solved(known.word)) return true; /* NODE-2 */
  if (before != 0 && !own && !(evict && gives_way(at, place, mark))) return false;
  if (before == 0) atomic_fetch_add_explicit(&table->count, 1, memory_order_relaxed);
  fill(at, place, key, known, mark);
  return true;
}

bool pns_settled_put(struct pns_settled *table, const struct pns_key *key, uint64_t hash,
                     struct pns_known known, bool evict) {
  if (table->homes == 0) return false;
  struct pns_settled_line *line = home_of(table, hash);
  lock(line);
  lock(line + 1);
  const bool in = put(table, line, key, known, evict);
  unlock(line + 1);
  unlock(line);
  return in;
}

void pns_settled_each(const struct pns_settled *table, uint32_t begin, uint32_t end,
                      void (*call)(void *user, const struct pns_key *key, struct pns_known known),
                      void *user) {
  for (const struct pns_settled_line *line = table->lines + begin; line < table->lines + end;
       line++)
    for (unsigned i = 0; i < PLACES && line->mark[i] != 0; i++)
      call(user, &line->key[i], read_place(line, i));
}

static void put_again(void *to, const struct pns_key *key, struct pns_known known) {
  (void)pns_settled_put(to, key, pns_key_hash(key), known, true);
}

void pns_settled_move(struct pns_settled *from, struct pns_settled *to, _Atomic uint64_t *next,
                      uint32_t piece) {
  const uint32_t lines = pns_settled_lines(from);
  uint64_t at;
  while ((at = atomic_fetch_add(next, piece)) < lines) {
    const uint32_t begin = (uint32_t)at, end = lines - begin < piece ? lines : begin + piece;
    pns_settled_each(from, begin, end, put_again, to);
    pns_pages_drop(from->lines + begin, (end - begin) * sizeof *from->lines);
  }
}
