/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Hops are told apart by their stacks and by the tags that they came with, so a loop makes one hop, and not one for
 * each time. A value that comes by where it has been before has the hop of then: what goes round in circles has a short
 * path, too. */
#include "memcheck/runtime/value_paths.h"

#include "coregrind-glue/core.h"
#include "memcheck/base/guest_tables.h"
#include "memcheck/pure/base/env.h"
#include "memcheck/pure/shadow/shadow.h"
#include "memcheck/errors/pointer_events.h"
#include "memcheck/runtime/follow_places.h"
#include "memcheck/stacks/traces.h"

#include "pub_tool_threadstate.h"

enum { HOPS_MAX = 1 << 17, BUCKETS = 1 << 16, DEPTH_MAX = 32 };

/* No stack has so high a number (stacks.h). */
#define HOP_TAG (UINT32_C(1) << 31)

struct hop {
  origin_tag from;
  stack_id stack;
  uint32_t next;  /* in its bucket; 0: the last one */
  uint32_t depth; /* hops up to here */
  uint32_t tid;
  Bool is_copy;   /* of a register: such a store leaves the tag as it was */
  Bool is_spread; /* values were stored at other addresses, too */
  Addr address;
  uint64_t trail; /* that was sent; 0: none */
  struct reference_place place;
};

Bool value_paths_are_on;

static struct hop *hops; /* by number; the first one is unused */
static uint32_t hop_count, *buckets;

void value_paths_begin(block_id (*around)(uint64_t address))
{
  value_paths_are_on = True;
  follow_places_begin(around);
  hops = env_map_pages((HOPS_MAX + 1) * sizeof *hops);
  buckets = env_map_pages(BUCKETS * sizeof *buckets);
}

static struct hop *hop_of(origin_tag tag)
{
  const uint32_t number = tag & ~HOP_TAG;
  return number != tag && number <= hop_count ? &hops[number] : NULL;
}

static origin_tag tag_of(const struct hop *hop)
{
  return HOP_TAG | (uint32_t)(hop - hops);
}

/* --- hops --- */

static uint32_t *bucket_of(origin_tag from, stack_id stack)
{
  return &buckets[((uint64_t)from << 32 | stack) * UINT64_C(0x9e3779b97f4a7c15) >> 48];
}

static struct hop *find_hop(origin_tag from, stack_id stack)
{
  for (uint32_t number = *bucket_of(from, stack); number != 0; number = hops[number].next)
    if (hops[number].from == from && hops[number].stack == stack)
      return &hops[number];
  return NULL;
}

/* NULL: no more are kept. */
static struct hop *add_hop(origin_tag from, stack_id stack, Addr address, ThreadId tid)
{
  const struct hop *before = hop_of(from);
  if (hop_count == HOPS_MAX || (before && before->depth == DEPTH_MAX))
    return NULL;
  struct hop *const hop = &hops[++hop_count];
  const uint32_t place = follow_places_note(address, tid);
  uint32_t *const bucket = bucket_of(from, stack);
  *hop = (struct hop){
    .from = from,
    .stack = stack,
    .next = *bucket,
    .depth = before ? before->depth + 1 : 1,
    .tid = tid,
    .is_copy = follow_places_is_copy(address, place, tid),
    .address = address,
    .place = follow_places_find(place, address),
  };
  follow_places_forget(place);
  *bucket = hop_count;
  return hop;
}

/* The hop of a value that has been here before. */
static struct hop *earlier_hop(origin_tag from, stack_id stack)
{
  struct hop *hop = hop_of(from);
  while (hop && hop->stack != stack)
    hop = hop_of(hop->from);
  return hop;
}

/* Are they in one word that is copied by bytes? */
static Bool are_near(Addr a, Addr b)
{
  enum { WORD = 8 };
  return (a > b ? a - b : b - a) < WORD;
}

static origin_tag pass_on(origin_tag from, stack_id stack, Addr address, ThreadId tid)
{
  struct hop *hop = earlier_hop(from, stack);
  if (!hop)
    hop = find_hop(from, stack);
  if (!hop)
    hop = add_hop(from, stack, address, tid);
  if (!hop || hop->is_copy)
    return from;
  hop->is_spread |= !are_near(hop->address, address);
  return tag_of(hop);
}

origin_tag value_paths_stored(origin_tag from, Addr start, SizeT bytes)
{
  const ThreadId tid = VG_(get_running_tid)();
  uint64_t undefined = start;
  bool is_addressable;
  if (!value_paths_are_on || tid == VG_INVALID_THREADID)
    return from;
  shadow_find_undefined(guest.shadow, start, bytes, &undefined, &is_addressable);
  return pass_on(from, traces_of_thread(tid), undefined, tid);
}

void value_paths_copied(Addr start, SizeT bytes)
{
  const ThreadId tid = VG_(get_running_tid)();
  const Addr end = start + bytes;
  origin_tag last = 0, last_passed = 0;
  uint64_t at = start;
  bool is_addressable;
  if (!value_paths_are_on || tid == VG_INVALID_THREADID)
    return;
  const stack_id stack = traces_of_thread(tid);
  while (at < end && shadow_find_undefined(guest.shadow, at, end - at, &at, &is_addressable)) {
    const origin_tag from = origins_get(guest.origins, at);
    if (from != last)
      last_passed = pass_on(last = from, stack, at, tid);
    if (is_addressable && last_passed != 0)
      origins_set(guest.origins, at, 1, last_passed);
    at = (at | (ORIGINS_GROUP_BYTES - 1)) + 1;
  }
}

/* --- uses --- */

origin_tag value_paths_origin(origin_tag tag)
{
  for (const struct hop *hop; (hop = hop_of(tag)) != NULL;)
    tag = hop->from;
  return tag;
}

/* At which of several addresses the value was stored is not known. */
static void send_hop(uint64_t trail, const struct hop *hop)
{
  struct reference_event event = {.cause = RECORD_LOST_PASSED_ON, .tid = hop->tid, .stored_stack = hop->stack};
  if (!hop->is_spread) {
    event.address = hop->address;
    event.place = hop->place;
  }
  pointer_event_send((struct pointer_event_owner){.trail_id = trail}, &event);
}

uint64_t value_paths_send(origin_tag tag)
{
  struct hop *const last = hop_of(tag);
  if (!last || last->trail != 0)
    return last ? last->trail : 0;
  last->trail = pointer_events_new_trail();
  for (const struct hop *hop = last; hop; hop = hop_of(hop->from))
    send_hop(last->trail, hop);
  return last->trail;
}

void value_paths_forget_sent(void)
{
  for (uint32_t number = 1; number <= hop_count; number++)
    hops[number].trail = 0;
}
