/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "native/standstill.h"

#include <signal.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <time.h>

#include "native/check.h"
#include "native/code_files.h"
#include "native/memory_view.h"
#include "native/process_private.h"
#include "shared/base/native_requests.h"
#include "shared/base/raw_syscalls.h"

static uint64_t set_mask(uint64_t mask)
{
  uint64_t before = 0;
  (void)raw_syscall(SYS_rt_sigprocmask, SIG_SETMASK, (long)&mask, (long)&before, sizeof mask, 0, 0);
  return before;
}

/* Others may have this thread stand still while it waits; no handler of the program's must run then. */
uint64_t standstill_claim(void)
{
  const uint64_t stop = UINT64_C(1) << (NATIVE_REQUESTS_SIGNAL - 1);
  const uint64_t before = set_mask(~stop);
  watched_threads_wait_for_claim();
  (void)set_mask(~UINT64_C(0));
  return before;
}

void standstill_give_back(uint64_t mask)
{
  watched_threads_give_back();
  (void)set_mask(mask);
}

void standstill_begin(struct standstill *still, struct watched_thread *own, uint64_t own_sp)
{
  unsigned heap_count;
  *still = (struct standstill){.began_ns = process_now_ns(CLOCK_MONOTONIC)};
  still->moving = watched_threads_stop();
  watched_thread_ask_kernel(own);
  code_look(&process.output);
  still->has_roots = memory_view_begin();
  const struct memory_range *const heap = process_heap(&heap_count);
  memory_view_find_roots(heap, heap_count, own, own_sp);
}

struct blocks *standstill_blocks(struct standstill *still)
{
  if (!still->blocks)
    still->blocks = check_blocks();
  return still->blocks;
}

void standstill_tell(const struct standstill *still)
{
  char text[160];
  if (still->moving == 0)
    return;
  snprintf(text, sizeof text, "Seep: %u threads could not be stopped; their registers and stacks were not searched\n",
           still->moving);
  output_send(&process.output, RECORD_MESSAGE,
              &(struct record_message){.class = RECORD_MESSAGE_SEEP, .text = process_string(text)});
}

void standstill_end(struct standstill *still)
{
  if (still->blocks)
    blocks_destroy(still->blocks);
  memory_view_end();
}
