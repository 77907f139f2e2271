/* What a solve asks: read from its request, and given its share of the machine. */
#ifndef PNS_FRONT_QUESTION_H
#define PNS_FRONT_QUESTION_H

#include "front/folder.h"
#include "front/request.h"

/* Progress objects come at most so often. */
#define PNS_FRONT_PROGRESS_LEAST_S 0.01

struct pns_front_question {
  struct pns_position *position;
  struct pns_options *options;
  bool value;
  uint64_t threads, memory_bytes; /* asked for; 0: a share */
  uint64_t store_bytes;           /* the most the store may have; 0: what memory allows */
  char *certificate, *checkpoint; /* NULL: none */
  json_t *certificates;           /* those written */
};

/* Fields: game, moves, position, and every option of the command line's solve. Freed by _done in
 * any case. `how` says where games that are not built in come from. */
enum pns_status pns_front_question_read(struct pns_front_question *question,
                                        struct pns_front_request *request,
                                        const struct pns_front_folder *folder,
                                        const struct pns_game_options *how,
                                        struct pns_error *error);
void pns_front_question_done(struct pns_front_question *question);

/* The position alone: game, moves, position. */
enum pns_status pns_front_question_position(struct pns_front_request *request,
                                            const struct pns_front_folder *folder,
                                            const struct pns_game_options *how,
                                            struct pns_position **position,
                                            struct pns_error *error);

/* Sets threads and the store's size. The process as a whole stays below `process_bytes`. */
enum pns_status pns_front_question_share(struct pns_front_question *question, uint32_t threads,
                                         uint64_t memory_bytes, uint64_t process_bytes,
                                         struct pns_error *error);

#endif
