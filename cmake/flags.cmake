# pns_flags carries every compiler flag; each target of this project links it.
include(CheckCCompilerFlag)

add_library(pns_flags INTERFACE)
target_compile_options(pns_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -fvisibility=hidden -fno-common)
# xxhash is used through its header alone, so that nobody has to link it.
target_compile_definitions(pns_flags INTERFACE _GNU_SOURCE XXH_INLINE_ALL)

if(PNS_NATIVE)
  check_c_compiler_flag(-march=native PNS_HAVE_NATIVE)
  if(PNS_HAVE_NATIVE)
    target_compile_options(pns_flags INTERFACE -march=native)
  endif()
endif()

if(PNS_SANITIZE)
  set(sanitize -fsanitize=${PNS_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_compile_options(pns_flags INTERFACE ${sanitize})
  target_link_options(pns_flags INTERFACE ${sanitize})
  target_compile_definitions(pns_flags INTERFACE PNS_SANITIZED=1)
endif()

if(PNS_FUZZ)
  if(NOT CMAKE_C_COMPILER_ID MATCHES Clang)
    message(FATAL_ERROR "PNS_FUZZ needs clang: configure with -DCMAKE_C_COMPILER=clang")
  endif()
  target_compile_options(pns_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()

if(PNS_COVERAGE)
  target_compile_options(pns_flags INTERFACE --coverage)
  target_link_options(pns_flags INTERFACE --coverage)
endif()

if(PNS_LTO)
  include(CheckIPOSupported)
  check_ipo_supported(RESULT PNS_HAVE_LTO LANGUAGES C)
  set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ${PNS_HAVE_LTO})
  # The installed archive must also serve linkers that cannot read this compiler's own format.
  if(CMAKE_C_COMPILER_ID STREQUAL GNU)
    target_compile_options(pns_flags INTERFACE -ffat-lto-objects)
  endif()
endif()

string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
get_target_property(pns_flag_list pns_flags INTERFACE_COMPILE_OPTIONS)
list(FILTER pns_flag_list EXCLUDE REGEX "^-W")
string(JOIN " " PNS_BUILD_FLAGS ${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_${build_type}} ${pns_flag_list})
