/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "memcheck/snapshot/snapshot_threads.h"

#include "memcheck/stacks/live_threads.h"
#include "memcheck/stacks/thread_storage.h"
#include "memcheck/stacks/traces.h"

#include "pub_tool_basics.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_stacktrace.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_xarray.h"

enum { FRAMES_MAX = 500 };

struct noted {
  ThreadId tid;
  stack_id stack;
  uint64_t thread_pointer;
  uint64_t *sps, *tls_blocks;
  size_t sp_count, tls_count;
};

static XArray *noted_threads; /* of struct noted */

static uint64_t *copy_of(const uint64_t *numbers, size_t count)
{
  uint64_t *copy = VG_(malloc)("seep.snapshot.threads", count * sizeof *copy + 1);
  VG_(memcpy)(copy, numbers, count * sizeof *copy);
  return copy;
}

static void note_tls(struct noted *thread)
{
  static uint64_t blocks[THREAD_STORAGE_MODULES_MAX];
  thread->tls_count = thread_storage_blocks(thread->thread_pointer, blocks);
  thread->tls_blocks = copy_of(blocks, thread->tls_count);
}

static void note_stack(struct noted *thread)
{
  static Addr ips[FRAMES_MAX], sps[FRAMES_MAX];
  const UInt count = VG_(get_StackTrace)(thread->tid, ips, FRAMES_MAX, sps, NULL, 0);
  if (count > 0)
    thread->stack = traces_intern((const uint64_t *)ips, count);
  thread->sp_count = count;
  thread->sps = copy_of((const uint64_t *)sps, count);
}

static void forget_noted_threads(void)
{
  for (Word i = 0; noted_threads && i < VG_(sizeXA)(noted_threads); i++) {
    struct noted *thread = VG_(indexXA)(noted_threads, i);
    VG_(free)(thread->sps);
    VG_(free)(thread->tls_blocks);
  }
  if (noted_threads)
    VG_(deleteXA)(noted_threads);
  noted_threads = VG_(newXA)(VG_(malloc), "seep.snapshot.threads", VG_(free), sizeof(struct noted));
}

void snapshot_threads_note(void)
{
  ThreadId tid;
  Addr low, high;
  forget_noted_threads();
  VG_(thread_stack_reset_iter)(&tid);
  while (VG_(thread_stack_next)(&tid, &low, &high)) {
    if (!live_threads_has(tid))
      continue;
    struct noted thread = {.tid = tid, .thread_pointer = live_threads_pointer(tid)};
    note_stack(&thread);
    note_tls(&thread);
    VG_(addToXA)(noted_threads, &thread);
  }
}

void snapshot_threads_send_stacks(void)
{
  for (Word i = 0; noted_threads && i < VG_(sizeXA)(noted_threads); i++)
    traces_send(((const struct noted *)VG_(indexXA)(noted_threads, i))->stack);
}

void snapshot_threads_visit(void (*tell)(void *context, const struct record_heap_thread *frame), void *context)
{
  snapshot_threads_send_stacks();
  for (Word i = 0; noted_threads && i < VG_(sizeXA)(noted_threads); i++) {
    const struct noted *thread = VG_(indexXA)(noted_threads, i);
    tell(context, &(struct record_heap_thread){
                    .tid = thread->tid,
                    .stack_id = thread->stack,
                    .sps = {thread->sps, thread->sp_count},
                    .thread_pointer = thread->thread_pointer,
                    .tls_blocks = {thread->tls_blocks, thread->tls_count},
                  });
  }
}
