/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The instrumenter: VEX's flat code for a block in, the same with definedness and addressability tracked out.
 *
 * It stands on libvex's constructors only and knows neither the core nor the tool's state: all it needs to know is in the
 * policy, so that a test can run instrumented code natively. */
#ifndef SEEP_MEMCHECK_ENGINE_H
#define SEEP_MEMCHECK_ENGINE_H

#include <stdbool.h>

#include "libvex.h"
#include "libvex_ir.h"

/* A function that instrumented code calls, with its name for traces of code. */
struct engine_call {
  const char *name;
  void *function;
};

/* The functions of checks.h, by their names there. */
struct engine_calls {
  struct engine_call load, load_vector, store, helper_reads, helper_writes;
  struct engine_call undefined_condition, undefined_value, forget_redzone;
};

enum engine_precision {
  ENGINE_CHEAP,   /* exact rules only where they are always worth it */
  ENGINE_AUTO,    /* in blocks that need them: with constants that word-at-a-time code uses */
  ENGINE_EXACT,   /* everywhere */
};

struct engine_policy {
  bool values;                   /* track definedness; else addressability only */
  bool origins;                  /* keep tags */
  enum engine_precision precision;
  struct engine_calls calls;
  void (*unknown_operation)(IROp op); /* called when a block has an operation that the table does not know */
};

IRSB *engine_instrument(const struct engine_policy *policy, IRSB *block, const VexGuestLayout *layout);

#endif
