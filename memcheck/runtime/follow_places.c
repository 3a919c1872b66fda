/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "memcheck/runtime/follow_places.h"

#include "coregrind-glue/core.h"
#include "memcheck/base/guest_tables.h"
#include "memcheck/pure/base/env.h"
#include "memcheck/pure/blocks/blocks_layout.h"
#include "memcheck/errors/describe_address.h"
#include "memcheck/stacks/traces.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"
#include "pub_tool_stacktrace.h"
#include "pub_tool_threadstate.h"

static block_id (*block_around)(uint64_t address);

void follow_places_begin(block_id (*around)(uint64_t address))
{
  block_around = around;
}

/* --- frames and threads --- */

/* A word on a stack is mostly in the frame that is being left, or in the one that called it. */
static Bool fill_near_frame(struct reference_place *place, Addr address, ThreadId tid)
{
  enum { NEAR = REFERENCE_FRAMES + 1 };
  Addr ips[NEAR], sps[NEAR], fps[NEAR];
  const UInt count = VG_(get_StackTrace)(tid, ips, NEAR, sps, fps, 0);
  UInt frame = 0;
  if (count == 0 || address < sps[0] - VG_STACK_REDZONE_SZB)
    return False;
  while (frame + 1 < count && address >= sps[frame + 1])
    frame++;
  if (frame + 1 >= count)
    return False;
  place->tid = tid;
  place->frame = frame + 1;
  place->frames_stack = traces_intern((const uint64_t *)ips, frame + 1);
  place->frame_count = frame + 1;
  memcpy(place->sps, sps, (frame + 2) * sizeof *place->sps);
  memcpy(place->fps, fps, (frame + 1) * sizeof *place->fps);
  return True;
}

static void fill_far_frame(struct reference_place *place, Addr address, ThreadId tid)
{
  struct record_error error = {.address = address, .tid = tid};
  describe_frames(&error, tid);
  if (error.frames_stack_id == 0)
    return;
  place->tid = tid;
  place->frame = (uint32_t)(error.frames_first + error.frame_fps.count);
  place->frames_stack = (uint32_t)error.frames_stack_id;
  place->frames_first = (uint32_t)error.frames_first;
  place->frame_count = (uint32_t)error.frame_fps.count;
  memcpy(place->sps, error.frame_sps.items, error.frame_sps.count * sizeof *place->sps);
  memcpy(place->fps, error.frame_fps.items, error.frame_fps.count * sizeof *place->fps);
}

/* The stack of the running thread grows down from the end of its segment. */
static Bool is_on_stack(Addr address, ThreadId tid)
{
  const Addr sp = VG_(get_SP)(tid);
  if (address < sp - VG_STACK_REDZONE_SZB)
    return False;
  const NSegment *segment = VG_(am_find_nsegment)(sp);
  return segment && address <= segment->end;
}

static ThreadId other_thread_at(Addr address)
{
  ThreadId tid;
  Addr low, high;
  VG_(thread_stack_reset_iter)(&tid);
  while (VG_(thread_stack_next)(&tid, &low, &high))
    if (address >= low - VG_STACK_REDZONE_SZB && address <= high)
      return tid;
  return VG_INVALID_THREADID;
}

static void fill_thread_storage(struct reference_place *place, Addr address)
{
  struct record_error error = {.address = address};
  describe_thread_storage(&error);
  place->tls_module = (uint32_t)error.tls_module;
  place->tls_tid = (uint32_t)error.tls_tid;
  place->tls_offset = error.tls_offset;
}

/* Frames are those of the moment at which the pointer was stored: it is a variable of theirs then. */
static void fill_place(struct reference_place *place, Addr address, ThreadId tid)
{
  const Bool is_own_stack = is_on_stack(address, tid), is_in_block = !is_own_stack && block_around(address) != 0;
  const ThreadId owner = is_own_stack ? tid : is_in_block ? VG_INVALID_THREADID : other_thread_at(address);
  if (owner != VG_INVALID_THREADID && (owner != tid || !fill_near_frame(place, address, tid)))
    fill_far_frame(place, address, owner);
  if (place->frame_count == 0 && !is_in_block)
    fill_thread_storage(place, address);
}

/* --- places, by number --- */

static struct reference_place *places;
static uint32_t places_end, places_capacity, free_places; /* `tid` of a free one is the next of these */

static uint32_t new_place(void)
{
  const uint32_t number = free_places;
  if (number != 0) {
    free_places = places[number].tid;
    return number;
  }
  if (places_end == places_capacity) {
    const uint32_t capacity = 2 * places_capacity + 64;
    struct reference_place *larger = env_allocate("follow", capacity * sizeof *larger);
    if (places)
      memcpy(larger, places, places_end * sizeof *larger);
    env_free(places);
    places = larger;
    places_capacity = capacity;
    places_end += places_end == 0; /* number 0 is none */
  }
  return places_end++;
}

void follow_places_forget(uint32_t number)
{
  if (number == 0)
    return;
  places[number].tid = free_places;
  free_places = number;
}

Bool follow_places_is_in_frame(uint32_t number)
{
  return number != 0 && places[number].frame_count != 0;
}

static void fill_block(struct reference_place *place, const struct block *block)
{
  place->block_start = block->start;
  place->block_bytes = block->size_bytes;
  place->block_stack = block->alloc_stack_id;
  place->block_allocator = block->allocator;
}

struct reference_place follow_places_find(uint32_t number, Addr word)
{
  struct reference_place place = number != 0 ? places[number] : (struct reference_place){0};
  const block_id around = place.frame_count == 0 ? block_around(word) : 0;
  if (around != 0)
    fill_block(&place, blocks_entry(guest.blocks, around));
  return place;
}

struct reference_event follow_places_held(const struct reference *reference)
{
  return (struct reference_event){.cause = RECORD_LOST_HELD,
                                  .address = reference->address,
                                  .into = reference->into,
                                  .stored_stack = reference->stack,
                                  .place = follow_places_find(reference->place, reference->address)};
}

uint32_t follow_places_note(Addr word, ThreadId tid)
{
  struct reference_place place = {0};
  fill_place(&place, word, tid);
  if (place.frame_count == 0 && place.tls_module == 0)
    return 0;
  const uint32_t number = new_place();
  places[number] = place;
  return number;
}

Bool follow_places_may_own(uint32_t place)
{
  return place == 0 || places[place].frame_count == 0 || places[place].frame > 1;
}

/* --- copies of registers --- */

enum library { OTHER_LIBRARY, C_LIBRARY, LOADER };

static enum library library_of_path(const HChar *path)
{
  static const struct {
    const HChar *begins;
    enum library library;
  } names[] = {{"libc.so", C_LIBRARY}, {"libc-2.", C_LIBRARY}, {"libc.musl", C_LIBRARY},
               {"vgpreload_", C_LIBRARY},  /* replaces functions of it */
               {"ld-linux", LOADER}, {"ld-2.", LOADER}, {"ld-musl", LOADER}};
  const HChar *const slash = path ? VG_(strrchr)(path, '/') : NULL;
  for (unsigned i = 0; slash && i < sizeof names / sizeof *names; i++)
    if (VG_(strncmp)(slash + 1, names[i].begins, VG_(strlen)(names[i].begins)) == 0)
      return names[i].library;
  return OTHER_LIBRARY;
}

static enum library library_at(Addr ip)
{
  static struct {
    uint64_t epoch;
    Addr start, end;
    enum library library;
  } last;
  struct module_view module;
  if (last.epoch == modules_epoch() && ip >= last.start && ip < last.end)
    return last.library;
  if (!modules_find(ip, &module))
    return OTHER_LIBRARY;
  last.epoch = modules_epoch();
  last.start = module.start;
  last.end = module.end;
  return last.library = library_of_path(module.path);
}

static Bool is_push(Addr ip)
{
  UChar code[2];
  if (!guarded_read(code, ip, sizeof code))
    return False;
  const UChar opcode = code[0] == 0x41 ? code[1] : code[0];
  return (opcode & 0xf8) == 0x50;
}

Bool follow_places_is_copy(Addr word, uint32_t place, ThreadId tid)
{
  enum { OWN_BYTES_MAX = 4096 };
  const Addr ip = VG_(get_IP)(tid);
  const Bool has_frame = place != 0 && places[place].frame_count != 0;
  if (!is_on_stack(word, tid))
    return False;
  if (library_at(ip) == LOADER)
    return word - VG_(get_SP)(tid) <= OWN_BYTES_MAX;
  return has_frame ? places[place].frame == 1 && (is_push(ip) || library_at(ip) == C_LIBRARY) : is_push(ip);
}
