/* The contents of an AND/OR graph file. */
#include "fuzz/driver/fuzz.h"
#include "games/andor_graph.h"

/* Every name leads back to its node. */
static void check_names(const struct pns_andor_graph *graph) {
  for (uint32_t i = 0; i < graph->count; i++) {
    char name[PNS_ANDOR_NAME_MAX + 1];
    pns_andor_graph_name(graph, i, name);
    fuzz_require(pns_andor_graph_find(graph, name, strlen(name)) == i);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  /* A copy without a final zero, so that reading past its end is noticed. */
  char *text = malloc(size > 0 ? size : 1);
  fuzz_require(text != NULL);
  if (size > 0) memcpy(text, data, size);
  struct pns_andor_graph graph;
  struct pns_error error;
  enum pns_status status = pns_andor_graph_read(&graph, text, size, &error);
  if (status == PNS_OK) {
    check_names(&graph);
    bool cyclic;
    fuzz_require(pns_andor_graph_find_cycle(&graph, &cyclic, &error) == PNS_OK);
    pns_andor_graph_done(&graph);
  } else {
    fuzz_check_refusal(status, &error);
  }
  free(text);
  return 0;
}
