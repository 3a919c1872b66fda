/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Hops are told apart by their stacks and by the tags that they came with, so a loop makes one hop, and not one for
 * each time. A value that comes by where it has been before has the hop of then: what goes round in circles has a short
 * path, too.
 *
 * One store may copy several members of a structure. As tags are of groups of bytes, each group has a hop of its own,
 * and who loads one of the members has that of the member. A register has one tag, though, which is that of its first
 * undefined byte; what came with the others before is found by where it lay beside that. */
#include "memcheck/runtime/value_paths.h"

#include "coregrind-glue/core.h"
#include "memcheck/base/guest_tables.h"
#include "memcheck/pure/base/env.h"
#include "memcheck/pure/shadow/shadow.h"
#include "memcheck/errors/pointer_events.h"
#include "memcheck/runtime/checks_private.h"
#include "memcheck/runtime/follow_places.h"
#include "memcheck/stacks/traces.h"

#include "pub_tool_threadstate.h"

enum { HOPS_MAX = 1 << 17, BUCKETS = 1 << 16, DEPTH_MAX = 32, STRUCTURE_BYTES_MAX = 256 };

/* No stack has so high a number (stacks.h). */
#define HOP_TAG (UINT32_C(1) << 31)

struct hop {
  origin_tag from;
  stack_id stack;
  uint32_t into;  /* bytes from the start of what was stored; 0 of much that was copied */
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

/* What makes a hop. */
struct step {
  origin_tag from;
  stack_id stack;
  uint32_t into;
};

static uint32_t *bucket_of(const struct step *step)
{
  const uint64_t key = ((uint64_t)step->from << 32 | step->stack) ^ (uint64_t)step->into << 24;
  return &buckets[key * UINT64_C(0x9e3779b97f4a7c15) >> 48];
}

static Bool is_hop_of(const struct hop *hop, const struct step *step)
{
  return hop->stack == step->stack && hop->into == step->into;
}

static struct hop *find_hop(const struct step *step)
{
  for (uint32_t number = *bucket_of(step); number != 0; number = hops[number].next)
    if (hops[number].from == step->from && is_hop_of(&hops[number], step))
      return &hops[number];
  return NULL;
}

/* NULL: no more are kept. */
static struct hop *add_hop(const struct step *step, Addr address, ThreadId tid)
{
  const struct hop *before = hop_of(step->from);
  if (hop_count == HOPS_MAX || (before && before->depth == DEPTH_MAX))
    return NULL;
  struct hop *const hop = &hops[++hop_count];
  const uint32_t place = follow_places_note(address, tid);
  uint32_t *const bucket = bucket_of(step);
  *hop = (struct hop){
    .from = step->from,
    .stack = step->stack,
    .into = step->into,
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
static struct hop *earlier_hop(const struct step *step)
{
  struct hop *hop = hop_of(step->from);
  while (hop && !is_hop_of(hop, step))
    hop = hop_of(hop->from);
  return hop;
}

/* Are they in one word that is copied by bytes? */
static Bool are_near(Addr a, Addr b)
{
  enum { WORD = 8 };
  return (a > b ? a - b : b - a) < WORD;
}

static origin_tag pass_on(const struct step *step, Addr address, ThreadId tid)
{
  struct hop *hop = earlier_hop(step);
  if (!hop)
    hop = find_hop(step);
  if (!hop)
    hop = add_hop(step, address, tid);
  if (!hop || hop->is_copy)
    return step->from;
  hop->is_spread |= !are_near(hop->address, address);
  return tag_of(hop);
}

static Addr group_of(Addr address)
{
  return address & ~(Addr)(ORIGINS_GROUP_BYTES - 1);
}

/* Of what was stored in one go with a hop, so many bytes further on: its hop, else the same. What that came from may
 * lie beside another hop as well. */
static origin_tag tag_beside(origin_tag tag, Addr bytes)
{
  const struct hop *hop = hop_of(tag);
  if (!hop || bytes == 0)
    return tag;
  const origin_tag froms[] = {tag_beside(hop->from, bytes), hop->from};
  for (unsigned i = 0; i < sizeof froms / sizeof *froms; i++) {
    const struct hop *beside = find_hop(&(struct step){froms[i], hop->stack, hop->into + (uint32_t)bytes});
    if (beside && group_of(beside->address) - group_of(hop->address) == bytes)
      return tag_of(beside);
  }
  return tag;
}

void value_paths_stored(origin_tag from, Addr start, SizeT bytes)
{
  const ThreadId tid = VG_(get_running_tid)();
  const Addr end = start + bytes;
  uint64_t at = start, first = 0; /* group */
  bool is_addressable;
  const stack_id stack = tid != VG_INVALID_THREADID ? traces_of_thread(tid) : 0;
  while (at < end && shadow_find_undefined(guest.shadow, at, end - at, &at, &is_addressable)) {
    const Addr group = group_of(at);
    first = first != 0 ? first : group;
    const struct step step = {tag_beside(from, group - first), stack, (uint32_t)(group - group_of(start))};
    const origin_tag stored = tid != VG_INVALID_THREADID ? pass_on(&step, at, tid) : from;
    origins_set(guest.origins, at, 1, stored != 0 ? stored : CHECKS_ORIGIN_UNKNOWN);
    at = group + ORIGINS_GROUP_BYTES;
  }
}

void value_paths_copied(Addr start, SizeT bytes)
{
  const ThreadId tid = VG_(get_running_tid)();
  const Addr end = start + bytes;
  const Bool is_structure = bytes <= STRUCTURE_BYTES_MAX;
  origin_tag last = 0, last_passed = 0;
  uint64_t at = start;
  bool is_addressable;
  if (!value_paths_are_on || tid == VG_INVALID_THREADID)
    return;
  const stack_id stack = traces_of_thread(tid);
  while (at < end && shadow_find_undefined(guest.shadow, at, end - at, &at, &is_addressable)) {
    const struct step step = {origins_get(guest.origins, at), stack,
                              is_structure ? (uint32_t)(group_of(at) - group_of(start)) : 0};
    if (step.from != last || is_structure)
      last_passed = pass_on(&step, at, tid);
    last = step.from;
    if (is_addressable && last_passed != 0)
      origins_set(guest.origins, at, 1, last_passed);
    at = group_of(at) + ORIGINS_GROUP_BYTES;
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
