/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From the narrowest answer to the widest: live blocks, blocks that were freed, the stack of the running thread,
 * mappings. */
#include "native/places.h"

#include <string.h>

#include "native/locks.h"
#include "native/mappings.h"
#include "native/process_private.h"

static char path[MAPPINGS_PATH_BYTES]; /* of the mapping that was found last; under LOCK_ERRORS */

bool places_find(uint64_t address, struct place *ret)
{
  static struct mappings mappings;
  bool is_found = false;
  locks_take(LOCK_MAPPINGS);
  mappings_begin(&mappings);
  for (const struct mapping *mapping; !is_found && (mapping = mappings_next(&mappings));) {
    is_found = address >= mapping->start && address < mapping->end;
    if (!is_found)
      continue;
    *ret = (struct place){.start = mapping->start,
                          .end = mapping->end,
                          .is_readable = mapping->is_readable,
                          .is_writable = mapping->is_writable,
                          .is_executable = mapping->is_executable,
                          .is_file = mapping->inode != 0};
    memcpy(path, mapping->path, strlen(mapping->path) + 1);
  }
  mappings_end(&mappings);
  locks_release(LOCK_MAPPINGS);
  return is_found;
}

/* --- blocks --- */

static void fill_block(struct record_error *error, const struct near_block *block, enum record_place place)
{
  const struct native_settings *const settings = &process.settings;
  const bool tells_stack =
    place == RECORD_PLACE_FREED_BLOCK ? settings->tells_alloc_stacks_of_freed : settings->tells_alloc_stacks;
  error->place = place;
  error->block_start = block->start;
  error->block_bytes = block->size_bytes;
  error->block_allocator = block->allocator;
  error->alloc_stack_id = tells_stack ? block->alloc_stack_id : 0;
  error->free_stack_id = block->free_stack_id;
}

void places_fill_live(struct record_error *error, uint64_t start, const struct live_block *block)
{
  fill_block(error,
             &(struct near_block){.start = start,
                                  .size_bytes = block->size_bytes,
                                  .alloc_stack_id = block->stack_id,
                                  .allocator = block->allocator},
             RECORD_PLACE_LIVE_BLOCK);
}

void places_fill_freed(struct record_error *error, const struct near_block *block)
{
  fill_block(error, block, RECORD_PLACE_FREED_BLOCK);
}

/* If both a live and a freed block are near, the live one is named, but that there is a freed one is noted. */
static bool describe_block(struct record_error *error)
{
  struct near_block live, freed;
  const bool has_live = live_blocks_find_near(error->address, false, &live);
  const bool has_freed = live_blocks_find_near(error->address, true, &freed);
  if (!has_live && !has_freed)
    return false;
  fill_block(error, has_live ? &live : &freed, has_live ? RECORD_PLACE_LIVE_BLOCK : RECORD_PLACE_FREED_BLOCK);
  error->place_detail = has_live && has_freed;
  return true;
}

/* --- memory --- */

static void describe_stack(struct record_error *error, const struct watched_thread *thread)
{
  error->place = RECORD_PLACE_STACK;
  error->place_tid = thread->number;
  error->place_detail = RECORD_STACK_LIVE;
}

static void describe_mapping(struct record_error *error, const struct place *place)
{
  error->place = RECORD_PLACE_SEGMENT;
  error->place_name = (struct record_string){path, place->is_file ? strlen(path) : 0};
  error->place_frame = (place->is_readable ? RECORD_SEGMENT_READ : 0) |
                       (place->is_writable ? RECORD_SEGMENT_WRITE : 0) |
                       (place->is_executable ? RECORD_SEGMENT_EXECUTE : 0) | (place->is_file ? RECORD_SEGMENT_FILE : 0);
}

void places_describe(struct record_error *error, const struct watched_thread *thread)
{
  struct place place;
  if (describe_block(error))
    return;
  if (error->address >= thread->stack_start && error->address < thread->stack_end)
    describe_stack(error, thread);
  else if (places_find(error->address, &place) && strcmp(path, "[heap]") != 0)
    describe_mapping(error, &place);
  else
    error->place = RECORD_PLACE_UNKNOWN;
}
