/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sums that tell walks apart, so that their frames need not be compared: the addresses of a walk are the coefficients
 * of a polynomial, the outermost one with the highest power, and its value in one place, modulo 2^128, is the sum. So
 * that of a frame is made of its caller's by one step, and the sum of the innermost frames is what remains without the
 * others.
 *
 * Two walks agree by chance in one of 2^128 cases. It is a few more for some that have the same few addresses in orders
 * that are mirrored again and again: of 512 frames in the worst order one of 2^75. What these share is the lowest bits,
 * so who keeps fewer than all keeps the upper ones: with 96 (native/known_walks.h) it is one of 2^96 and of 2^75. */
#ifndef SEEP_MEMCHECK_PURE_STACKS_UNWIND_SUM_H
#define SEEP_MEMCHECK_PURE_STACKS_UNWIND_SUM_H

#include <stdint.h>

typedef unsigned __int128 unwind_sum;

/* Odd, and otherwise chosen at random. */
static const uint64_t unwind_sum_place = UINT64_C(0x7485cc80cf03ca03);

/* What undoes a multiplication by it. */
static const unwind_sum unwind_sum_undone =
  (unwind_sum)UINT64_C(0xcde487b118f237aa) << 64 | UINT64_C(0x120ef797e332b0ab);

/* One more frame within those of a sum. */
static inline unwind_sum unwind_sum_with(unwind_sum sum, uint64_t pc)
{
  return sum * unwind_sum_place + pc;
}

/* The other way round. */
static inline unwind_sum unwind_sum_without(unwind_sum sum, uint64_t pc)
{
  return (sum - pc) * unwind_sum_undone;
}

#endif
