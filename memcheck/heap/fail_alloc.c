/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Either one allocation fails, given by its number, or all those of a place, given by name. Only the reporter knows
 * names, so it is asked once for each allocation stack. */
#include "memcheck/heap/fail_alloc.h"

#include "coregrind-glue/core.h"
#include "memcheck/base/tool_settings.h"
#include "memcheck/stacks/stack_answers.h"
#include "memcheck/stacks/traces.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"

static uint64_t number, allocations; /* the one that fails, 0: those of a place; how many there were */
static struct stack_answers places = {.question = RECORD_QUESTION_FAIL_ALLOC, .yes = RECORD_REPLY_FAILS};

bool fail_alloc_begin(void)
{
  if (settings.fail_alloc == NULL || *settings.fail_alloc == '\0')
    return false;
  HChar *end;
  const Long value = VG_(strtoll10)(settings.fail_alloc, &end);
  number = *end == '\0' && value > 0 ? (uint64_t)value : 0;
  return true;
}

static void tell_failure(stack_id stack, SizeT bytes)
{
  HChar text[128];
  VG_(snprintf)
  (text, sizeof text, "An allocation of %'lu bytes fails, as --fail-alloc=%s asks for:\n", bytes, settings.fail_alloc);
  traces_send(stack);
  channel_send_message(&(struct record_message){
    .class = RECORD_MESSAGE_FAILS, .stack_id = stack, .text = core_string(text)});
  channel_flush();
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
  Bool is_new;
  const bool fails = stack_answers_yes(&places, stack, &is_new);
  if (fails && is_new)
    tell_failure(stack, bytes);
  return fails;
}
