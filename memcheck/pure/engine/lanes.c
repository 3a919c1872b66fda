/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tables of what VEX has, by the type and the width of a lane. What it lacks is made of what it has, with more bits
 * set. */
#include "memcheck/pure/engine/lanes.h"

#include <stddef.h>

static const struct lane_operations {
  IRType type;
  unsigned lane_bits;
  IROp add, sub, smear, left, equal, greater;
} by_lanes[] = {
  {Ity_I8, 8, Iop_Add8, Iop_Sub8, Iop_INVALID, Iop_Left8, Iop_INVALID, Iop_INVALID},
  {Ity_I16, 16, Iop_Add16, Iop_Sub16, Iop_INVALID, Iop_Left16, Iop_INVALID, Iop_INVALID},
  {Ity_I32, 32, Iop_Add32, Iop_Sub32, Iop_CmpwNEZ32, Iop_Left32, Iop_INVALID, Iop_INVALID},
  {Ity_I64, 64, Iop_Add64, Iop_Sub64, Iop_CmpwNEZ64, Iop_Left64, Iop_INVALID, Iop_INVALID},
  {Ity_I64, 8, Iop_Add8x8, Iop_Sub8x8, Iop_CmpNEZ8x8, Iop_INVALID, Iop_CmpEQ8x8, Iop_CmpGT8Sx8},
  {Ity_I64, 16, Iop_Add16x4, Iop_Sub16x4, Iop_CmpNEZ16x4, Iop_INVALID, Iop_CmpEQ16x4, Iop_CmpGT16Sx4},
  {Ity_I64, 32, Iop_Add32x2, Iop_Sub32x2, Iop_CmpNEZ32x2, Iop_INVALID, Iop_CmpEQ32x2, Iop_CmpGT32Sx2},
  {Ity_V128, 8, Iop_Add8x16, Iop_Sub8x16, Iop_CmpNEZ8x16, Iop_INVALID, Iop_CmpEQ8x16, Iop_CmpGT8Sx16},
  {Ity_V128, 16, Iop_Add16x8, Iop_Sub16x8, Iop_CmpNEZ16x8, Iop_INVALID, Iop_CmpEQ16x8, Iop_CmpGT16Sx8},
  {Ity_V128, 32, Iop_Add32x4, Iop_Sub32x4, Iop_CmpNEZ32x4, Iop_INVALID, Iop_CmpEQ32x4, Iop_CmpGT32Sx4},
  {Ity_V128, 64, Iop_Add64x2, Iop_Sub64x2, Iop_CmpNEZ64x2, Iop_INVALID, Iop_CmpEQ64x2, Iop_CmpGT64Sx2},
  {Ity_V256, 8, Iop_Add8x32, Iop_Sub8x32, Iop_CmpNEZ8x32, Iop_INVALID, Iop_CmpEQ8x32, Iop_CmpGT8Sx32},
  {Ity_V256, 16, Iop_Add16x16, Iop_Sub16x16, Iop_CmpNEZ16x16, Iop_INVALID, Iop_CmpEQ16x16, Iop_CmpGT16Sx16},
  {Ity_V256, 32, Iop_Add32x8, Iop_Sub32x8, Iop_CmpNEZ32x8, Iop_INVALID, Iop_CmpEQ32x8, Iop_CmpGT32Sx8},
  {Ity_V256, 64, Iop_Add64x4, Iop_Sub64x4, Iop_CmpNEZ64x4, Iop_INVALID, Iop_CmpEQ64x4, Iop_CmpGT64Sx4},
};

static const struct lane_operations *lanes_of(const struct weave *weave, unsigned lane_bits, IRExpr *atom)
{
  IRType type = weave_type(weave, atom);
  size_t i = 0;
  while (by_lanes[i].type != type || by_lanes[i].lane_bits != lane_bits)
    i++;
  return &by_lanes[i];
}

IRExpr *lanes_add(struct weave *weave, unsigned lane_bits, IRExpr *a, IRExpr *b)
{
  return weave_binop(weave, lanes_of(weave, lane_bits, a)->add, a, b);
}

IRExpr *lanes_sub(struct weave *weave, unsigned lane_bits, IRExpr *a, IRExpr *b)
{
  return weave_binop(weave, lanes_of(weave, lane_bits, a)->sub, a, b);
}

IRExpr *lanes_smear(struct weave *weave, unsigned lane_bits, IRExpr *a)
{
  IRType type = weave_type(weave, a);
  if (type == Ity_I1)
    return a;
  IROp op = lanes_of(weave, lane_bits, a)->smear;
  return op == Iop_INVALID ? weave_spread(weave, type, a) : weave_unop(weave, op, a);
}

IRExpr *lanes_left(struct weave *weave, unsigned lane_bits, IRExpr *a)
{
  IROp op = lanes_of(weave, lane_bits, a)->left;
  return op == Iop_INVALID ? lanes_smear(weave, lane_bits, a) : weave_unop(weave, op, a);
}

IRExpr *lanes_equal(struct weave *weave, unsigned lane_bits, IRExpr *a, IRExpr *b)
{
  return weave_binop(weave, lanes_of(weave, lane_bits, a)->equal, a, b);
}

IRExpr *lanes_greater(struct weave *weave, unsigned lane_bits, IRExpr *a, IRExpr *b)
{
  return weave_binop(weave, lanes_of(weave, lane_bits, a)->greater, a, b);
}

IRExpr *lanes_repeat(struct weave *weave, IRType type, unsigned long long word)
{
  IRExpr *part = weave_u64(word);
  if (type == Ity_I64)
    return part;
  IRExpr *vector = weave_binop(weave, Iop_64HLtoV128, part, part);
  return type == Ity_V128 ? vector : weave_binop(weave, Iop_V128HLtoV256, vector, vector);
}
