/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Input: a byte that says how the rest is meant. Either the rest is a file of translated blocks as it stands; or it is
 * what follows a sound header: slots and entries, whose sums are made right, so that heads get past them; or it is
 * changes to a sound file: where (two bytes) and what (one). The file is read and written to. Of a sound file that was
 * changed, what is found must be right. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "shared/cache/code_writer.h"
#include "support/code_builder.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { BLOCKS = 8, FILE_MAX = 1 << 18 };

static struct {
  uint8_t data[FILE_MAX];
  size_t bytes;
} disk;

static bool read_memory(void *context, uint64_t offset, void *data, size_t bytes)
{
  if (offset > disk.bytes || bytes > disk.bytes - offset)
    return false;
  memcpy(data, disk.data + offset, bytes);
  return true;
}

static bool write_memory(void *context, uint64_t offset, const void *data, size_t bytes)
{
  if (offset > FILE_MAX || bytes > FILE_MAX - offset)
    return false;
  memcpy(disk.data + offset, data, bytes);
  disk.bytes = offset + bytes > disk.bytes ? offset + bytes : disk.bytes;
  return true;
}

static const struct code_disk memory_disk = {.read = read_memory, .write = write_memory};

static struct code_key key_of(unsigned number)
{
  return (struct code_key){.address = 0x1000 + 16 * number};
}

static void add_block(const struct code_identity *identity, unsigned number)
{
  struct code_key key = key_of(number);
  struct code_entry_head *block = code_builder_block(identity, &key, number, 20 + number, 50 * (number + 1));
  uint64_t bytes = disk.bytes;
  code_file_append(&memory_disk, &bytes, identity, &(struct code_batch){&block, 1});
  free(block);
}

static void make_file(const struct code_identity *identity)
{
  uint64_t bytes;
  disk.bytes = 0;
  code_file_create(&memory_disk, identity, "/lib/some.so", 0, &bytes);
  for (unsigned i = 0; i < BLOCKS; i++)
    add_block(identity, i);
}

/* Every entry that a slot may name gets the sum that it should have. */
static void seal_entries(void)
{
  const struct code_slot *slots = (const struct code_slot *)(disk.data + CODE_HEADER_BYTES);
  for (unsigned i = 0; i < CODE_SLOTS_MIN; i++) {
    uint64_t offset = code_place_offset(slots[i].place, CODE_SLOTS_MIN);
    if (slots[i].tag == 0 || offset >= disk.bytes || disk.bytes - offset < CODE_ENTRY_BYTES_MAX)
      continue;
    struct code_entry_head *head = (struct code_entry_head *)(disk.data + offset);
    if (code_entry_head_is_sound(head))
      code_entry_seal(head);
  }
}

static void overwrite(size_t offset, const uint8_t *data, size_t size)
{
  size_t room = FILE_MAX - CODE_ENTRY_BYTES_MAX - offset;
  memcpy(disk.data + offset, data, size < room ? size : room);
  disk.bytes = offset + (size < room ? size : room);
}

static void change(const uint8_t *data, size_t size)
{
  for (; size >= 3; data += 3, size -= 3)
    disk.data[(data[0] | (size_t)data[1] << 8) % disk.bytes] ^= data[2];
}

/* --- reading --- */

static void read_all(const struct code_identity *identity, bool is_judged)
{
  static union code_room found;
  struct code_file file;
  struct code_header header;
  uint8_t *exact = malloc(disk.bytes + 1);
  memcpy(exact, disk.data, disk.bytes);
  if (code_file_init(&file, exact, disk.bytes, code_builder_copy, NULL, &header)) {
    for (uint64_t i = 0; i < file.slot_count; i++)
      code_file_entry(&file, i, &found.head);
    for (unsigned i = 0; i < BLOCKS; i++) {
      struct code_key key = key_of(i);
      if (code_file_find(&file, &key, code_builder_has_content, &i, &found.head) && is_judged &&
          code_identity_is_equal(&header.identity, identity) && !code_builder_is_right(identity, &found.head))
        abort();
    }
  }
  free(exact);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  struct code_identity identity = code_builder_identity(0);
  if (size == 0)
    return 0;
  memset(&disk, 0, sizeof disk);
  if (data[0] % 3 == 0)
    overwrite(0, data + 1, size - 1);
  else
    make_file(&identity);
  if (data[0] % 3 == 1) {
    overwrite(CODE_HEADER_BYTES, data + 1, size - 1);
    disk.bytes = FILE_MAX;
    seal_entries();
  }
  if (data[0] % 3 == 2)
    change(data + 1, size - 1);
  read_all(&identity, data[0] % 3 == 2);
  add_block(&identity, 1);
  read_all(&identity, data[0] % 3 == 2);
  return 0;
}
