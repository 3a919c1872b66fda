/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Either one allocation fails, given by its number, or all those of a place, given by name. Only the reporter knows
 * names, so it is asked once for each allocation stack. */
#include "memcheck/heap/fail_alloc.h"

#include "coregrind-glue/core.h"
#include "memcheck/base/env.h"
#include "memcheck/base/settings.h"
#include "memcheck/stacks/traces.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"

enum verdict { NOT_ASKED, SUCCEEDS, FAILS };

static uint64_t number, allocations; /* the one that fails, 0: those of a place; how many there were */
static UChar *verdicts;              /* by stack, enum verdict */
static stack_id verdicts_end;

bool fail_alloc_begin(void)
{
  if (settings.fail_alloc == NULL || *settings.fail_alloc == '\0')
    return false;
  HChar *end;
  const Long value = VG_(strtoll10)(settings.fail_alloc, &end);
  number = *end == '\0' && value > 0 ? (uint64_t)value : 0;
  return true;
}

static UChar *verdict_of(stack_id stack)
{
  if (stack >= verdicts_end) {
    const stack_id end = 2 * stack + 64;
    UChar *larger = env_allocate("fail_alloc", end);
    VG_(memset)(larger, NOT_ASKED, end);
    if (verdicts)
      VG_(memcpy)(larger, verdicts, verdicts_end);
    env_free(verdicts);
    verdicts = larger;
    verdicts_end = end;
  }
  return &verdicts[stack];
}

static void tell_failure(stack_id stack, SizeT bytes)
{
  HChar text[128];
  VG_(snprintf)(text, sizeof text, "An allocation of %'lu bytes fails, as --fail-alloc=%s asks for:\n", bytes, settings.fail_alloc);
  traces_send(stack);
  channel_send_message(&(struct record_message){
    .class = RECORD_MESSAGE_SEEP, .stack_id = stack, .text = core_string(text)});
  channel_flush();
}

static bool ask_reporter(stack_id stack, SizeT bytes)
{
  struct record_reply reply;
  traces_send(stack);
  if (!channel_ask_about(RECORD_QUESTION_FAIL_ALLOC, stack, &reply) || (reply.flags & RECORD_REPLY_FAILS) == 0)
    return false;
  tell_failure(stack, bytes);
  return true;
}

bool fail_alloc_now(ThreadId tid, SizeT bytes)
{
  const bool is_next = ++allocations == number;
  if (number != 0 && !is_next)
    return false;
  const stack_id stack = traces_of_thread(tid);
  if (is_next) {
    tell_failure(stack, bytes);
    return true;
  }
  UChar *verdict = verdict_of(stack);
  if (*verdict == NOT_ASKED)
    *verdict = ask_reporter(stack, bytes) ? FAILS : SUCCEEDS;
  return *verdict == FAILS;
}
