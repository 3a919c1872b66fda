/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The block of code that is being translated: what the glue wants the tool's instrumenter to make of it, and what the
 * tool says of the result. There is one at a time. */
#ifndef SEEP_COREGRIND_GLUE_VEX_BLOCK_IN_WORK_H
#define SEEP_COREGRIND_GLUE_VEX_BLOCK_IN_WORK_H

#include "pub_tool_basics.h"

enum code_kind {
  CODE_PRECISE,
  CODE_SPECULATIVE,
  CODE_PRECISE_AT_ALIAS, /* entered from speculative code only */
};

struct block_in_work {
  /* What is wanted. */
  enum code_kind kind;
  Bool is_step;      /* of one instruction, which stores to code */
  Bool keeps_loads;  /* also those that have no influence on any register */
  Bool is_limited;   /* a block that becomes too large for VEX is to be given up */

  /* What the tool says, each time it has instrumented the block. */
  Bool is_unfit;     /* for speculation: it has to be made again, and will be precise */
  Bool is_too_large; /* it was given up: it has to be made again of fewer instructions */
  Bool has_lost_loads; /* VEX has dropped a load whose value nobody uses (lost_loads.c) */
  Bool has_told;     /* making it told the user something, so it is made anew in the next run */
};

extern struct block_in_work block_in_work;

/* What the tool makes of all blocks, as told once, when options are known. */
struct code_policy {
  Bool speculates;  /* is there speculative code at all? */
  ULong number;     /* equal numbers mean equal code: for the translation cache */
};

extern struct code_policy code_policy;

#endif
