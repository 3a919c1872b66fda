/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of operations. One is looked up by its number, so finding its rule costs the same for all. */
#include "memcheck/pure/engine/definedness.h"

#include <stddef.h>

#include "coregrind-glue/port/vex_operations.h"
#include "memcheck/pure/engine/rules.h"

#define FIRST_OPERATION Iop_INVALID

static const struct operation {
  definedness_rule *rule;
  unsigned lane_bits;
} operations[Iop_LAST - FIRST_OPERATION] = {
#define RULE(name, cheap_ceiling, exact_ceiling)
#define OP(name, rule, lane_bits) [Iop_##name - FIRST_OPERATION] = {rule_##rule, lane_bits},
#include "memcheck/pure/engine/definedness.def"
};

static const struct operation unknown = {rule_whole, 0};

static const struct operation *operation_of(IROp op)
{
  if (op <= FIRST_OPERATION || op >= Iop_LAST || !operations[op - FIRST_OPERATION].rule)
    return &unknown;
  return &operations[op - FIRST_OPERATION];
}

bool definedness_is_known(IROp op)
{
  return operation_of(op) != &unknown;
}

/* A difference or comparison of a vector with itself is a constant, as is its exclusive or. VEX knows that of 128 bits,
 * but not of 256. */
static bool is_constant(IROp op, const struct operation *operation, unsigned count, IRExpr *const values[])
{
  return count == 2 && values[0]->tag == Iex_RdTmp && values[1]->tag == Iex_RdTmp &&
         values[0]->Iex.RdTmp.tmp == values[1]->Iex.RdTmp.tmp &&
         (op == Iop_XorV256 || operation->rule == rule_sub || operation->rule == rule_greater_lanes ||
          operation->rule == rule_equal_lanes);
}

IRExpr *definedness_of(struct weave *weave, IROp op, unsigned count, IRExpr *const values[], IRExpr *const shadows[])
{
  bool defined = true;
  for (unsigned i = 0; i < count; i++)
    if (shadows[i])
      defined = false;
  if (defined)
    return NULL;
  const struct operation *operation = operation_of(op);
  if (is_constant(op, operation, count, values))
    return NULL;
  struct application application = {weave, op, operation->lane_bits, count, values, shadows};
  return operation->rule(&application);
}
