/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Questions about allocation stacks that only the reporter can answer, as it knows names. It is asked once for each. */
#ifndef SEEP_MEMCHECK_STACKS_STACK_ANSWERS_H
#define SEEP_MEMCHECK_STACKS_STACK_ANSWERS_H

#include <stdint.h>

#include "memcheck/pure/stacks/stacks.h"

#include "pub_tool_basics.h"

struct stack_answers {
  uint64_t question; /* enum record_question */
  uint64_t yes;      /* the flag of a reply that says so */
  UChar *answers;    /* by stack */
  stack_id end;
  uint64_t items; /* those of all replies */
};

/* *ret_is_new: it was asked just now. */
Bool stack_answers_yes(struct stack_answers *answers, stack_id stack, Bool *ret_is_new);

#endif
