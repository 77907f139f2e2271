/* What a checked game says about the way back from a canonical form. */
#include <stdlib.h>
#include <string.h>

#include "games/checked_inside.h"

/* Of a position with many moves only so many children are played; then the moves of each are
 * turned. */
enum { CHILDREN_PLAYED = 8 };

static pns_move unfold(const struct pns_checked *c, const void *position, pns_move move) {
  return c->inner_game->unfold(&c->inner, position, move);
}

static int compare_moves(const void *a, const void *b) {
  const pns_move x = *(const pns_move *)a, y = *(const pns_move *)b;
  return x < y ? -1 : x > y;
}

/* With room for a game that writes too many. */
static pns_move *new_list(void) {
  return malloc(PNS_MOVES_MAX * sizeof(pns_move) + PNS_CHECK_GUARD);
}

/* None where the game lists none, or too many: that is found, and told, when play comes there. */
static uint32_t list(const struct pns_checked *c, const void *position, pns_move *moves) {
  const uint32_t count = c->inner_game->moves(&c->inner, position, moves);
  return count <= c->inner.max_moves ? count : 0;
}

/* The moves of an unfinished position, turned as `frame` is turned unless that is NULL, by number.
 */
static uint32_t list_sorted(const struct pns_checked *c, const void *position, const void *frame,
                            pns_move *moves) {
  const uint32_t count = list(c, position, moves);
  for (uint32_t i = 0; i < count && frame != NULL; i++) moves[i] = unfold(c, frame, moves[i]);
  qsort(moves, count, sizeof *moves, compare_moves);
  return count;
}

/* Whether the moves of one position are those of the other, turned as `frame` is. */
static bool has_images(const struct pns_checked *c, const void *frame, const void *real,
                       const void *turned) {
  pns_move *moves = new_list(), *images = new_list();
  bool same = true;
  if (moves != NULL && images != NULL) {
    const uint32_t count = list_sorted(c, real, NULL, moves);
    same = list_sorted(c, turned, frame, images) == count &&
           memcmp(moves, images, count * sizeof *moves) == 0;
  }
  free(moves);
  free(images);
  return same;
}

/* Whether `canonical` turns an unfinished position, going by `unfold` itself. */
static bool is_turned(const struct pns_checked *c, const void *position) {
  pns_move *moves = new_list();
  const uint32_t count = moves == NULL ? 0 : list(c, position, moves);
  bool turned = false;
  for (uint32_t i = 0; i < count; i++) turned |= unfold(c, position, moves[i]) != moves[i];
  free(moves);
  return turned;
}

static bool has_same_key(struct pns_checked *c, const void *a, const void *b) {
  const struct pns_key key = pns_checked_key(c, a), other = pns_checked_key(c, b);
  return memcmp(&key, &other, sizeof key) == 0;
}

/* Whether two children are mirror images as `position` and its canonical form are. They have one
 * key where the game folds them; where it does not, it turns neither. */
static bool are_images(struct pns_checked *c, const void *position, const void *real,
                       const void *turned) {
  const struct pns_game *game = c->inner_game;
  const enum pns_outcome outcome = game->outcome(&c->inner, real);
  if (outcome != game->outcome(&c->inner, turned)) return false;
  if (outcome != PNS_ONGOING) return true;
  if (game->mover(&c->inner, real) != game->mover(&c->inner, turned)) return false;
  if (!has_images(c, position, real, turned)) return false;
  return has_same_key(c, real, turned) || (!is_turned(c, real) && !is_turned(c, turned));
}

static void check_child(struct pns_checked *c, const void *position, const void *folded,
                        pns_move move) {
  union pns_check_position real, turned;
  char text[PNS_MOVE_TEXT_MAX];
  const pns_move image = unfold(c, position, move);
  pns_checked_copy(c, &real, position);
  pns_checked_copy(c, &turned, folded);
  c->inner_game->play(&c->inner, real.bytes, image);
  c->inner_game->play(&c->inner, turned.bytes, move);
  if (are_images(c, position, real.bytes, turned.bytes)) return;
  pns_checked_move_text(c, position, image, text);
  pns_checked_fault(c, position,
                    "unfold gives %.60s, but play does not go on as after that move of the "
                    "canonical form",
                    text);
}

void pns_checked_unfold(struct pns_checked *c, const void *position, const void *folded,
                        const pns_move *moves, uint32_t count) {
  if (c->inner_game->canonical == NULL || c->inner_game->unfold == NULL) return;
  if (!has_images(c, position, position, folded)) {
    pns_checked_fault(c, position, "unfold gives other moves than the position has");
    return;
  }
  if (memcmp(position, folded, c->inner.position_bytes) == 0)
    for (uint32_t i = 0; i < count; i++)
      if (unfold(c, position, moves[i]) != moves[i])
        pns_checked_fault(c, position,
                          "unfold changes a move of a position that canonical leaves as it is");
  pns_move *turned = new_list();
  const uint32_t turned_count = turned == NULL ? 0 : list(c, folded, turned);
  for (uint32_t i = 0; i < turned_count; i += 1 + turned_count / CHILDREN_PLAYED)
    check_child(c, position, folded, turned[i]);
  free(turned);
}
