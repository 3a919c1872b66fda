/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "memcheck/stacks/traces.h"

#include "coregrind-glue/core.h"
#include "memcheck/base/tool_settings.h"

enum { MAX_FRAMES = 500 }; /* the core's own limit for --num-callers */

static struct stacks *stacks;

void traces_init(void)
{
  stacks = stacks_create();
  unwinder_init();
}

stack_id traces_intern(const uint64_t *ips, size_t count)
{
  return stacks_intern(stacks, ips, count);
}

const uint64_t *traces_get(stack_id id, size_t *ret_count)
{
  return stacks_get(stacks, id, ret_count);
}

stack_id traces_top_of_thread(ThreadId tid, unsigned frames)
{
  UInt wanted = (UInt)VG_(clo_backtrace_size) < frames ? (UInt)VG_(clo_backtrace_size) : frames;
  return unwinder_take_stack(tid, wanted, traces_intern);
}

stack_id traces_deep_of_thread(ThreadId tid, unsigned frames)
{
  return unwinder_take_stack(tid, frames, traces_intern);
}

stack_id traces_of_thread(ThreadId tid)
{
  return traces_top_of_thread(tid, MAX_FRAMES);
}

void traces_send(stack_id id)
{
  if (id == 0 || stacks_sent(stacks, id))
    return;
  size_t count;
  const uint64_t *ips = stacks_get(stacks, id, &count);
  uint64_t retired = stacks_epoch(stacks, id);
  if (!retired)
    generated_names_send(ips, count);
  channel_send_stack(&(struct record_stack){
    .id = id, .epoch = retired ? retired : modules_epoch(), .ips = {ips, count}});
  stacks_mark_sent(stacks, id);
}

void traces_send_all(void)
{
  for (stack_id id = 1; id < stacks_limit(stacks); id++)
    traces_send(id);
}

stack_id traces_key(stack_id id, unsigned frames)
{
  return stacks_key(stacks, id, frames);
}

void traces_retire(uint64_t start, uint64_t end, uint64_t epoch)
{
  if (settings.keep_debuginfo)
    stacks_retire(stacks, start, end, epoch);
  unwinder_forget_stacks();
}

void traces_forget_sent(void)
{
  stacks_forget_sent(stacks);
}

bool traces_is_valid(void)
{
  return stacks_is_valid(stacks);
}
