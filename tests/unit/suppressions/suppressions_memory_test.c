/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Allocations of a load, a match and a record fail, one of them and all after it. Whichever it is, it ends the program
 * with status 125, and nobody goes on without what was refused. Linked with --wrap for the functions that allocate. */
#include "unit/unit.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host/record/frame_reader.h"
#include "suppressions/generate/convert.h"
#include "suppressions/generate/cover.h"
#include "suppressions/rewrite.h"
#include "suppressions/suppressions.h"

static long allocations_left = -1; /* negative: as many as wanted */

static bool may_allocate(void)
{
  if (allocations_left == 0)
    return false;
  if (allocations_left > 0)
    allocations_left--;
  return true;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__real_reallocarray(void *block, size_t count, size_t size);
char *__real_strdup(const char *text);
char *__real_strndup(const char *text, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void *__wrap_reallocarray(void *block, size_t count, size_t size);
char *__wrap_strdup(const char *text);
char *__wrap_strndup(const char *text, size_t size);
int __wrap_asprintf(char **ret, const char *format, ...);

void *__wrap_malloc(size_t size)
{
  return may_allocate() ? __real_malloc(size) : NULL;
}

void *__wrap_calloc(size_t count, size_t size)
{
  return may_allocate() ? __real_calloc(count, size) : NULL;
}

void *__wrap_realloc(void *block, size_t size)
{
  return may_allocate() ? __real_realloc(block, size) : NULL;
}

void *__wrap_reallocarray(void *block, size_t count, size_t size)
{
  return may_allocate() ? __real_reallocarray(block, count, size) : NULL;
}

char *__wrap_strdup(const char *text)
{
  return may_allocate() ? __real_strdup(text) : NULL;
}

char *__wrap_strndup(const char *text, size_t size)
{
  return may_allocate() ? __real_strndup(text, size) : NULL;
}

int __wrap_asprintf(char **ret, const char *format, ...)
{
  if (!may_allocate())
    return -1;
  va_list args;
  va_start(args, format);
  int size = vasprintf(ret, format, args);
  va_end(args);
  return size;
}

/* --- suppressions --- */

static const char text[] = "{\n#: remark\n#: another\nn\nMemcheck:Leak\nmatch-leak-kinds: definite\nfun:malloc\n...\n"
                           "src:d/a.c:3\n}\n{\nm\nMemcheck:Param\nwrite(buf)\nfun:a::f.part.0\nobj:*.so\n}\n";
static const struct frame frames[] = {
  {.function_linkage = "malloc", .function = "malloc", .object = "/x.so"},
  {.function_linkage = "_ZN1a1fEv", .function = "a::f()", .object = "/bin/p", .directory = "/d", .file = "a.c",
   .line = 3},
};

static struct error *load_and_match(struct suppressions *set, struct suppression **ret)
{
  struct suppressions_finding finding = {"Leak", NULL, SUPPRESSIONS_DEFINITE, frames, 2, NULL, {0}};
  suppressions_add_search_dir(set, "/nowhere");
  struct error *error = NULL;
  if (suppressions_size(set) == 0)
    error = suppressions_load_text(set, "a.supp", text, sizeof text - 1);
  if (error)
    return error;
  suppressions_match(set, &finding, ret);
  return NULL;
}

static struct error *use_suppressions(void)
{
  struct suppressions *set = NULL;
  struct suppression *found = NULL;
  suppressions_create(&set);
  struct error *error = load_and_match(set, &found);
  suppressions_destroy(set);
  return error;
}

/* --- covers and texts --- */

static struct error *cover_all(void)
{
  static const struct cover_finding findings[] = {
    {.finding = {"Leak", NULL, SUPPRESSIONS_DEFINITE, frames, 2, NULL, {0}},
     .named_frames = 2,
     .state = COVER_CHOSEN},
    {.finding = {"Leak", NULL, SUPPRESSIONS_POSSIBLE, frames, 2, NULL, {0}},
     .named_frames = 2,
     .state = COVER_VISIBLE},
    {.finding = {"Odd", NULL, SUPPRESSIONS_POSSIBLE, frames, 2, NULL, {0}}, .named_frames = 2, .state = COVER_CHOSEN},
  };
  struct cover *cover = NULL;
  struct error *error = cover_create(findings, 3, SIZE_MAX, &cover);
  if (!error && (cover->entry_count != 1 || cover->missed_count != 1))
    abort();
  cover_destroy(cover);
  return error;
}

static void ignore(void *context, const char *message)
{
  (void)context;
  (void)message;
}

static struct error *convert_all(void)
{
  static const char lsan[] = "leak:a::b\nleak:^main$\nrace:x\n", drmemory[] = "LEAK\nname=x\na!b::c\nd+0x1\n...\n";
  struct convert_counts counts = {0, 0, 0};
  FILE *output = fopen("/dev/null", "w");
  struct error *error = convert_text("a", lsan, sizeof lsan - 1, output, ignore, NULL, &counts);
  if (!error)
    error = convert_text("b", drmemory, sizeof drmemory - 1, output, ignore, NULL, &counts);
  fclose(output);
  return error;
}

static struct error *rewrite_all(void)
{
  static const struct rewrite rewrite = {1, 2, NULL};
  char *result = NULL;
  rewrite_text("{\n}\n", 4, &rewrite, 1, &result);
  free(result);
  return NULL;
}

static struct error *count_limits(void)
{
  static const char limited[] = "{\nn\n#: expires: 2000-01-01\n#: owner: me\nMemcheck:Leak\nfun:f\n}\n";
  struct suppressions *set = NULL, *sum = NULL;
  struct suppressions_unmet *breaks = NULL;
  size_t count = 0;
  suppressions_create(&set);
  suppressions_create(&sum);
  struct error *error = suppressions_load_text(set, "a.supp", limited, sizeof limited - 1);
  if (!error)
    suppressions_add_counts(sum, set);
  if (!error)
    suppressions_find_unmet(sum, 1000000000, &breaks, &count);
  suppressions_unmet_release(breaks, count);
  suppressions_destroy(set);
  suppressions_destroy(sum);
  return error;
}

/* --- records --- */

static struct error *read_stream(struct record_reader *reader, const struct record_encoder *stream, bool *ret_found)
{
  struct record_frame frame;
  record_reader_feed(reader, stream->data, stream->size);
  return record_reader_next(reader, ret_found, &frame);
}

static struct error *read_record(void)
{
  unsigned char data[256];
  struct record_encoder stream = {data, sizeof data, 0};
  record_put_header(&stream);
  record_put_fork(&stream, &(struct record_fork){.child_pid = 1});
  struct record_reader *reader = NULL;
  bool found = false;
  record_reader_create("r", &reader);
  struct error *error = read_stream(reader, &stream, &found);
  if (!found)
    abort();
  record_reader_destroy(reader);
  return error;
}

/* --- failures --- */

static const struct {
  struct error *(*work)(void);
  long least_allocations;
} works[] = {{use_suppressions, 30}, {cover_all, 2}, {convert_all, 2}, {rewrite_all, 1}, {count_limits, 2},
             {read_record, 3}};

/* The exit status of a process in which allocation `failing` and all after it fail; 0: it was not needed. */
static int status_of(struct error *(*work)(void), long failing)
{
  const pid_t pid = fork();
  if (pid == 0) {
    close(STDERR_FILENO);
    allocations_left = failing;
    _exit(work() ? 1 : 0);
  }
  int status;
  ck_assert_int_eq(waitpid(pid, &status, 0), pid);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

START_TEST(every_failure_ends_the_program)
{
  long failing = 0;
  for (int status; (status = status_of(works[_i].work, failing)) != 0; failing += 1 + failing / 8)
    ck_assert_msg(status == 125, "allocation %ld of work %d: status %d", failing, _i, status);
  ck_assert_int_ge(failing, works[_i].least_allocations);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("suppressions and records without memory");
  TCase *tests = tcase_create("failures");
  tcase_add_loop_test(tests, every_failure_ends_the_program, 0, sizeof works / sizeof *works);
  suite_add_tcase(suite, tests);
  return unit_run(suite);
}
