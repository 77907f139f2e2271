/* Facts about this build; CMake gives PNS_VERSION and PNS_BUILD_FLAGS to this file alone. */
#include <pns/pns.h>

#define TEXT_OF(macro) TEXT_OF_2(macro)
#define TEXT_OF_2(value) #value

#if defined(__clang__)
#define COMPILER "clang " __clang_version__
#elif defined(__GNUC__)
#define COMPILER "gcc " __VERSION__
#else
#define COMPILER "unknown compiler"
#endif

#if defined(NDEBUG)
#define ASSERTIONS "without assertions"
#else
#define ASSERTIONS "with assertions"
#endif

unsigned pns_abi(void) { return PNS_ABI; }

const char *pns_version(void) { return PNS_VERSION; }

const char *pns_build_facts(void) {
  return COMPILER ", " PNS_BUILD_FLAGS ", " ASSERTIONS ", game interface " TEXT_OF(PNS_GAME_ABI);
}
