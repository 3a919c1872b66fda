/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "native/libc_blocks.h"

#include "native/places.h"

enum { PAGE_BYTES = 4096 };

/* After its pages there are none of its own; in front of its chunk there may be some that its alignment has cost. */
static bool has_pages(const struct place *place, uint64_t chunk, uint64_t bytes)
{
  const uint64_t skipped = *(const uint64_t *)chunk;
  return skipped <= chunk - place->start && (chunk - skipped) % PAGE_BYTES == 0 && (chunk + bytes) % PAGE_BYTES == 0 &&
         bytes <= place->end - chunk;
}

/* The next chunk has a head, too, which says that this one is in use. */
static bool is_in_use(const struct place *place, uint64_t chunk, uint64_t bytes)
{
  if (bytes > place->end - chunk - LIBC_HEAD_BYTES)
    return false;
  const uint64_t next = libc_blocks_head(chunk + bytes + LIBC_HEAD_BYTES), next_bytes = next & ~(uint64_t)LIBC_FLAGS;
  return (next & LIBC_PREVIOUS_IN_USE) != 0 && next_bytes % LIBC_ALIGNMENT == 0 && next_bytes >= LIBC_HEAD_BYTES &&
         next_bytes <= place->end - chunk - bytes;
}

bool libc_blocks_has(uint64_t address)
{
  struct place place;
  const uint64_t chunk = address - LIBC_HEAD_BYTES;
  if (address % LIBC_ALIGNMENT != 0 || address < LIBC_HEAD_BYTES || !places_find(chunk, &place) || !place.is_writable ||
      !place.is_readable || place.end - chunk < LIBC_CHUNK_MIN)
    return false;
  const uint64_t head = libc_blocks_head(address), bytes = head & ~(uint64_t)LIBC_FLAGS;
  if (bytes % LIBC_ALIGNMENT != 0 || bytes < LIBC_CHUNK_MIN)
    return false;
  return (head & LIBC_HAS_PAGES) != 0 ? has_pages(&place, chunk, bytes) : is_in_use(&place, chunk, bytes);
}
