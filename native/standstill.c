/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "native/standstill.h"

#include <stdio.h>
#include <time.h>

#include "native/check.h"
#include "native/code_files.h"
#include "native/memory_view.h"
#include "native/process_private.h"

void standstill_begin(struct standstill *still, struct watched_thread *own, uint64_t own_sp)
{
  unsigned heap_count;
  *still = (struct standstill){.began_ns = process_now_ns(CLOCK_MONOTONIC)};
  still->moving = watched_threads_stop();
  watched_thread_ask_kernel(own);
  code_look(&process.output);
  const struct memory_range *const heap = process_heap(&heap_count);
  still->has_roots = memory_view_begin(heap, heap_count, own, own_sp);
  still->blocks = check_blocks();
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
  blocks_destroy(still->blocks);
  memory_view_end();
}
