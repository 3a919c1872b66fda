/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What instrumented code calls in checks.h, behind stubs that leave alone all registers which VEX keeps values in. VEX
 * is told so (coregrind-glue/translate/translate.c), so that the code around a check need not spill anything for a call
 * that hardly ever happens. For the same reason there are no arguments: they lie in the guest state (ENGINE_ADDRESS,
 * ENGINE_TAG). */
#ifndef SEEP_MEMCHECK_RUNTIME_STUBS_H
#define SEEP_MEMCHECK_RUNTIME_STUBS_H

#include <stdint.h>

#include "pub_tool_basics.h"

/* These try checks_quick.h first. */
#define ACCESS_STUBS(STUB)                                                           \
  STUB(load_1) STUB(load_2) STUB(load_4) STUB(load_8) STUB(load_16) STUB(load_32)    \
  STUB(store_1) STUB(store_2) STUB(store_4) STUB(store_8) STUB(store_16) STUB(store_32)
#define VALUE_STUBS(STUB)                                                            \
  STUB(value_1) STUB(value_2) STUB(value_4) STUB(value_8) STUB(value_16) STUB(value_32) \
  STUB(condition)
/* Before a store of speculative code: makes the bytes defined, or continues with the instruction's precise code. */
#define SPECULATIVE_STUBS(STUB)                                                      \
  STUB(make_defined_1) STUB(make_defined_2) STUB(make_defined_4) STUB(make_defined_8) STUB(make_defined_16) \
  STUB(make_defined_32)

/* The same; it continues with precise code, too, where a line that is watched would be written to. */
#define WATCHING_STUBS(STUB)                                                         \
  STUB(make_defined_watching_1) STUB(make_defined_watching_2) STUB(make_defined_watching_4) \
  STUB(make_defined_watching_8) STUB(make_defined_watching_16) STUB(make_defined_watching_32)

/* Puts the word of undefined registers right. */
#define REGISTER_STUBS(STUB) STUB(recheck_registers)

#define DECLARE_STUB(name) void stub_##name(void);
ACCESS_STUBS(DECLARE_STUB)
VALUE_STUBS(DECLARE_STUB)
SPECULATIVE_STUBS(DECLARE_STUB)
WATCHING_STUBS(DECLARE_STUB)
REGISTER_STUBS(DECLARE_STUB)
#undef DECLARE_STUB

/* The lines that are watched: a bit for each, as origins.h has them. */
void stubs_watch(const uint64_t *lines);

/* Is this the address of a stub? */
Bool stubs_contain(Addr address);
/* Is it in a stub that continues with precise code when it faults? */
Bool stubs_can_leave(Addr address);

#endif
