/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Arithmetic on V bits by lanes, whatever holds them: an integer (one lane as wide as itself), an I64 as MMX uses it,
 * or a vector. Which of VEX's operations does it is looked up by the type and the width of a lane. */
#ifndef SEEP_MEMCHECK_PURE_ENGINE_LANES_H
#define SEEP_MEMCHECK_PURE_ENGINE_LANES_H

#include "memcheck/pure/engine/weave.h"

/* Lane by lane; carries do not leave a lane. */
IRExpr *lanes_add(struct weave *weave, unsigned lane_bits, IRExpr *a, IRExpr *b);
IRExpr *lanes_sub(struct weave *weave, unsigned lane_bits, IRExpr *a, IRExpr *b);
/* All ones in each lane that is not zero. */
IRExpr *lanes_smear(struct weave *weave, unsigned lane_bits, IRExpr *a);
/* All ones in each lane from its lowest set bit upwards. In vectors with a cheaper upper bound of that. */
IRExpr *lanes_left(struct weave *weave, unsigned lane_bits, IRExpr *a);
/* All ones in lanes that are equal, or greater as signed numbers. Vectors only. */
IRExpr *lanes_equal(struct weave *weave, unsigned lane_bits, IRExpr *a, IRExpr *b);
IRExpr *lanes_greater(struct weave *weave, unsigned lane_bits, IRExpr *a, IRExpr *b);
/* `word` in every 64-bit part of a value of `type`. */
IRExpr *lanes_repeat(struct weave *weave, IRType type, unsigned long long word);

#endif
