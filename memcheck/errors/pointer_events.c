/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "memcheck/errors/pointer_events.h"

#include "coregrind-glue/core.h"
#include "memcheck/errors/describe_address.h"
#include "memcheck/stacks/traces.h"
#include "shared/record/record.h"

uint64_t pointer_events_new_trail(void)
{
  static uint64_t last;
  return ++last;
}

static void take_place(struct record_lost_event *to, const struct record_error *from)
{
  to->place = from->place;
  to->block_start = from->block_start;
  to->block_bytes = from->block_bytes;
  to->block_allocator = from->block_allocator;
  to->alloc_stack_id = from->alloc_stack_id;
  to->free_stack_id = from->free_stack_id;
  to->place_name = from->place_name;
  to->place_tid = from->place_tid;
  to->place_frame = from->place_frame;
  to->place_stack_id = from->place_stack_id;
  to->place_offset = from->place_offset;
  to->place_detail = from->place_detail;
  to->place_section = from->place_section;
  to->frames_first = from->frames_first;
  to->frames_stack_id = from->frames_stack_id;
  to->frame_sps = from->frame_sps;
  to->frame_fps = from->frame_fps;
  to->tls_module = from->tls_module;
  to->tls_tid = from->tls_tid;
  to->tls_offset = from->tls_offset;
}

/* The thread may be gone, and its memory with it. */
static void take_thread_storage(struct record_error *error, const struct reference_place *place)
{
  if (error->place == RECORD_PLACE_UNKNOWN)
    error->place = RECORD_PLACE_SEGMENT;
  error->tls_module = place->tls_module;
  error->tls_tid = place->tls_tid;
  error->tls_offset = place->tls_offset;
}

/* Where the word was at the time; what is neither stack nor heap is as it was. */
static void describe_place(struct record_error *error, const struct reference_place *place)
{
  if (place->block_bytes != 0) {
    error->place = RECORD_PLACE_LIVE_BLOCK;
    error->block_start = place->block_start;
    error->block_bytes = place->block_bytes;
    error->block_allocator = place->block_allocator;
    error->alloc_stack_id = place->block_stack;
  } else if (place->frame_count != 0) {
    error->place = RECORD_PLACE_STACK;
    error->place_tid = place->tid;
    error->place_frame = place->frame;
    error->frames_stack_id = place->frames_stack;
    error->frames_first = place->frames_first;
    error->frame_sps = (struct record_numbers){place->sps, place->frame_count + 1};
    error->frame_fps = (struct record_numbers){place->fps, place->frame_count};
  } else {
    describe_address(error);
    if (place->tls_module != 0)
      take_thread_storage(error, place);
  }
  traces_send((stack_id)error->alloc_stack_id);
  traces_send((stack_id)error->frames_stack_id);
}

void pointer_event_send(struct pointer_event_owner owner, const struct reference_event *event)
{
  struct record_error error = {.address = event->address, .tid = event->tid};
  struct record_lost_event frame = {
    .check_id = owner.check_id,
    .lost_id = owner.lost_id,
    .trail_id = owner.trail_id,
    .role = owner.role,
    .cause = event->cause,
    .tid = event->tid,
    .stack_id = event->stack,
    .stored_stack_id = event->stored_stack,
    .into = event->into,
    .value = event->value,
    .value_stack_id = event->value_stack,
    .address = event->address,
  };
  describe_place(&error, &event->place);
  take_place(&frame, &error);
  traces_send(event->stack);
  traces_send(event->stored_stack);
  traces_send(event->value_stack);
  channel_send_lost_event(&frame);
}
