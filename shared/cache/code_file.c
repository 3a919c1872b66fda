/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "shared/cache/code_file.h"

#include "shared/base/mix.h"
#include "memcheck/pure/base/env.h"

static const uint64_t magic = 0x45444f4350454553; /* SEEPCODE */

enum { SIZE_BITS = 16, TAG_SEED = 1, SUM_SEED = 2 };

_Static_assert(sizeof(struct code_header) <= CODE_HEADER_BYTES, "the header has its place");
_Static_assert(sizeof(struct code_entry_head) % 8 == 0 && sizeof(struct code_entry_head) == 88, "no holes");
_Static_assert(CODE_ENTRY_BYTES_MAX / CODE_UNIT_BYTES < 1 << SIZE_BITS, "a slot has room for the size of any entry");

/* --- entries --- */

bool code_entry_head_is_sound(const struct code_entry_head *head)
{
  if (head->extent_count < 1 || head->extent_count > CODE_EXTENTS_MAX || head->host_bytes == 0 ||
      head->host_bytes > CODE_HOST_BYTES_MAX || head->extent_starts[0] != head->key.address)
    return false;
  for (unsigned i = 0; i < head->extent_count; i++)
    if (head->extent_bytes[i] > CODE_EXTENT_BYTES_MAX)
      return false;
  return true;
}

size_t code_entry_guest_bytes(const struct code_entry_head *head)
{
  size_t bytes = 0;
  for (unsigned i = 0; i < head->extent_count && i < CODE_EXTENTS_MAX; i++)
    bytes += head->extent_bytes[i];
  return bytes;
}

size_t code_entry_bytes(const struct code_entry_head *head)
{
  size_t bytes = sizeof *head + code_entry_guest_bytes(head) + head->host_bytes;
  return (bytes + CODE_UNIT_BYTES - 1) & ~(size_t)(CODE_UNIT_BYTES - 1);
}

uint8_t *code_entry_guest(struct code_entry_head *head)
{
  return (uint8_t *)(head + 1);
}

uint8_t *code_entry_host(struct code_entry_head *head)
{
  return code_entry_guest(head) + code_entry_guest_bytes(head);
}

static uint64_t entry_sum(const struct code_entry_head *head, size_t bytes)
{
  return mix_words(&head->key, bytes - sizeof head->sum, SUM_SEED);
}

void code_entry_seal(struct code_entry_head *head)
{
  uint8_t *end = code_entry_host(head) + head->host_bytes;
  size_t bytes = code_entry_bytes(head);
  memset(end, 0, (size_t)((uint8_t *)head + bytes - end));
  head->sum = entry_sum(head, bytes);
}

bool code_entry_is_whole(const struct code_entry_head *head, size_t bytes)
{
  return bytes >= sizeof *head && code_entry_head_is_sound(head) && code_entry_bytes(head) == bytes &&
         head->sum == entry_sum(head, bytes);
}

uint64_t code_key_tag(const struct code_key *key)
{
  uint64_t tag = mix_words(key, sizeof *key, TAG_SEED);
  return tag != 0 ? tag : 1;
}

/* --- places --- */

static uint64_t entries_start(uint64_t slot_count)
{
  return CODE_HEADER_BYTES + slot_count * sizeof(struct code_slot);
}

uint64_t code_place_offset(uint64_t place, uint64_t slot_count)
{
  return entries_start(slot_count) + (place >> SIZE_BITS) * CODE_UNIT_BYTES;
}

size_t code_place_bytes(uint64_t place)
{
  return (size_t)(place & ((1 << SIZE_BITS) - 1)) * CODE_UNIT_BYTES;
}

uint64_t code_place_make(uint64_t offset, size_t bytes, uint64_t slot_count)
{
  return (offset - entries_start(slot_count)) / CODE_UNIT_BYTES << SIZE_BITS | bytes / CODE_UNIT_BYTES;
}

/* --- headers --- */

static bool is_equal(const void *left, const void *right, size_t bytes)
{
  const uint64_t *left_words = left, *right_words = right;
  for (size_t i = 0; i < bytes / sizeof *left_words; i++)
    if (left_words[i] != right_words[i])
      return false;
  return true;
}

bool code_identity_is_equal(const struct code_identity *left, const struct code_identity *right)
{
  return is_equal(left, right, sizeof *left);
}

void code_header_make(struct code_header *header, const struct code_identity *identity, const char *path,
                      uint64_t slot_count)
{
  memset(header, 0, sizeof *header);
  header->magic = magic;
  header->version = CODE_VERSION;
  header->header_bytes = CODE_HEADER_BYTES;
  header->slot_count = slot_count;
  header->identity = *identity;
  for (unsigned i = 0; path[i] && i < CODE_PATH_BYTES - 1; i++)
    header->path[i] = path[i];
  header->sum = mix_words(header, offsetof(struct code_header, sum), SUM_SEED);
}

bool code_header_is_sound(const struct code_header *header)
{
  uint64_t slots = header->slot_count;
  return header->magic == magic && header->version == CODE_VERSION && header->header_bytes == CODE_HEADER_BYTES &&
         slots >= CODE_SLOTS_MIN && slots <= CODE_SLOTS_MAX && (slots & (slots - 1)) == 0 &&
         header->path[CODE_PATH_BYTES - 1] == '\0' &&
         header->sum == mix_words(header, offsetof(struct code_header, sum), SUM_SEED);
}

bool code_file_init(struct code_file *file, const void *base, size_t bytes, code_copy *copy,
                    const struct code_identity *identity, struct code_header *ret)
{
  if (bytes < CODE_HEADER_BYTES || copy(ret, base, sizeof *ret) != sizeof *ret || !code_header_is_sound(ret) ||
      bytes < entries_start(ret->slot_count) || (identity && !code_identity_is_equal(identity, &ret->identity)))
    return false;
  *file = (struct code_file){.base = base, .bytes = bytes, .slot_count = ret->slot_count, .copy = copy};
  return true;
}

/* --- looking up --- */

static bool read_slot(const struct code_file *file, uint64_t index, struct code_slot *ret)
{
  const uint8_t *slots = file->base + CODE_HEADER_BYTES;
  return file->copy(ret, slots + index * sizeof *ret, sizeof *ret) == sizeof *ret;
}

/* Copy what a slot names, as far as it lies within the file. */
static bool read_entry(const struct code_file *file, uint64_t place, struct code_entry_head *ret)
{
  size_t bytes = code_place_bytes(place);
  uint64_t offset = code_place_offset(place, file->slot_count);
  if (bytes < sizeof *ret || bytes > CODE_ENTRY_BYTES_MAX || offset > file->bytes || bytes > file->bytes - offset)
    return false;
  return file->copy(ret, file->base + offset, bytes) == bytes && code_entry_head_is_sound(ret) &&
         code_entry_bytes(ret) == bytes;
}

bool code_file_find(const struct code_file *file, const struct code_key *key, code_accept *accept, void *context,
                    struct code_entry_head *ret)
{
  uint64_t tag = code_key_tag(key);
  struct code_slot slot;
  for (unsigned i = 0; i < CODE_SLOTS_SEARCHED; i++) {
    if (!read_slot(file, (tag + i) & (file->slot_count - 1), &slot) || slot.tag == 0)
      return false;
    if (slot.tag == tag && read_entry(file, slot.place, ret) && is_equal(&ret->key, key, sizeof *key) &&
        accept(context, ret) && code_entry_is_whole(ret, code_place_bytes(slot.place)))
      return true;
  }
  return false;
}

int code_file_entry(const struct code_file *file, uint64_t index, struct code_entry_head *ret)
{
  struct code_slot slot;
  if (!read_slot(file, index, &slot))
    return -1;
  if (slot.tag == 0)
    return 0;
  bool is_good = read_entry(file, slot.place, ret) && code_entry_is_whole(ret, code_place_bytes(slot.place)) &&
                 code_key_tag(&ret->key) == slot.tag;
  return is_good ? 1 : -1;
}
