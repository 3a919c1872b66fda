/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Is what the stack pointer is set to made of what it was? Then it is on the same stack as before. What comes from
 * elsewhere may be another one (memcheck/pure/shadow/stack_switches.h). */
#ifndef SEEP_MEMCHECK_PURE_ENGINE_STACK_SUMS_H
#define SEEP_MEMCHECK_PURE_ENGINE_STACK_SUMS_H

#include <stdint.h>

#include "libvex.h"
#include "libvex_ir.h"

/* As code stores them for who is told of the move. */
enum { STACK_IS_MOVED = 0, STACK_IS_SET_BY_FRAME, STACK_IS_SET_FREELY };

struct stack_sums {
  uint8_t *made_of; /* by temporary of the block */
  IRTemp temporaries;
  int offset_sp, offset_fp;
};

/* A block begins: nothing in it is made of the stack pointer yet. */
void stack_sums_begin(struct stack_sums *sums, const IRSB *block, const VexGuestLayout *layout);
/* A temporary is computed. */
void stack_sums_note(struct stack_sums *sums, IRTemp temporary, const IRExpr *value);
/* A register is written: how is the stack pointer set, if it is that? */
unsigned stack_sums_put(struct stack_sums *sums, int offset, const IRExpr *value, IRType type);

#endif
