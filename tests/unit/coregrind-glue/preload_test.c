/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The implementations behind the guest's string and memory functions, run natively: there the tool's requests do
 * nothing, so the loops are what is tested. libc is the judge. Strings end where a page ends that is followed by an
 * unmapped one. */
#include "coregrind-glue/preload/preload_bytes.h"
#include "coregrind-glue/preload/preload_memory.h"
#include "coregrind-glue/preload/preload_wide.h"

#include <string.h>
#include <sys/mman.h>
#include <wchar.h>

#include "unit/unit.h"

enum { PAGE_BYTES = 4096, LENGTH_MAX = 130, PLACES = 17 };

static char *page_end, *other_page_end; /* behind each a page that cannot be touched */

static char *guarded_page(void)
{
  char *pages = mmap(NULL, 2 * PAGE_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ck_assert(pages != MAP_FAILED);
  ck_assert_int_eq(mprotect(pages + PAGE_BYTES, PAGE_BYTES, PROT_NONE), 0);
  return pages + PAGE_BYTES;
}

static void set_up(void)
{
  page_end = guarded_page();
  other_page_end = guarded_page();
}

static void tear_down(void)
{
  munmap(page_end - PAGE_BYTES, 2 * PAGE_BYTES);
  munmap(other_page_end - PAGE_BYTES, 2 * PAGE_BYTES);
}

/* A string of `length` letters, few of them different, that ends with the page. */
static char *string_at_end(char *end, size_t length, unsigned seed)
{
  char *text = end - length - 1;
  for (size_t i = 0; i < length; i++) {
    seed = seed * 1103515245 + 12345;
    text[i] = "aabcdAB\xe4"[seed >> 16 & 7];
  }
  text[length] = '\0';
  return text;
}

static int sign(int value)
{
  return (value > 0) - (value < 0);
}

START_TEST(lengths_are_found)
{
  for (size_t length = 0; length <= LENGTH_MAX; length++) {
    const char *text = string_at_end(page_end, length, 1);
    ck_assert_uint_eq(bytes_length(text), length);
    ck_assert_uint_eq(bytes_length_within(text, length), length);
    ck_assert_uint_eq(bytes_length_within(text, length / 2), length / 2);
    ck_assert_uint_eq(bytes_length_within(text, SIZE_MAX), length);
  }
}
END_TEST

START_TEST(characters_are_found)
{
  static const char wanted[] = {'a', 'c', 'B', '\xe4', 'z', '\0'};
  for (size_t length = 0; length <= LENGTH_MAX; length++)
    for (size_t i = 0; i < sizeof wanted; i++) {
      const char *text = string_at_end(page_end, length, (unsigned)(length + i));
      char c = wanted[i];
      ck_assert_ptr_eq(bytes_find(text, c), strchr(text, c));
      ck_assert_ptr_eq(bytes_find_last(text, c), strrchr(text, c));
      ck_assert_ptr_eq(bytes_find_or_end(text, c), strchrnul(text, c));
      ck_assert_ptr_eq(bytes_find_within(text, c, length), memchr(text, c, length));
      ck_assert_ptr_eq(bytes_find_last_within(text, c, length), memrchr(text, c, length));
      if (memchr(text, c, length + 1))
        ck_assert_ptr_eq(bytes_find_sure(text, c), memchr(text, c, length + 1));
    }
}
END_TEST

START_TEST(strings_are_compared)
{
  for (size_t length = 0; length <= LENGTH_MAX; length++)
    for (size_t change = 0; change <= length; change++) {
      char *a = string_at_end(page_end, length, 1), *b = string_at_end(other_page_end, length, 1);
      if (change < length)
        b[change] ^= 0x20;
      ck_assert_int_eq(sign(bytes_compare(a, b)), sign(strcmp(a, b)));
      ck_assert_int_eq(sign(bytes_compare(b, a)), sign(strcmp(b, a)));
      ck_assert_int_eq(bytes_compare_within(a, b, change), 0);
      ck_assert_int_eq(sign(bytes_compare_within(a, b, change + 1)), sign(strncmp(a, b, change + 1)));
      ck_assert_int_eq(sign(bytes_compare_any_case(a, b, SIZE_MAX, NULL)), sign(strcasecmp(a, b)));
      ck_assert_int_eq(sign(bytes_compare_any_case(a, b, change + 1, NULL)), sign(strncasecmp(a, b, change + 1)));
      ck_assert_int_eq(sign(memory_compare(a, b, length)), sign(memcmp(a, b, length)));
    }
}
END_TEST

START_TEST(memory_is_compared_at_all_places)
{
  for (size_t i = 0; i < PLACES * PLACES; i++)
    for (size_t change = 0; change < LENGTH_MAX; change += 3) {
      char *a = string_at_end(page_end, LENGTH_MAX + PLACES, 1), *b = other_page_end - PLACES - LENGTH_MAX;
      a += i % PLACES;
      b += i / PLACES;
      memcpy(b, a, LENGTH_MAX);
      ck_assert_int_eq(memory_compare(a, b, LENGTH_MAX), 0);
      b[change]++;
      ck_assert_int_eq(sign(memory_compare(a, b, LENGTH_MAX)), sign(memcmp(a, b, LENGTH_MAX)));
      ck_assert_int_eq(memory_compare(a, b, change), 0);
    }
}
END_TEST

START_TEST(sets_and_texts_are_found)
{
  static const char *const sets[] = {"", "a", "ab", "abcd", "z", "B\xe4", "aabc", "cA", "ABabcd\xe4"};
  for (size_t length = 0; length <= LENGTH_MAX; length++)
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) {
      const char *text = string_at_end(page_end, length, (unsigned)(7 * length + i));
      ck_assert_uint_eq(bytes_span(text, sets[i], true), strspn(text, sets[i]));
      ck_assert_uint_eq(bytes_span(text, sets[i], false), strcspn(text, sets[i]));
      ck_assert_ptr_eq(bytes_find_one_of(text, sets[i]), strpbrk(text, sets[i]));
      ck_assert_ptr_eq(bytes_find_text(text, sets[i]), strstr(text, sets[i]));
      ck_assert_ptr_eq(bytes_find_text_any_case(text, sets[i]), strcasestr(text, sets[i]));
    }
}
END_TEST

START_TEST(strings_are_copied)
{
  for (size_t length = 0; length <= LENGTH_MAX; length++) {
    const char *from = string_at_end(page_end, length, 3);
    char *to = other_page_end - length - 1;
    memset(to, 'x', length + 1);
    ck_assert_uint_eq(bytes_copy(to, from), length);
    ck_assert_str_eq(to, from);
    memset(to, 'x', length + 1);
    ck_assert_uint_eq(bytes_copy_within(to, from, length / 2), length / 2);
    ck_assert_mem_eq(to, from, length / 2);
    ck_assert_int_eq(to[length / 2], 'x');
    ck_assert_uint_eq(bytes_copy_within(to, from, length + 5), length);
    ck_assert_int_eq(to[length], 'x');
  }
}
END_TEST

/* Both ranges in one buffer, at all distances. */
START_TEST(memory_is_moved)
{
  char buffer[3 * LENGTH_MAX], expected[sizeof buffer];
  void *(*const moves[])(void *, const void *, size_t) = {memory_move, memory_move_bytes};
  for (size_t bytes = 0; bytes <= LENGTH_MAX; bytes++)
    for (size_t i = 0; i < 8 * PLACES * 2; i++) {
      size_t from = LENGTH_MAX / 2 + i % 8, to = LENGTH_MAX / 2 + i / 8 - 2;
      for (size_t j = 0; j < sizeof buffer; j++)
        buffer[j] = expected[j] = (char)(j * 7);
      memmove(expected + to, expected + from, bytes);
      ck_assert_ptr_eq(moves[i & 1](buffer + to, buffer + from, bytes), buffer + to);
      ck_assert_mem_eq(buffer, expected, sizeof buffer);
    }
}
END_TEST

START_TEST(memory_is_filled)
{
  char buffer[2 * LENGTH_MAX], expected[sizeof buffer];
  for (size_t bytes = 0; bytes <= LENGTH_MAX; bytes++)
    for (size_t place = 0; place < PLACES; place++) {
      memset(buffer, 1, sizeof buffer);
      memset(expected, 1, sizeof expected);
      memset(expected + place, 0xe4, bytes);
      ck_assert_ptr_eq(memory_fill(buffer + place, 0x1e4, bytes), buffer + place);
      ck_assert_mem_eq(buffer, expected, sizeof buffer);
    }
}
END_TEST

static wchar_t *wide_at_end(char *end, size_t length)
{
  wchar_t *text = (wchar_t *)end - length - 1;
  for (size_t i = 0; i < length; i++)
    text[i] = (wchar_t)(i % 5 == 4 ? 0x80000001u : i % 5 + 0x1f600);
  text[length] = 0;
  return text;
}

START_TEST(wide_characters_work_alike)
{
  static const wchar_t wanted[] = {0x1f600, 0x1f603, (wchar_t)0x80000001u, 'z', 0};
  for (size_t length = 0; length <= LENGTH_MAX; length++) {
    wchar_t *a = wide_at_end(page_end, length), *b = wide_at_end(other_page_end, length);
    ck_assert_uint_eq(wide_length(a), length);
    ck_assert_uint_eq(wide_length_within(a, length / 3), length / 3);
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
      ck_assert_ptr_eq(wide_find(a, wanted[i]), (int *)wcschr(a, wanted[i]));
      ck_assert_ptr_eq(wide_find_last(a, wanted[i]), (int *)wcsrchr(a, wanted[i]));
      ck_assert_ptr_eq(wide_find_within(a, wanted[i], length), (int *)wmemchr(a, wanted[i], length));
    }
    ck_assert_int_eq(wide_compare(a, b), 0);
    if (length > 0)
      b[length / 2] = -5;
    ck_assert_int_eq(sign(wide_compare(a, b)), sign(wcscmp(a, b)));
    ck_assert_int_eq(sign(wide_compare_array(a, b, length)), sign(wmemcmp(a, b, length)));
    ck_assert_int_eq(wide_compare_within(a, b, length / 2), 0);
    ck_assert_int_eq(sign(wide_compare_within(a, b, length)), sign(wcsncmp(a, b, length)));
    ck_assert_uint_eq(wide_copy(b, a), length);
    ck_assert_int_eq(wcscmp(a, b), 0);
  }
}
END_TEST

START_TEST(overlap_is_told_from_neighbourhood)
{
  static char memory[100];
  ck_assert(ranges_overlap(memory, 10, memory, 10));
  ck_assert(ranges_overlap(memory, 10, memory + 9, 10));
  ck_assert(ranges_overlap(memory + 9, 10, memory, 10));
  ck_assert(ranges_overlap(memory, 50, memory + 9, 1));
  ck_assert(!ranges_overlap(memory, 10, memory + 10, 10));
  ck_assert(!ranges_overlap(memory + 10, 10, memory, 10));
  ck_assert(!ranges_overlap(memory, 0, memory, 10));
  ck_assert(!ranges_overlap(memory, 10, memory, 0));
  ck_assert(!ranges_overlap(memory, 10, memory + 5, 0));
  ck_assert(!ranges_overlap(memory + 5, 0, memory, 10));
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("preload");
  TCase *tcase = tcase_create("preload");
  tcase_add_checked_fixture(tcase, set_up, tear_down);
  tcase_add_test(tcase, lengths_are_found);
  tcase_add_test(tcase, characters_are_found);
  tcase_add_test(tcase, strings_are_compared);
  tcase_add_test(tcase, memory_is_compared_at_all_places);
  tcase_add_test(tcase, sets_and_texts_are_found);
  tcase_add_test(tcase, strings_are_copied);
  tcase_add_test(tcase, memory_is_moved);
  tcase_add_test(tcase, memory_is_filled);
  tcase_add_test(tcase, wide_characters_work_alike);
  tcase_add_test(tcase, overlap_is_told_from_neighbourhood);
  suite_add_tcase(suite, tcase);
  return suite;
}

int main(void)
{
  return unit_run(make_suite());
}
