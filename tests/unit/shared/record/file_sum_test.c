/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sums of files: every byte counts, and what cannot be read has none. */
#include "shared/record/file_sum.h"

#include <string.h>

#include "unit/unit.h"

struct memory {
  const unsigned char *bytes;
  size_t size;
};

static bool read_memory(void *context, uint64_t offset, void *buffer, size_t size)
{
  const struct memory *memory = context;
  if (offset > memory->size || size > memory->size - offset)
    return false;
  memcpy(buffer, memory->bytes + offset, size);
  return true;
}

/* Zeros without end, but for one byte. */
static bool read_zeros(void *context, uint64_t offset, void *buffer, size_t size)
{
  const uint64_t *place = context;
  memset(buffer, 0, size);
  if (*place >= offset && *place - offset < size)
    ((char *)buffer)[*place - offset] = 1;
  return true;
}

static uint64_t sum(const void *bytes, size_t size)
{
  return file_sum(read_memory, &(struct memory){bytes, size}, size);
}

static const size_t sizes[] = {1, 7, 8, 1337, 16384, 16385, 100003};

START_TEST(every_byte_counts)
{
  static unsigned char bytes[100003];
  size_t size = sizes[_i];
  memset(bytes, 0x90, size);
  uint64_t whole = sum(bytes, size);
  ck_assert_uint_ne(whole, 0);
  ck_assert_uint_eq(sum(bytes, size), whole);
  ck_assert_uint_ne(sum(bytes, size - 1), whole);
  for (size_t at = 0; at < size; at += 1 + size / 100) {
    bytes[at] ^= 0x40;
    ck_assert_uint_ne(sum(bytes, size), whole);
    bytes[at] ^= 0x40;
  }
  bytes[size - 1] ^= 1;
  ck_assert_uint_ne(sum(bytes, size), whole);
}
END_TEST

START_TEST(what_cannot_be_read_has_none)
{
  unsigned char bytes[100] = {1};
  ck_assert_uint_eq(file_sum(read_memory, &(struct memory){bytes, 99}, 100), 0);
}
END_TEST

START_TEST(huge_files_are_read_at_both_ends)
{
  uint64_t size = (uint64_t)1 << 40, nowhere = size, first = 1337, last = size - 1;
  uint64_t none = file_sum(read_zeros, &nowhere, size);
  ck_assert_uint_ne(file_sum(read_zeros, &first, size), none);
  ck_assert_uint_ne(file_sum(read_zeros, &last, size), none);
  ck_assert_uint_ne(file_sum(read_zeros, &nowhere, size + 8), none);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("sums of files");
  TCase *tests = tcase_create("files");
  tcase_add_loop_test(tests, every_byte_counts, 0, sizeof sizes / sizeof *sizes);
  tcase_add_test(tests, what_cannot_be_read_has_none);
  tcase_add_test(tests, huge_files_are_read_at_both_ends);
  suite_add_tcase(suite, tests);
  return unit_run(suite);
}
