/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "memcheck/stacks/stack_answers.h"

#include "coregrind-glue/core.h"
#include "memcheck/pure/base/env.h"
#include "memcheck/stacks/traces.h"

enum answer { NOT_ASKED, NO, YES };

static UChar *answer_for(struct stack_answers *answers, stack_id stack)
{
  if (stack >= answers->end) {
    const stack_id end = 2 * stack + 64;
    UChar *larger = env_allocate("answers", end);
    memset(larger, NOT_ASKED, end);
    if (answers->answers)
      memcpy(larger, answers->answers, answers->end);
    env_free(answers->answers);
    answers->answers = larger;
    answers->end = end;
  }
  return &answers->answers[stack];
}

static Bool ask_reporter(struct stack_answers *answers, stack_id stack)
{
  struct record_reply reply;
  traces_send(stack);
  if (!channel_ask_about(answers->question, stack, &reply))
    return False;
  answers->items |= reply.items;
  return (reply.flags & answers->yes) != 0;
}

Bool stack_answers_yes(struct stack_answers *answers, stack_id stack, Bool *ret_is_new)
{
  UChar *const answer = answer_for(answers, stack);
  *ret_is_new = *answer == NOT_ASKED;
  if (*ret_is_new)
    *answer = ask_reporter(answers, stack) ? YES : NO;
  return *answer == YES;
}
