/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Accesses that stop at memory that cannot be accessed, with the step over the fault taken as the tool takes it. */
#include "coregrind-glue/guarded.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "unit.h"

enum { PAGE_BYTES = 4096 };

static void on_fault(int signal, siginfo_t *info, void *context)
{
  greg_t *rip = &((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
  uintptr_t resume_at = guarded_resume_at((uintptr_t)*rip);
  if (resume_at == 0)
    _exit(99);
  *rip = (greg_t)resume_at;
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

static Suite *make_suite(void)
{
  Suite *suite = suite_create("guarded");
  TCase *tcase = tcase_create("guarded");
  tcase_add_checked_fixture(tcase, set_up, tear_down);
  tcase_add_test(tcase, a_word_is_loaded_or_not);
  tcase_add_test(tcase, whole_ranges_are_done);
  tcase_add_test(tcase, what_cannot_be_accessed_ends_it);
  tcase_add_test(tcase, end_of_a_mapped_file_ends_it);
  suite_add_tcase(suite, tcase);
  return suite;
}

int main(void)
{
  return unit_run(make_suite());
}
