/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Accesses that stop at memory that cannot be accessed, with the step over the fault taken as the tool takes it. */
#include "coregrind-glue/core/guarded.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "unit/unit.h"

enum { PAGE_BYTES = 4096 };

static void on_fault(int signal, siginfo_t *info, void *context)
{
  greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
  uintptr_t resume_at = guarded_resume_at((uintptr_t)registers[REG_RIP]), stack = (uintptr_t)registers[REG_RSP];
  if (resume_at == 0 && !guarded_leave_call((uintptr_t)info->si_addr, &resume_at, &stack))
    _exit(99);
  registers[REG_RIP] = (greg_t)resume_at;
  registers[REG_RSP] = (greg_t)stack;
}

static char *pages; /* two; the second cannot be touched */

static void set_up(void)
{
  struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO};
  sigaction(SIGSEGV, &action, NULL);
  sigaction(SIGBUS, &action, NULL);
  pages = mmap(NULL, 2 * PAGE_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  for (int i = 0; i < PAGE_BYTES; i++)
    pages[i] = (char)(i * 7);
  mprotect(pages + PAGE_BYTES, PAGE_BYTES, PROT_NONE);
}

static void tear_down(void)
{
  munmap(pages, 2 * PAGE_BYTES);
}

START_TEST(a_word_is_loaded_or_not)
{
  uint64_t word, expected;
  memcpy(&expected, pages + PAGE_BYTES - sizeof expected, sizeof expected);
  ck_assert(guarded_load((const uint64_t *)(const void *)(pages + PAGE_BYTES - sizeof word), &word));
  ck_assert_uint_eq(word, expected);
  ck_assert(!guarded_load((const uint64_t *)(const void *)(pages + PAGE_BYTES), &word));
}
END_TEST

START_TEST(whole_ranges_are_done)
{
  char to[100], expected[100];
  memset(to, 0, sizeof to);
  ck_assert_uint_eq(guarded_copy(to, pages + 11, 50), 50);
  ck_assert_mem_eq(to, pages + 11, 50);
  ck_assert_int_eq(to[50], 0);
  memcpy(to, pages, sizeof to);
  memcpy(expected, pages, sizeof to);
  memmove(expected + 20, expected + 10, 70);
  ck_assert_uint_eq(guarded_copy_down(to + 20, to + 10, 70), 70);
  ck_assert_mem_eq(to, expected, sizeof to);
  memset(expected + 3, 'x', 90);
  ck_assert_uint_eq(guarded_fill(to + 3, 'x', 90), 90);
  ck_assert_mem_eq(to, expected, sizeof to);
}
END_TEST

START_TEST(what_cannot_be_accessed_ends_it)
{
  static char to[PAGE_BYTES];
  char *end = pages + PAGE_BYTES;
  ck_assert_uint_eq(guarded_copy(to, end - 30, 100), 30);
  ck_assert_mem_eq(to, end - 30, 30);
  ck_assert_uint_eq(guarded_copy(to, end, 100), 0);
  ck_assert_uint_eq(guarded_copy(end - 7, to, 100), 7);
  ck_assert_uint_eq(guarded_fill(end - 5, 'y', 100), 5);
  ck_assert_int_eq(end[-1], 'y');
  mprotect(pages, PAGE_BYTES, PROT_NONE);
  mprotect(pages + PAGE_BYTES, PAGE_BYTES, PROT_READ | PROT_WRITE);
  ck_assert_uint_eq(guarded_copy_down(to, end - 30, 100), 70);
  ck_assert_uint_eq(guarded_copy_down(end - 30, to, 100), 70);
}
END_TEST

START_TEST(end_of_a_mapped_file_ends_it)
{
  FILE *file = tmpfile();
  char to[100];
  ck_assert_int_eq(ftruncate(fileno(file), PAGE_BYTES), 0);
  char *mapped = mmap(NULL, 2 * PAGE_BYTES, PROT_READ, MAP_SHARED, fileno(file), 0);
  ck_assert_uint_eq(guarded_copy(to, mapped + PAGE_BYTES - 10, sizeof to), 10);
  munmap(mapped, 2 * PAGE_BYTES);
  fclose(file);
}
END_TEST

/* Three pages, of which the middle one cannot be touched. */
static char *with_a_hole(void)
{
  char *three = mmap(NULL, 3 * PAGE_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(three + PAGE_BYTES, PAGE_BYTES, PROT_NONE);
  return three;
}

START_TEST(pages_are_left_out)
{
  char *three = with_a_hole();
  guarded_fill_pages(three + 1337, 'z', 2 * PAGE_BYTES);
  ck_assert_int_eq(three[1336], 0);
  ck_assert_int_eq(three[1337], 'z');
  ck_assert_int_eq(three[PAGE_BYTES - 1], 'z');
  ck_assert_int_eq(three[2 * PAGE_BYTES], 'z');
  ck_assert_int_eq(three[2 * PAGE_BYTES + 1336], 'z');
  ck_assert_int_eq(three[2 * PAGE_BYTES + 1337], 0);
  ck_assert_uint_eq(guarded_skip((uintptr_t)three + 10, (uintptr_t)three + 4000, 200), 96);
  ck_assert_uint_eq(guarded_skip((uintptr_t)three + 4000, (uintptr_t)three, 200), 96);
  ck_assert_uint_eq(guarded_skip((uintptr_t)three, (uintptr_t)three, 200), 200);
  munmap(three, 3 * PAGE_BYTES);
}
END_TEST

START_TEST(each_page_is_tried)
{
  char *three = with_a_hole();
  const uintptr_t start = (uintptr_t)three;
  ck_assert(guarded_can_read(start, PAGE_BYTES));
  ck_assert(guarded_can_write(start, PAGE_BYTES));
  ck_assert(guarded_can_read(start + PAGE_BYTES, 0));
  ck_assert(!guarded_can_read(start + 1337, PAGE_BYTES));
  ck_assert(!guarded_can_write(start + 1337, 2 * PAGE_BYTES));
  mprotect(three + PAGE_BYTES, PAGE_BYTES, PROT_READ);
  ck_assert(guarded_can_read(start, 3 * PAGE_BYTES));
  ck_assert(!guarded_can_write(start, 3 * PAGE_BYTES));
  munmap(three, 3 * PAGE_BYTES);
}
END_TEST

struct walk {
  volatile char *at;
  int steps;
};

static void walk_up(void *context)
{
  struct walk *walk = context;
  for (walk->steps = 0; walk->steps < 3; walk->steps++, walk->at++)
    (void)*walk->at;
}

START_TEST(a_call_is_left_where_it_faults)
{
  struct walk walk = {.at = pages};
  uintptr_t fault = 0;
  ck_assert(guarded_call(walk_up, &walk, &fault));
  ck_assert_int_eq(walk.steps, 3);
  ck_assert_uint_eq(fault, 0);
  walk.at = pages + PAGE_BYTES - 2;
  ck_assert(!guarded_call(walk_up, &walk, &fault));
  ck_assert_int_eq(walk.steps, 2);
  ck_assert_uint_eq(fault, (uintptr_t)pages + PAGE_BYTES);
  uintptr_t unused;
  ck_assert(!guarded_leave_call(0, &unused, &unused));
}
END_TEST

struct two_walks {
  struct walk inner, outer;
  bool inner_has_returned;
};

static void walk_twice(void *context)
{
  struct two_walks *walks = context;
  uintptr_t fault;
  walks->inner_has_returned = guarded_call(walk_up, &walks->inner, &fault);
  walk_up(&walks->outer);
}

START_TEST(calls_lie_within_each_other)
{
  struct two_walks walks = {.inner.at = pages + PAGE_BYTES - 2, .outer.at = pages + PAGE_BYTES - 1};
  uintptr_t fault = 0;
  ck_assert(!guarded_call(walk_twice, &walks, &fault));
  ck_assert(!walks.inner_has_returned);
  ck_assert_int_eq(walks.inner.steps, 2);
  ck_assert_int_eq(walks.outer.steps, 1);
  walks = (struct two_walks){.inner.at = pages, .outer.at = pages};
  ck_assert(guarded_call(walk_twice, &walks, &fault));
  ck_assert(walks.inner_has_returned);
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("guarded");
  TCase *tcase = tcase_create("guarded");
  tcase_add_checked_fixture(tcase, set_up, tear_down);
  tcase_add_test(tcase, a_word_is_loaded_or_not);
  tcase_add_test(tcase, whole_ranges_are_done);
  tcase_add_test(tcase, what_cannot_be_accessed_ends_it);
  tcase_add_test(tcase, end_of_a_mapped_file_ends_it);
  tcase_add_test(tcase, pages_are_left_out);
  tcase_add_test(tcase, each_page_is_tried);
  tcase_add_test(tcase, a_call_is_left_where_it_faults);
  tcase_add_test(tcase, calls_lie_within_each_other);
  suite_add_tcase(suite, tcase);
  return suite;
}

int main(void)
{
  return unit_run(make_suite());
}
