/*
 * game.h - a game that anybody can plug into the pns proof-number solver.
 *
 * A game is one constant `struct pns_game`: its texts and its functions. Opening it with
 * parameters ("5x5") fills a `struct pns_rules`, which is constant from then on and is shared
 * by all threads. A position is a plain block of `rules.position_bytes` bytes: the engine
 * copies it with memcpy, compares it never, and keeps one for each ply of each worker.
 *
 * Two players, called FIRST and SECOND, move alternately or in any other order that the
 * position itself tells (`mover`). AND/OR problems that are no board games fit as well: FIRST is
 * the side that chooses at OR nodes.
 *
 * Threads: every function except `open` and `close` is called from many threads at once, with
 * positions of their own and the same `rules`. They must not write anything but what their
 * arguments say, must not block on each other and must give the same answer every time. The
 * threads' stacks have 1 MiB.
 *
 * A position's value must not depend on how it was reached: whatever the rules ask about the
 * past (castling rights, the board that must be played in) belongs to the position.
 */
#ifndef PNS_GAME_H
#define PNS_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Changes whenever a field of the structs below changes its place or its meaning. */
#define PNS_GAME_ABI 4

/* Bounds every game must keep. Texts include their final zero. */
#define PNS_POSITION_BYTES_MAX 4096u
#define PNS_MOVES_MAX 4096u
#define PNS_MOVE_TEXT_MAX 72u
#define PNS_POSITION_TEXT_MAX 1024u
#define PNS_DRAWING_MAX 8192u
#define PNS_PARAMETERS_MAX 256u

enum pns_status {
  PNS_OK = 0,
  PNS_ERROR_INPUT = 1,    /* what the user gave is wrong */
  PNS_ERROR_INTERNAL = 2, /* a promise inside the library or a game was broken */
  PNS_ERROR_SYSTEM = 3,   /* the world failed: memory, files, threads */
};

/* A failure in one sentence: what was found, what was expected, where. */
struct pns_error {
  enum pns_status status;
  char text[512];
};

enum pns_player { PNS_FIRST = 0, PNS_SECOND = 1 };

enum pns_outcome { PNS_ONGOING = 0, PNS_FIRST_WINS = 1, PNS_SECOND_WINS = 2, PNS_DRAW = 3 };

/* What a game knows of an unfinished position, see `decided`. */
enum pns_decision {
  PNS_UNDECIDED = 0,
  PNS_FORCED_WIN = 1,   /* the player can force a win */
  PNS_NO_FORCED_WIN = 2 /* the player cannot: the other side can prevent it */
};

/* How the summed number of a node is formed from its children. */
enum pns_backup {
  PNS_BACKUP_SUM = 0,  /* plain sum (Allis 1994) */
  PNS_BACKUP_WEAK = 1, /* maximum + unsolved children - 1 (Ueda, Hashimoto, Hashimoto, Iida 2008) */
};

/* Which numbers an unexpanded position starts with. */
enum pns_init {
  PNS_INIT_UNIT = 0,     /* (1, 1) */
  PNS_INIT_MOBILITY = 1, /* 1 for the mover, the count of moves for the other (Allis 1994, 3.3) */
  PNS_INIT_GAME = 2,     /* the game's own `leaf`, and its `hopeless` and `decided` */
  PNS_INIT_LEAF = 3,     /* its `leaf` alone: play is searched to its end */
};

/* Which proposition is asked when the user names none. */
enum pns_goal {
  PNS_GOAL_MOVER_WINS = 0,
  PNS_GOAL_MOVER_NOT_LOSES = 1,
  PNS_GOAL_FIRST_WINS = 2,
  PNS_GOAL_FIRST_NOT_LOSES = 3,
  PNS_GOAL_SECOND_WINS = 4,
  PNS_GOAL_SECOND_NOT_LOSES = 5,
};

/* Names a position: equal keys must mean equal values and, move by move, the same game from
 * there on. The side to move is part of it. See `exact_key`. */
struct pns_key {
  uint64_t word[2];
};

/* Any number that tells the moves of one position apart. */
typedef uint32_t pns_move;

struct pns_rules;

struct pns_game {
  uint32_t abi;           /* PNS_GAME_ABI */
  const char *name;       /* "connect4": lower case, letters and digits */
  const char *title;      /* "Connect Four" */
  const char *parameters; /* one line: "WIDTHxHEIGHT, 2x2 to 12x12; default 7x6" */
  const char *notation;   /* how moves and positions are written, one to three sentences */
  const char *rules;      /* the rules in a few sentences, enough to check them */
  const char *source;     /* where they come from */
  const void *user;       /* anything the author likes; pns never touches it */

  /* Reads parameters ("" when the user gave none) and fills `rules`, which comes zeroed with
   * `rules->game` set. On failure writes the error and leaves nothing behind. */
  enum pns_status (*open)(struct pns_rules *rules, const char *parameters, struct pns_error *error);
  /* Gives back what `open` took. NULL when it took nothing. */
  void (*close)(struct pns_rules *rules);

  /* Writes the usual starting position. */
  void (*start)(const struct pns_rules *rules, void *position);
  /* Reads a position from text in the notation above; refuses what cannot be a position.
   * NULL when the game has no notation for positions. */
  enum pns_status (*parse)(const struct pns_rules *rules, const char *text, void *position,
                           struct pns_error *error);
  /* Writes the position as `parse` reads it, at most PNS_POSITION_TEXT_MAX bytes. */
  void (*format)(const struct pns_rules *rules, const void *position, char *text);
  /* Draws the position for a reader, several lines, at most PNS_DRAWING_MAX bytes, the last
   * line ended by a newline. */
  void (*draw)(const struct pns_rules *rules, const void *position, char *text);
  /* Writes a move of this position, at most PNS_MOVE_TEXT_MAX bytes, without blanks; the texts
   * of a position's moves differ. */
  void (*move_text)(const struct pns_rules *rules, const void *position, pns_move move, char *text);

  /* The player to move. Also answered (any way) for a finished position. */
  enum pns_player (*mover)(const struct pns_rules *rules, const void *position);
  /* Whether the game is over here, "no legal move" included. */
  enum pns_outcome (*outcome)(const struct pns_rules *rules, const void *position);
  /* Writes the legal moves of an unfinished position, between 1 and `rules->max_moves`, always in
   * the same order, and returns their count. Good moves first helps a little. */
  uint32_t (*moves)(const struct pns_rules *rules, const void *position, pns_move *moves);
  /* Makes one of those moves. */
  void (*play)(const struct pns_rules *rules, void *position, pns_move move);
  /* Turns the position into the representative of its symmetry class. Symmetric positions must
   * end as the same bytes as far as `key` and `moves` look at them. NULL when there is no
   * symmetry to fold. A game may fold some positions only (while few stones lie on the board), all
   * of a class or none of it. */
  void (*canonical)(const struct pns_rules *rules, void *position);
  /* The way back from there: the move of `position` (as it is before `canonical`) that stands where
   * `move` stands in its canonical form. Turning a board turns all that will ever lie on it, so
   * this is geometry alone and also answered for moves that become legal only later on: played on
   * from both, a move here and its image there lead to mirror images again. The move itself where
   * `canonical` changes nothing; else where the position has symmetries of its own any of them
   * will do, but for all moves the same. NULL: moves are told by where they lead, which is enough
   * for a game that folds all positions. One that stops somewhere needs it: there the children of
   * the canonical form are not those of its mirror images, so lines of play would end and
   * certificates be refused. */
  pns_move (*unfold)(const struct pns_rules *rules, const void *position, pns_move move);
  /* The key of a position (after `canonical`, if there is one). */
  void (*key)(const struct pns_rules *rules, const void *position, struct pns_key *key);

  /* How many moves an unfinished position has. NULL: pns counts with `moves`. */
  uint32_t (*mobility)(const struct pns_rules *rules, const void *position);
  /* Proof and disproof number an unfinished, unexpanded position starts with when `prover` must
   * win; both between 1 and 2^24. NULL: by mobility. */
  void (*leaf)(const struct pns_rules *rules, const void *position, enum pns_player prover,
               uint32_t *pn, uint32_t *dn);
  /* True only where `player` cannot win this unfinished position any more, whatever both sides do,
   * and a look at it shows that (in a game of rows, when the other side has a stone in each of
   * them). So it stays true move after move, and no end of play after it is a win of `player`.
   * The search then settles the position at once, unless the user asks for other first numbers than
   * PNS_INIT_GAME. False wherever it takes more than a look. NULL: always false. */
  bool (*hopeless)(const struct pns_rules *rules, const void *position, enum pns_player player);
  /* What best play from this unfinished position comes to, as far as the game can tell soon: by
   * a rule (who is ahead in a race that nobody can disturb) or by playing the last moves out. The
   * search settles the position at once and goes by that, under the same condition as `hopeless`,
   * so it must be true; a few microseconds are well spent. A certificate shows the play to its end
   * all the same, searched again without `decided`: a false answer costs a certificate, it cannot
   * get into one. Symmetric positions get the same answer. Not asked
   * where positions can come back. NULL: always PNS_UNDECIDED. */
  enum pns_decision (*decided)(const struct pns_rules *rules, const void *position,
                               enum pns_player player);
  /* The text that defines these rules where the parameters alone do not (the graph of `andor`),
   * constant for the life of `rules`; it travels with a certificate. NULL: parameters suffice. */
  const char *(*definition)(const struct pns_rules *rules);
};

/* A game with its parameters fixed. Filled by `open`, constant afterwards. */
struct pns_rules {
  const struct pns_game *game;
  void *context;                       /* the game's own */
  char parameters[PNS_PARAMETERS_MAX]; /* in canonical form: "7x6" even when given as "" */
  size_t position_bytes;               /* 1 to PNS_POSITION_BYTES_MAX */
  uint32_t max_moves;                  /* 1 to PNS_MOVES_MAX */
  bool exact_key;                      /* the key is the packed position, not a hash */
  bool cyclic;                         /* positions can come back; endless play is a draw */
  bool draws;                          /* a finished game can be a draw */
  enum pns_goal goal;                  /* defaults, measured per game */
  enum pns_backup backup;
  enum pns_init init;
  double epsilon;
};

/*
 * A game in a shared object of its own, for `pns solve ./mygame.so[:PARAMETERS]`:
 *
 *     #include <pns/game.h>
 *     ...
 *     PNS_OWN_GAME = {.abi = PNS_GAME_ABI, .name = "mygame", .title = "My Game", ...};
 *
 *     cc -shared -fPIC $(pkg-config --cflags pns) mygame.c -o mygame.so
 *
 * It may call pns_error_set of pns.h: whoever loads it brings that along. The name must not be that
 * of a built-in game.
 */
#define PNS_OWN_GAME_SYMBOL "pns_own_game"
#if defined(__cplusplus)
#define PNS_OWN_GAME extern "C" PNS_OWN_GAME_SEEN const struct pns_game pns_own_game
#else
#define PNS_OWN_GAME                                           \
  extern PNS_OWN_GAME_SEEN const struct pns_game pns_own_game; \
  const struct pns_game pns_own_game
#endif
#if defined(__GNUC__)
#define PNS_OWN_GAME_SEEN __attribute__((visibility("default")))
#else
#define PNS_OWN_GAME_SEEN
#endif

#ifdef __cplusplus
}
#endif

#endif
