/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reasons come up one by one, while modules are mapped and code runs. One that says more than those before is sent at
 * once, so that the record of a process that is killed has it. That the heap was seen is known only at the end.
 *
 * The functions of a static program without symbols cannot be replaced, so its heap is not seen, if it has any. The
 * only proof that it has none is that it never asked the system for memory. */
#include "memcheck/heap/heap_view.h"

#include "coregrind-glue/core.h"
#include "memcheck/base/clock.h"
#include "memcheck/runtime/language_memory.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

static struct {
  enum record_heap_sight sight;
  const HChar *allocator;
  HChar *module; /* owned; NULL: none */
} view = {.sight = RECORD_HEAP_SEEN, .allocator = ""};

static Bool has_asked_for_memory;

/* The first malloc() in front of the C library's that ran, and how many allocations there had been. If there are no
 * more in the end, it is an allocator of its own. */
static HChar *front; /* owned; NULL: none */
static uint64_t allocations_before_front;

/* The reason with the greater weight is told. */
static UInt weight(enum record_heap_sight sight)
{
  static const UChar weights[] = {
    [RECORD_HEAP_SEEN] = 0,          [RECORD_HEAP_STATIC] = 1,    [RECORD_HEAP_FOREIGN_ALLOCATOR] = 2,
    [RECORD_HEAP_OTHER_RUNTIME] = 3, [RECORD_HEAP_SANITIZER] = 4,
  };
  return weights[sight];
}

static void send_view(void)
{
  if (!channel_is_open())
    return;
  channel_send_heap_view(&(struct record_heap_view){
    .view = view.sight, .allocator = core_string(view.allocator), .module = core_string(view.module)});
  channel_flush();
}

void heap_view_note(enum record_heap_sight sight, const HChar *allocator, const HChar *module)
{
  if (sight == RECORD_HEAP_OTHER_RUNTIME)
    language_memory_begin();
  Bool says_more = weight(sight) > weight(view.sight) || (sight == view.sight && !*view.allocator && *allocator);
  if (!says_more)
    return;
  VG_(free)(view.module);
  view.sight = sight;
  view.allocator = allocator;
  view.module = VG_(strdup)("seep.view", module);
  send_view();
}

void heap_view_note_front(const HChar *module)
{
  if (front)
    return;
  front = VG_(strdup)("seep.view", module);
  allocations_before_front = clock_allocations;
}

void heap_view_note_memory(void)
{
  has_asked_for_memory = True;
}

void heap_view_begin(void)
{
  if (view.sight != RECORD_HEAP_SEEN)
    send_view();
}

void heap_view_end(void)
{
  if (static_program_runs() && !static_program_has_heap_replaced() && has_asked_for_memory)
    heap_view_note(RECORD_HEAP_STATIC, "", static_program_path());
  if (front && clock_allocations == allocations_before_front)
    heap_view_note(RECORD_HEAP_FOREIGN_ALLOCATOR, "", front);
  send_view();
}
