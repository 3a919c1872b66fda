/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The definedness rules: which result bits of an operation are undefined, given which operand bits are. One line per
 * operation in definedness.def; tests/oracle holds each against the operation itself. */
#ifndef SEEP_MEMCHECK_PURE_ENGINE_DEFINEDNESS_H
#define SEEP_MEMCHECK_PURE_ENGINE_DEFINEDNESS_H

#include <stdbool.h>

#include "memcheck/pure/engine/weave.h"

enum { DEFINEDNESS_OPERANDS_MAX = 4 };

/* V bits of `op` applied to `count` atoms `values`, whose V bits are the atoms `shadows`; NULL stands for wholly
 * defined, as operand and as result. An operation that is not in the table makes all its result undefined when any
 * operand bit is. */
IRExpr *definedness_of(struct weave *weave, IROp op, unsigned count, IRExpr *const values[], IRExpr *const shadows[]);

/* The same for a call of one of VEX's helpers, at least one of whose first two arguments is not wholly defined; false:
 * it is not known. */
bool definedness_of_call(struct weave *weave, IRCallee *callee, IRExpr *const values[], IRExpr *const shadows[],
                         IRExpr **ret);

/* Is the operation in the table? */
bool definedness_is_known(IROp op);

#endif
