/* libFuzzer's build does not care for what reason an input is refused. */
#include "fuzz/driver/fuzz.h"

void fuzz_refused(const char *sentence) { (void)sentence; }
