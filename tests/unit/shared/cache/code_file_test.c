/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files of translated blocks: what was added is found, nothing else ever is, whatever became of the file. */
#include "shared/cache/code_file.h"
#include "shared/cache/code_writer.h"

#include <stdlib.h>
#include <string.h>

#include "support/code_builder.h"
#include "unit/unit.h"

enum { GUEST_BYTES = 24, HOST_BYTES = 100 };

/* --- a file in memory --- */

static struct {
  uint8_t *data;
  size_t bytes;
  unsigned writes, writes_left;
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
  if (disk.writes_left == 0)
    return false;
  disk.writes_left--;
  disk.writes++;
  if (offset + bytes > disk.bytes) {
    disk.data = realloc(disk.data, offset + bytes);
    memset(disk.data + disk.bytes, 0, offset + bytes - disk.bytes);
    disk.bytes = offset + bytes;
  }
  memcpy(disk.data + offset, data, bytes);
  return true;
}

static const struct code_disk memory_disk = {.read = read_memory, .write = write_memory};
static struct code_identity identity;

static void set_up(void)
{
  memset(&disk, 0, sizeof disk);
  disk.writes_left = 1u << 30;
  identity = code_builder_identity(0);
}

static void tear_down(void)
{
  free(disk.data);
}

static struct code_key key_of(unsigned number)
{
  return (struct code_key){.address = 0x401000 + number * 64};
}

static enum code_written add_blocks(struct code_entry_head *const *blocks, size_t count)
{
  uint64_t bytes = disk.bytes;
  return code_file_append(&memory_disk, &bytes, &identity, &(struct code_batch){blocks, count});
}

static enum code_written add(struct code_key key, unsigned content)
{
  struct code_entry_head *block = code_builder_block(&identity, &key, content, GUEST_BYTES, HOST_BYTES);
  enum code_written result = add_blocks(&block, 1);
  free(block);
  return result;
}

static void make_file(unsigned block_count)
{
  uint64_t bytes;
  ck_assert(code_file_create(&memory_disk, &identity, "/lib/some.so", block_count, &bytes));
  ck_assert_uint_eq(bytes, disk.bytes);
  for (unsigned i = 0; i < block_count; i++)
    ck_assert_int_eq(add(key_of(i), i), CODE_WRITTEN);
}

/* --- looking up --- */

static union code_room found;

/* In a copy of exactly its size, so that sanitizers see what is read beyond. */
static bool find_in(const uint8_t *data, size_t bytes, struct code_key key, unsigned content)
{
  uint8_t *exact = malloc(bytes + 1);
  struct code_file file;
  struct code_header header;
  memcpy(exact, data, bytes);
  bool is_found = code_file_init(&file, exact, bytes, code_builder_copy, &identity, &header) &&
                  code_file_find(&file, &key, code_builder_has_content, &content, &found.head);
  free(exact);
  return is_found;
}

static bool find(struct code_key key, unsigned content)
{
  return find_in(disk.data, disk.bytes, key, content);
}

START_TEST(what_was_added_is_found)
{
  make_file(20);
  for (unsigned i = 0; i < 20; i++) {
    ck_assert(find(key_of(i), i));
    ck_assert(code_builder_is_right(&identity, &found.head));
    ck_assert_uint_eq(found.head.instruction_count, GUEST_BYTES / 3);
  }
  ck_assert(!find(key_of(20), 20));
}
END_TEST

START_TEST(other_bytes_at_the_same_address_are_another_block)
{
  make_file(1);
  ck_assert(!find(key_of(0), 1));
  ck_assert_int_eq(add(key_of(0), 1), CODE_WRITTEN);
  ck_assert(find(key_of(0), 0));
  ck_assert(find(key_of(0), 1));
  ck_assert(code_builder_is_right(&identity, &found.head));
}
END_TEST

START_TEST(redirection_wrapping_and_variant_belong_to_the_key)
{
  struct code_key plain = key_of(0), replaces = plain, preamble = plain, variant = plain;
  replaces.replaces = 0x48fb130;
  preamble.preamble = 1;
  variant.variant = 1;
  make_file(1);
  ck_assert(!find(replaces, 0));
  ck_assert(!find(preamble, 0));
  ck_assert(!find(variant, 0));
  ck_assert_int_eq(add(variant, 0), CODE_WRITTEN);
  ck_assert(find(variant, 0));
  ck_assert(find(plain, 0));
  ck_assert(code_builder_is_right(&identity, &found.head));
}
END_TEST

START_TEST(other_tools_processors_options_and_modules_do_not_use_it)
{
  make_file(1);
  uint64_t *words = (uint64_t *)&identity;
  for (size_t i = 0; i < sizeof identity / sizeof *words; i++) {
    words[i] ^= 4;
    ck_assert(!find(key_of(0), 0));
    ck_assert_int_eq(add(key_of(1), 1), CODE_UNUSABLE);
    words[i] ^= 4;
  }
  ck_assert(find(key_of(0), 0));
}
END_TEST

START_TEST(nothing_new_is_not_written)
{
  make_file(5);
  unsigned writes = disk.writes;
  for (unsigned i = 0; i < 5; i++)
    ck_assert_int_eq(add(key_of(i), i), CODE_NOTHING_NEW);
  ck_assert_uint_eq(disk.writes, writes);
}
END_TEST

START_TEST(a_block_twice_in_a_batch_is_written_once)
{
  struct code_key key = key_of(0);
  make_file(0);
  struct code_entry_head *block = code_builder_block(&identity, &key, 3, GUEST_BYTES, HOST_BYTES);
  size_t before = disk.bytes;
  ck_assert_int_eq(add_blocks((struct code_entry_head *[]){block, block, block}, 3), CODE_WRITTEN);
  ck_assert_uint_eq(disk.bytes - before, code_entry_bytes(block));
  free(block);
}
END_TEST

START_TEST(blocks_that_never_stay_the_same_take_bounded_room)
{
  make_file(0);
  for (unsigned i = 0; i < CODE_SAME_MAX; i++)
    ck_assert_int_eq(add(key_of(0), i), CODE_WRITTEN);
  ck_assert_int_eq(add(key_of(0), CODE_SAME_MAX), CODE_NOTHING_NEW);
}
END_TEST

START_TEST(the_largest_block_fits)
{
  struct code_key key = key_of(0);
  make_file(0);
  struct code_entry_head *block = code_builder_block(&identity, &key, 1, CODE_EXTENT_BYTES_MAX, CODE_HOST_BYTES_MAX);
  ck_assert_int_eq(add_blocks(&block, 1), CODE_WRITTEN);
  ck_assert(find(key, 1));
  ck_assert(code_builder_is_right(&identity, &found.head));
  free(block);
}
END_TEST

/* --- growing --- */

static struct {
  uint8_t *data;
  size_t bytes;
} old;

static bool read_old(void *context, uint64_t offset, void *data, size_t bytes)
{
  if (offset > old.bytes || bytes > old.bytes - offset)
    return false;
  memcpy(data, old.data + offset, bytes);
  return true;
}

START_TEST(a_file_with_too_few_slots_grows)
{
  unsigned count = 0;
  enum code_written result;
  make_file(0);
  while ((result = add(key_of(count), count)) == CODE_WRITTEN)
    count++;
  ck_assert_int_eq(result, CODE_TOO_SMALL);
  ck_assert_uint_eq(count, CODE_SLOTS_MIN / 2);
  old.data = disk.data;
  old.bytes = disk.bytes;
  disk.data = NULL;
  disk.bytes = 0;
  uint64_t bytes;
  ck_assert(code_file_grow(&(struct code_disk){.read = read_old}, old.bytes, &memory_disk, 1, &bytes));
  ck_assert_uint_eq(bytes, disk.bytes);
  ck_assert_int_eq(add(key_of(count), count), CODE_WRITTEN);
  for (unsigned i = 0; i <= count; i++) {
    ck_assert(find(key_of(i), i));
    ck_assert(code_builder_is_right(&identity, &found.head));
  }
  free(old.data);
}
END_TEST

/* --- damage --- */

static void check_nothing_is_wrong(const uint8_t *data, size_t bytes, unsigned blocks)
{
  for (unsigned i = 0; i < blocks; i++)
    if (find_in(data, bytes, key_of(i), i))
      ck_assert(code_builder_is_right(&identity, &found.head));
}

START_TEST(a_cut_file_gives_nothing_wrong)
{
  make_file(3);
  for (size_t bytes = 0; bytes < disk.bytes; bytes++)
    check_nothing_is_wrong(disk.data, bytes, 3);
}
END_TEST

START_TEST(a_flipped_bit_gives_nothing_wrong)
{
  make_file(2);
  for (size_t bit = 0; bit < disk.bytes * 8; bit++) {
    disk.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
    check_nothing_is_wrong(disk.data, disk.bytes, 2);
    disk.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
  }
}
END_TEST

START_TEST(a_flipped_bit_of_an_entry_is_a_miss_and_mends)
{
  make_file(1);
  size_t entry = (size_t)code_place_offset(0, CODE_SLOTS_MIN);
  for (size_t bit = entry * 8; bit < disk.bytes * 8; bit++) {
    disk.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
    ck_assert(!find(key_of(0), 0));
    disk.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
  }
  disk.data[disk.bytes - 20] ^= 1;
  ck_assert_int_eq(add(key_of(0), 0), CODE_WRITTEN);
  ck_assert(find(key_of(0), 0));
}
END_TEST

START_TEST(a_writer_that_fails_anywhere_leaves_what_was_there)
{
  for (unsigned writes = 0; writes < 4; writes++) {
    free(disk.data);
    set_up();
    make_file(2);
    disk.writes_left = writes;
    enum code_written result = add(key_of(2), 2);
    ck_assert_int_eq(result, writes < 2 ? CODE_FAILED : CODE_WRITTEN);
    ck_assert(find(key_of(0), 0) && find(key_of(1), 1));
    ck_assert(find(key_of(2), 2) == (result == CODE_WRITTEN));
    disk.writes_left = 10;
    ck_assert_int_le(add(key_of(2), 2), CODE_NOTHING_NEW);
    ck_assert(find(key_of(2), 2));
  }
}
END_TEST

START_TEST(full_and_circular_tables_end_the_search)
{
  make_file(1);
  struct code_slot *slots = (struct code_slot *)(disk.data + CODE_HEADER_BYTES);
  struct code_key key = key_of(0);
  for (unsigned i = 0; i < CODE_SLOTS_MIN; i++)
    slots[i] = (struct code_slot){code_key_tag(&key), (uint64_t)i << 40 | i};
  ck_assert(!find(key, 0));
  ck_assert_int_eq(add(key, 0), CODE_TOO_SMALL);
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("code_file");
  TCase *tests = tcase_create("files");
  tcase_add_checked_fixture(tests, set_up, tear_down);
  tcase_set_timeout(tests, 60);
  tcase_add_test(tests, what_was_added_is_found);
  tcase_add_test(tests, other_bytes_at_the_same_address_are_another_block);
  tcase_add_test(tests, redirection_wrapping_and_variant_belong_to_the_key);
  tcase_add_test(tests, other_tools_processors_options_and_modules_do_not_use_it);
  tcase_add_test(tests, nothing_new_is_not_written);
  tcase_add_test(tests, a_block_twice_in_a_batch_is_written_once);
  tcase_add_test(tests, blocks_that_never_stay_the_same_take_bounded_room);
  tcase_add_test(tests, the_largest_block_fits);
  tcase_add_test(tests, a_file_with_too_few_slots_grows);
  tcase_add_test(tests, a_cut_file_gives_nothing_wrong);
  tcase_add_test(tests, a_flipped_bit_gives_nothing_wrong);
  tcase_add_test(tests, a_flipped_bit_of_an_entry_is_a_miss_and_mends);
  tcase_add_test(tests, a_writer_that_fails_anywhere_leaves_what_was_there);
  tcase_add_test(tests, full_and_circular_tables_end_the_search);
  suite_add_tcase(suite, tests);
  return suite;
}

int main(void)
{
  return unit_run(make_suite());
}
