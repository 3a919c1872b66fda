/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The thread control block of a glibc program begins with its own address; its second word leads to the dynamic thread
 * vector: pairs of words, of which the first is the address of a module's storage or all ones, with how many they are in
 * front. All of it is the program's memory, and may be anything. */
#include "memcheck/snapshot_threads.h"

#include "coregrind-glue/guarded.h"
#include "memcheck/roots.h"
#include "memcheck/traces.h"

#include "pub_tool_basics.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_stacktrace.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_xarray.h"

enum {
  FRAMES_MAX = 500,
  MODULES_MAX = 4096, /* of those with thread-local storage */
  WORD = sizeof(uint64_t),
  PAIR = 2 * WORD,
};

struct noted {
  ThreadId tid;
  stack_id stack;
  uint64_t thread_pointer;
  uint64_t *sps, *tls_blocks;
  size_t sp_count, tls_count;
};

static XArray *noted; /* of struct noted */

static uint64_t word_at(uint64_t address)
{
  uint64_t word;
  return guarded_load((const uint64_t *)address, &word) ? word : 0;
}

static uint64_t *copy_of(const uint64_t *numbers, size_t count)
{
  uint64_t *copy = VG_(malloc)("seep.snapshot.threads", count * sizeof *copy + 1);
  VG_(memcpy)(copy, numbers, count * sizeof *copy);
  return copy;
}

static void note_tls(struct noted *thread)
{
  static uint64_t blocks[MODULES_MAX];
  const uint64_t dtv = thread->thread_pointer ? word_at(thread->thread_pointer + WORD) : 0;
  uint64_t count = dtv > PAIR ? word_at(dtv - PAIR) : 0;
  if (count > MODULES_MAX)
    count = MODULES_MAX;
  for (uint64_t i = 0; i < count; i++) {
    blocks[i] = word_at(dtv + (i + 1) * PAIR);
    if (blocks[i] == UINT64_MAX)
      blocks[i] = 0;
    if (blocks[i] != 0)
      thread->tls_count = i + 1;
  }
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

static void forget(void)
{
  for (Word i = 0; noted && i < VG_(sizeXA)(noted); i++) {
    struct noted *thread = VG_(indexXA)(noted, i);
    VG_(free)(thread->sps);
    VG_(free)(thread->tls_blocks);
  }
  if (noted)
    VG_(deleteXA)(noted);
  noted = VG_(newXA)(VG_(malloc), "seep.snapshot.threads", VG_(free), sizeof(struct noted));
}

void snapshot_threads_note(void)
{
  ThreadId tid;
  Addr low, high;
  forget();
  VG_(thread_stack_reset_iter)(&tid);
  while (VG_(thread_stack_next)(&tid, &low, &high)) {
    if (!roots_has_thread(tid))
      continue;
    struct noted thread = {.tid = tid, .thread_pointer = roots_thread_pointer(tid)};
    note_stack(&thread);
    note_tls(&thread);
    VG_(addToXA)(noted, &thread);
  }
}

void snapshot_threads_send_stacks(void)
{
  for (Word i = 0; noted && i < VG_(sizeXA)(noted); i++)
    traces_send(((const struct noted *)VG_(indexXA)(noted, i))->stack);
}

void snapshot_threads_tell(void (*tell)(void *context, const struct record_heap_thread *frame), void *context)
{
  snapshot_threads_send_stacks();
  for (Word i = 0; noted && i < VG_(sizeXA)(noted); i++) {
    const struct noted *thread = VG_(indexXA)(noted, i);
    tell(context, &(struct record_heap_thread){
                    .tid = thread->tid,
                    .stack_id = thread->stack,
                    .sps = {thread->sps, thread->sp_count},
                    .thread_pointer = thread->thread_pointer,
                    .tls_blocks = {thread->tls_blocks, thread->tls_count},
                  });
  }
}
