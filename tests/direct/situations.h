/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Situations for one instruction, each with a reason why direct code may fail in it, and for short sequences. */
#ifndef SEEP_TESTS_DIRECT_SITUATIONS_H
#define SEEP_TESTS_DIRECT_SITUATIONS_H

#include "direct/agreement.h"

/* Where jumps may go; nothing there is an instruction of the table, unless it is put there. */
#define SITUATION_LANDING(page) ((page) + 3072)
enum { SITUATION_NOTHING = 0xf4 }; /* hlt, which faults */

enum situation_kind {
  SITUATION_CLEAN,         /* all is as it should be */
  SITUATION_UNDEFINED,     /* a byte that it reads, or the operand that it stores to */
  SITUATION_UNADDRESSABLE, /* a byte of the operand */
  SITUATION_PAGE_END,      /* the operand ends with its page, or begins with it */
  SITUATION_BEYOND_PAGE,   /* goes beyond it */
  SITUATION_VANISHED,      /* goes beyond it, and the shadow does not know */
  SITUATION_ODD,           /* at an odd address */
  SITUATION_READ_ONLY,     /* in memory that cannot be written to */
  SITUATION_ASTRAY,        /* anywhere */
  SITUATION_REGISTER,      /* a bit of the word of undefined registers is set */
  SITUATION_STRESSED,
  SITUATION_BOUND,         /* the stack pointer is about as low or as high as it may be */
  SITUATION_KINDS
};

void situations_init(void);
/* Memory and its shadow anew: all defined that lies above the stack pointer, and data. */
void situations_fill(struct situation *ret);
/* false: that is nothing for this instruction. */
bool situation_make(enum situation_kind kind, const struct subject *subject, bool has_live_flags,
                    struct situation *ret);
/* The code page has nothing in it again. */
void situations_clear_code(void);

#endif
