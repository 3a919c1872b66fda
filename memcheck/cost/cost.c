/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counts go to the reporter by segment (memcheck/pure/cost/code_segments.h): when the program ends, forks or executes
 * another one, before code goes away, and every second. */
#include "memcheck/cost/cost.h"

#include "coregrind-glue/core.h"
#include "memcheck/base/clock.h"
#include "memcheck/base/tool_settings.h"
#include "memcheck/cost/cost_private.h"
#include "memcheck/pure/base/env.h"

#include "libvex.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"

enum { FRAME_SEGMENTS = 4096, FRAME_BYTES = FRAME_SEGMENTS * 16 };
static const uint64_t send_every_ns = 1000000000, look_every_cycles = 1 << 26;

extern VexControl VG_(clo_vex_control);

struct segments *cost_segments;

/* A frame that is being filled. */
static struct {
  uint64_t starts[FRAME_SEGMENTS], counts[FRAME_SEGMENTS], instructions[FRAME_SEGMENTS];
  char bytes[FRAME_BYTES];
  size_t count, bytes_used;
} *frame;

/* The core knows what it is called, as a library of that name would be preloaded. There is none of this name. */
Bool cost_is_on(void)
{
  return VG_(strcmp)(VG_(clo_toolname), "seep-cost") == 0;
}

void cost_init(void)
{
  cost_segments = segments_create();
  frame = env_map_pages(sizeof *frame);
  cost_mappings_init();
}

static uint32_t counter_of(Addr address, const UChar *bytes, UInt instructions)
{
  const struct segment segment = {.start = address, .bytes = bytes, .instructions = instructions};
  return segments_find(cost_segments, &segment);
}

static Bool may_copy(Addr address)
{
  return True;
}

/* Of `if (a && b)` VEX makes one block, which executes what decides about `b` before it is known whether that is
 * reached; if it may follow jumps. */
void cost_begin(void)
{
  VG_(clo_vex_control).guest_chase = False;
  const struct direct_policy direct = {
    .is_on = settings.engine == ENGINE_OPTION_DIRECT,
    .may_copy = may_copy,
    .go_on_at_alias = alias_find_code,
    .return_to_core = alias_return_to_core,
    .counters = segments_counters(cost_segments),
    .counter_of = counter_of,
  };
  const HChar *const missing = direct_begin(&direct);
  if (missing && VG_(clo_verbosity) > 1)
    VG_(umsg)("There is no direct code without %s, so counting takes longer.\n", missing);
}

static void send_frame(uint64_t epoch)
{
  if (frame->count == 0)
    return;
  channel_send_cost(&(struct record_cost){
    .epoch = epoch,
    .starts = {frame->starts, frame->count},
    .counts = {frame->counts, frame->count},
    .instructions = {frame->instructions, frame->count},
    .bytes = {frame->bytes, frame->bytes_used},
  });
  frame->count = frame->bytes_used = 0;
}

static void add_segment(const struct segment *segment, int64_t count, uint64_t epoch)
{
  if (frame->count == FRAME_SEGMENTS || frame->bytes_used + segment->instructions > FRAME_BYTES)
    send_frame(epoch);
  frame->starts[frame->count] = segment->start;
  frame->counts[frame->count] = (uint64_t)count;
  frame->instructions[frame->count++] = segment->instructions;
  VG_(memcpy)(frame->bytes + frame->bytes_used, segment->bytes, segment->instructions);
  frame->bytes_used += segment->instructions;
}

void cost_send_range(uint64_t start, uint64_t end, uint64_t epoch)
{
  struct segment segment;
  int64_t count;
  uint32_t cursor = 0;
  while (segments_take(cost_segments, start, end, &cursor, &segment, &count))
    add_segment(&segment, count, epoch);
  send_frame(epoch);
  channel_flush();
}

static void tell_of_lost(void)
{
  static Bool is_told;
  if (!is_told && segments_counters(cost_segments)[SEGMENTS_LOST] != 0)
    VG_(umsg)("The program has more code than can be counted: what it has executed of the rest is missing.\n");
  is_told |= segments_counters(cost_segments)[SEGMENTS_LOST] != 0;
}

void cost_send(void)
{
  if (!cost_is_on())
    return;
  tell_of_lost();
  cost_send_range(0, ~(Addr)0, modules_epoch());
}

void cost_tick(void)
{
  static uint64_t due_cycles, due_ns;
  if (clock_cycles() < due_cycles)
    return;
  due_cycles = clock_cycles() + look_every_cycles;
  const uint64_t now_ns = clock_elapsed_ns();
  if (now_ns < due_ns)
    return;
  due_ns = now_ns + send_every_ns;
  cost_send();
}

void cost_forget(void)
{
  if (cost_is_on())
    segments_reset(cost_segments);
}
