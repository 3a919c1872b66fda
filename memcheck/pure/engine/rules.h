/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Between the table and the rules. A rule is a function that weaves the V bits of one application of an operation, and
 * returns them; NULL when the result is wholly defined. It is only called when some operand is not wholly defined. */
#ifndef SEEP_MEMCHECK_PURE_ENGINE_RULES_H
#define SEEP_MEMCHECK_PURE_ENGINE_RULES_H

#include "memcheck/pure/engine/definedness.h"
#include "memcheck/pure/engine/lanes.h"

struct application {
  struct weave *weave;
  IROp op;
  unsigned lane_bits; /* the table's third column: width of the lanes, or what the rule takes it for */
  unsigned count;
  IRExpr *const *values;
  IRExpr *const *shadows; /* NULL: defined */
};

typedef IRExpr *definedness_rule(const struct application *application);

#define RULE(name, cheap_ceiling, exact_ceiling) definedness_rule rule_##name;
#define OP(name, rule, lane_bits)
#include "memcheck/pure/engine/definedness.def"

/* --- what rules are made of; all of it takes NULL for V bits that are all zero --- */

/* The type of the result's V bits. */
IRType rules_result_type(const struct application *application);

/* Undefined if either is, in two V bits of one type. */
IRExpr *rules_either(const struct application *application, IRExpr *a, IRExpr *b);
/* The union of operands' V bits, from operand `first` on; all of one type. */
IRExpr *rules_any_of(const struct application *application, unsigned first);
/* All of the result is undefined when any of these bits is. */
IRExpr *rules_spread(const struct application *application, IRExpr *v_bits);
/* Each lane is undefined as a whole when any of its bits is. */
IRExpr *rules_smear(const struct application *application, IRExpr *v_bits);

/* An operand's V bits as an atom: a constant when it is defined. Not for type I128. */
IRExpr *rules_shadow_atom(const struct application *application, unsigned i);
/* An operand's value with its undefined bits all clear, or all set. */
IRExpr *rules_lowest(const struct application *application, unsigned i);
IRExpr *rules_highest(const struct application *application, unsigned i);

/* The value of a scalar constant; false: it is none. */
bool rules_constant(const IRExpr *atom, unsigned long long *ret_value);
/* A constant whose bits are all clear, of any type. */
bool rules_is_zero(const IRExpr *atom);

#endif
