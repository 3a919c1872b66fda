/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "native/stopped_stacks.h"

#include <stddef.h>

#include "native/memory_view.h"
#include "native/thread_storage.h"
#include "native/call_stacks.h"

void stopped_stacks_visit(struct output *record, void (*tell)(void *context, const struct record_heap_thread *frame),
                          void *context)
{
  static uint64_t ips[WATCHED_FRAMES_MAX], sps[WATCHED_FRAMES_MAX], tls[THREAD_STORAGE_MODULES_MAX];
  for (const struct watched_thread *thread = watched_threads(); thread; thread = thread->next) {
    struct unwind_registers start;
    if (!memory_view_thread(thread, &start))
      continue;
    const size_t count = walks_of_stopped(&start, ips, sps, WATCHED_FRAMES_MAX);
    const uint32_t stack = walks_intern(ips, count);
    walks_send(record, stack);
    const size_t all = thread_storage_blocks(&memory_view, thread->thread_pointer, tls);
    const size_t modules = thread_storage_of_program(tls, all);
    tell(context, &(struct record_heap_thread){.tid = thread->number,
                                               .stack_id = stack,
                                               .sps = {sps, count},
                                               .thread_pointer = thread->thread_pointer,
                                               .tls_blocks = {tls, modules}});
  }
}
