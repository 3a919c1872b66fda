/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "memcheck/runtime/follow_sites.h"

#include "coregrind-glue/core.h"
#include "memcheck/base/env.h"
#include "memcheck/base/settings.h"
#include "memcheck/stacks/traces.h"

#include "pub_tool_libcbase.h"

enum answer { NOT_ASKED, NO, YES };

static UChar *answers; /* by stack, enum answer */
static stack_id answers_end;

static UChar *answer_for(stack_id stack)
{
  if (stack >= answers_end) {
    const stack_id end = 2 * stack + 64;
    UChar *larger = env_allocate("follow", end);
    memset(larger, NOT_ASKED, end);
    if (answers)
      memcpy(larger, answers, answers_end);
    env_free(answers);
    answers = larger;
    answers_end = end;
  }
  return &answers[stack];
}

static Bool ask_reporter(stack_id stack)
{
  struct record_reply reply;
  traces_send(stack);
  return channel_ask_about(RECORD_QUESTION_EXPLAIN, stack, &reply) && (reply.flags & RECORD_REPLY_FOLLOWED) != 0;
}

Bool follow_sites_mean(stack_id stack)
{
  if (VG_(strcmp)(settings.explain, "all") == 0)
    return True;
  UChar *const answer = answer_for(stack);
  if (*answer == NOT_ASKED)
    *answer = ask_reporter(stack) ? YES : NO;
  return *answer == YES;
}
