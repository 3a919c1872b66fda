/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which errors are one context: by kind and what tells the kind apart, and by two or four frames. */
#include "memcheck/pure/errors/told_errors.h"

#include <string.h>

#include "unit/unit.h"

static struct told_errors *errors;

static void set_up(void)
{
  errors = told_errors_create();
}

static struct told_error *add(struct record_error error, stack_id few, stack_id many)
{
  struct told_error *const told = calloc(1, sizeof *told);
  told->error = error;
  told->frames = (struct told_frames){few, many};
  told_errors_add(errors, told);
  return told;
}

static struct told_error *find(struct record_error error, stack_id few, stack_id many, bool by_few)
{
  return told_errors_find(errors, &error, (struct told_frames){few, many}, by_few);
}

static struct record_error fishy(const char *text, uint64_t size)
{
  return (struct record_error){.kind = RECORD_ERROR_FISHY_VALUE, .size = size, .text = {text, strlen(text)}};
}

START_TEST(frames_tell_contexts_apart)
{
  const struct record_error error = {.kind = RECORD_ERROR_INVALID_FREE, .address = 1337};
  struct told_error *const first = add(error, 7, 3), *const second = add(error, 8, 3);
  ck_assert_ptr_eq(find(error, 7, 3, true), first);
  ck_assert_ptr_eq(find(error, 8, 3, true), second);
  ck_assert_ptr_null(find(error, 9, 3, true));
  ck_assert_ptr_null(find(error, 7, 4, false));
}
END_TEST

START_TEST(with_fewer_frames_the_last_one_met_is_meant)
{
  const struct record_error error = {.kind = RECORD_ERROR_INVALID_FREE};
  struct told_error *const first = add(error, 7, 3), *const second = add(error, 8, 3);
  ck_assert_ptr_eq(find(error, 9, 3, false), second);
  ck_assert_ptr_eq(find(error, 7, 3, true), first);
  ck_assert_ptr_eq(find(error, 9, 3, false), first);
}
END_TEST

START_TEST(texts_are_copied_and_compared)
{
  char text[] = "malloc(size)";
  struct told_error *const told = add(fishy(text, 5), 1, 1);
  memset(text, 'x', sizeof text - 1);
  ck_assert_ptr_eq(find(fishy("malloc(size)", 6), 1, 1, true), told);
  ck_assert_ptr_null(find(fishy("malloc(siz", 5), 1, 1, true));
  ck_assert_ptr_null(find(fishy("malloc(size)1", 5), 1, 1, true));
}
END_TEST

START_TEST(a_write_is_a_read_of_the_same_size)
{
  struct told_error *const told =
    add((struct record_error){.kind = RECORD_ERROR_INVALID_READ, .size = 8, .address = 1}, 1, 1);
  ck_assert_ptr_eq(find((struct record_error){.kind = RECORD_ERROR_INVALID_WRITE, .size = 8, .address = 2}, 1, 1, true),
                   told);
  ck_assert_ptr_null(find((struct record_error){.kind = RECORD_ERROR_INVALID_WRITE, .size = 4}, 1, 1, true));
}
END_TEST

START_TEST(ids_count_from_1_in_their_order)
{
  enum { MANY = 1000 };
  for (uint32_t i = 1; i <= MANY; i++)
    ck_assert_uint_eq(add((struct record_error){.kind = RECORD_ERROR_INVALID_FREE}, i, i)->error.id, i);
  ck_assert_uint_eq(told_errors_count(errors), MANY);
  for (uint32_t i = 0; i < MANY; i++) {
    ck_assert_uint_eq(told_errors_at(errors, i)->error.id, i + 1);
    ck_assert_uint_eq(told_errors_at(errors, i)->count, 1);
  }
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("told_errors");
  TCase *tcase = tcase_create("all");
  tcase_add_checked_fixture(tcase, set_up, NULL);
  tcase_add_test(tcase, frames_tell_contexts_apart);
  tcase_add_test(tcase, with_fewer_frames_the_last_one_met_is_meant);
  tcase_add_test(tcase, texts_are_copied_and_compared);
  tcase_add_test(tcase, a_write_is_a_read_of_the_same_size);
  tcase_add_test(tcase, ids_count_from_1_in_their_order);
  suite_add_tcase(suite, tcase);
  return unit_run_apart(suite);
}
