#include "check/check.h"

#include <stdlib.h>
#include <string.h>

#include <xxhash.h>

#include "check/table.h"

static bool fail(struct check_result *result, enum check_reason reason) {
  result->failure = (struct check_failure){reason, 0};
  return false;
}

/* What the header says, understood by the rules of its game. */
static bool open_claim(struct check_claim *claim, struct check_result *result) {
  const struct check_header *header = &result->header;
  struct check_rules *rules = &claim->rules;
  claim->prover = header->prover;
  claim->proven = header->proven;
  claim->repetition = header->repetition;
  claim->looks = header->version >= 2;
  const enum check_reason reason = check_rules_open(rules, header->game, header->parameters,
                                                    header->definition, header->definition_bytes);
  if (reason != CHECK_NONE) return fail(result, reason);
  result->rules = rules->game->rules;
  if (claim->repetition && (claim->proven || !rules->game->repeats))
    return fail(result, CHECK_BAD_REPETITION);
  if (strlen(header->position) >= CHECK_TEXT_MAX ||
      !rules->game->parse(rules, header->position, &claim->root))
    return fail(result, CHECK_BAD_POSITION);
  return true;
}

/* `settled` is too large for a stack of unknown size. */
static void check_blocks(struct check_reader *reader, const struct check_claim *claim,
                         const struct check_options *options, struct check_result *result) {
  struct check_settled *settled = calloc(1, sizeof *settled);
  struct check_table *table =
      check_table_new(claim->rules.packed_bytes, options->budget_bytes, options->seed);
  if (settled == NULL || table == NULL) {
    fail(result, CHECK_NO_MEMORY);
  } else {
    check_settle_root(settled, claim);
    check_pool_run(reader, claim, table, options->jobs, options->progress, settled);
    result->failure = settled->failure;
    result->counts = settled->counts;
  }
  check_table_free(table);
  free(settled);
}

void check_certificate(FILE *file, const struct check_options *options,
                       struct check_result *result) {
  struct check_claim claim;
  memset(result, 0, sizeof *result);
  memset(&claim, 0, sizeof claim);
  struct check_reader *reader = check_reader_new(file);
  if (reader == NULL) {
    fail(result, CHECK_NO_MEMORY);
    return;
  }
  result->has_header = check_reader_header(reader, &result->header, &result->failure);
  if (result->has_header) {
    result->definition_hash =
        XXH3_64bits(result->header.definition, result->header.definition_bytes);
    if (open_claim(&claim, result)) check_blocks(reader, &claim, options, result);
    check_rules_close(&claim.rules);
  }
  result->bytes = check_reader_offset(reader);
  check_reader_free(reader);
}

void check_result_done(struct check_result *result) { check_header_done(&result->header); }

const char *check_claim_words(const struct check_header *header) {
  static const char *const words[2][2] = {
      {"the first player cannot force a win", "the first player can force a win"},
      {"the second player cannot force a win", "the second player can force a win"},
  };
  return words[header->prover][header->proven];
}
