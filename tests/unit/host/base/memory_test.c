/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How a program ends that is refused memory: what it says, its status, and what it still does. */
#include "unit/unit.h"

#include <stdint.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host/base/grow.h"
#include "host/base/memory.h"
#include "host/base/print.h"
#include "host/base/read_up_to.h"

/* What a process that runs `work` writes to standard error; it ends by status 125. */
static const char *end_of(void (*work)(void))
{
  static char said[4096];
  int ends[2];
  ck_assert_int_eq(pipe(ends), 0);
  const pid_t pid = fork();
  if (pid == 0) {
    dup2(ends[1], STDERR_FILENO);
    work();
    _exit(0);
  }
  close(ends[1]);
  const ssize_t size = read_up_to(ends[0], said, sizeof said - 1); /* it is written in pieces */
  close(ends[0]);
  int status;
  ck_assert_int_eq(waitpid(pid, &status, 0), pid);
  ck_assert(WIFEXITED(status));
  ck_assert_int_eq(WEXITSTATUS(status), 125);
  said[size > 0 ? size : 0] = '\0';
  return said;
}

static void says(void (*work)(void), const char *part)
{
  const char *said = end_of(work);
  ck_assert_msg(strstr(said, part) != NULL, "\"%s\" lacks \"%s\"", said, part);
}

/* --- ways to want too much; volatile keeps the compiler from seeing it --- */

static volatile size_t much = SIZE_MAX / 4;

static void allocate(void)
{
  free(memory_allocate(much));
}

static void overflow(void)
{
  free(memory_zeroed(much, 8));
}

static void resize(void)
{
  free(memory_resize(memory_text("x"), much, 8));
}

static void add_item(void)
{
  void *array = NULL;
  size_t capacity = much;
  grow(&array, much, &capacity, 16);
  free(array);
}

static void print(void)
{
  setrlimit(RLIMIT_AS, &(struct rlimit){0, 0});
  free(print_text("%*d", 100000000, 1));
}

START_TEST(each_way_ends_the_program)
{
  says(allocate, "seep: out of memory (4611686018427387903 bytes were asked for)");
  says(overflow, "seep: out of memory (18446744073709551615 bytes were asked for)");
  says(resize, "out of memory");
  says(add_item, "out of memory");
  says(print, "its address space is limited to 0 kB (ulimit -v)");
}
END_TEST

START_TEST(what_is_there_is_given)
{
  char *text = memory_text("text"), *begin = memory_text_begin("text", 2), *none = memory_zeroed(0, 8);
  text = memory_resize(text, 2, 1000);
  ck_assert_str_eq(text, "text");
  ck_assert_str_eq(begin, "te");
  ck_assert_ptr_null(memory_if_there(much));
  free(text);
  free(begin);
  free(none);
}
END_TEST

/* --- what is said and done --- */

static void named(void)
{
  memory_set_command("seep gate");
  memory_set_subject("a\033b.rec");
  memory_lacking(0);
}

START_TEST(message_names_command_and_file)
{
  says(named, "seep gate: out of memory at a\\x1bb.rec");
}
END_TEST

static void write_word(void *word)
{
  (void)!write(STDERR_FILENO, word, strlen(word));
}

static void with_ends(void)
{
  struct memory_end first, second, gone;
  memory_end_add(&first, write_word, "<first>");
  memory_end_add(&gone, write_word, "<gone>");
  memory_end_add(&second, write_word, "<second>");
  memory_end_remove(&gone);
  allocate();
}

static void in_fork(void)
{
  struct memory_end parents;
  memory_end_add(&parents, write_word, "<of the parent>");
  const pid_t pid = fork();
  if (pid == 0)
    allocate();
  int status;
  waitpid(pid, &status, 0);
  _exit(WEXITSTATUS(status));
}

static void allocate_again(void *context)
{
  (void)context;
  allocate();
}

static void wrongly(void)
{
  struct memory_end end;
  memory_end_add(&end, allocate_again, NULL);
  allocate();
}

START_TEST(registered_functions_run_last_first)
{
  says(with_ends, "\n<second><first>");
  ck_assert_ptr_null(strstr(end_of(in_fork), "<of the parent>"));
  says(wrongly, "out of memory");
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("memory");
  TCase *tests = tcase_create("ends");
  tcase_add_test(tests, each_way_ends_the_program);
  tcase_add_test(tests, what_is_there_is_given);
  tcase_add_test(tests, message_names_command_and_file);
  tcase_add_test(tests, registered_functions_run_last_first);
  suite_add_tcase(suite, tests);
  return unit_run(suite);
}
