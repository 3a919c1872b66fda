/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Each allocation of a load, a match and a record fails in turn. Whatever fails says so, nothing is lost or freed twice
 * (AddressSanitizer looks), and the same thing works afterwards. Linked with --wrap for the functions that allocate. */
#include "unit/unit.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "host/record/reader.h"
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
  struct suppressions_finding finding = {"Leak", NULL, SUPPRESSIONS_DEFINITE, frames, 2, NULL, false};
  struct error *error = suppressions_add_search_dir(set, "/nowhere");
  if (!error && suppressions_size(set) == 0)
    error = suppressions_load_text(set, "a.supp", text, sizeof text - 1);
  return error ? error : suppressions_match(set, &finding, ret);
}

/* False when the allocation that was to fail did not come. */
static bool try_suppressions(long failing)
{
  struct suppressions *set = NULL;
  struct suppression *found = NULL;
  allocations_left = failing;
  struct error *error = suppressions_create(&set);
  if (!error)
    error = load_and_match(set, &found);
  bool failed = allocations_left == 0;
  allocations_left = -1;
  ck_assert(!error || strcmp(error_message(error), "out of memory") == 0);
  ck_assert(error || found);
  if (error && set)
    ck_no_error(load_and_match(set, &found));
  if (set)
    ck_assert_str_eq(found->name, "n");
  error_free(error);
  suppressions_destroy(set);
  return failed;
}

START_TEST(suppressions_survive_every_failure)
{
  long failing = 0;
  while (try_suppressions(failing))
    failing++;
  ck_assert_int_gt(failing, 30);
}
END_TEST

/* --- covers and texts --- */

static struct error *cover_all(void)
{
  static const struct cover_finding findings[] = {
    {.finding = {"Leak", NULL, SUPPRESSIONS_DEFINITE, frames, 2, NULL, false},
     .named_frames = 2,
     .state = COVER_CHOSEN},
    {.finding = {"Leak", NULL, SUPPRESSIONS_POSSIBLE, frames, 2, NULL, false},
     .named_frames = 2,
     .state = COVER_VISIBLE},
    {.finding = {"Odd", NULL, SUPPRESSIONS_POSSIBLE, frames, 2, NULL, false}, .named_frames = 2, .state = COVER_CHOSEN},
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
  struct error *error = rewrite_text("{\n}\n", 4, &rewrite, 1, &result);
  free(result);
  return error;
}

static struct error *count_limits(void)
{
  static const char limited[] = "{\nn\n#: expires: 2000-01-01\n#: owner: me\nMemcheck:Leak\nfun:f\n}\n";
  struct suppressions *set = NULL, *sum = NULL;
  struct suppressions_unmet *breaks = NULL;
  size_t count = 0;
  struct error *error = suppressions_create(&set);
  if (!error)
    error = suppressions_create(&sum);
  if (!error)
    error = suppressions_load_text(set, "a.supp", limited, sizeof limited - 1);
  if (!error)
    error = suppressions_add_counts(sum, set);
  if (!error)
    error = suppressions_find_unmet(sum, 1000000000, &breaks, &count);
  suppressions_unmet_release(breaks, count);
  suppressions_destroy(set);
  suppressions_destroy(sum);
  return error;
}

static struct error *(*const works[])(void) = {cover_all, convert_all, rewrite_all, count_limits};

/* What fails says so; when nothing fails any more it is done. */
START_TEST(workbench_survives_every_failure)
{
  struct error *error;
  long failing = 0;
  do {
    allocations_left = failing++;
    error = works[_i]();
    bool failed = allocations_left == 0;
    allocations_left = -1;
    ck_assert(!error || strcmp(error_message(error), "out of memory") == 0);
    error_free(error);
    if (!failed)
      break;
  } while (failing < 10000);
  ck_assert_ptr_null(error);
  ck_assert_int_gt(failing, 2);
}
END_TEST

/* --- records --- */

static struct error *read_stream(struct record_reader *reader, const struct record_encoder *stream, bool *ret_found)
{
  struct record_frame frame;
  struct error *error = record_reader_feed(reader, stream->data, stream->size);
  return error ? error : record_reader_next(reader, ret_found, &frame);
}

static bool try_record(long failing)
{
  unsigned char data[256];
  struct record_encoder stream = {data, sizeof data, 0};
  record_put_header(&stream);
  record_put_fork(&stream, &(struct record_fork){.child_pid = 1});
  struct record_reader *reader = NULL;
  bool found = false;
  allocations_left = failing;
  struct error *error = record_reader_create("r", &reader);
  if (!error)
    error = read_stream(reader, &stream, &found);
  bool failed = allocations_left == 0;
  allocations_left = -1;
  ck_assert((error != NULL) == !found);
  error_free(error);
  record_reader_destroy(reader);
  return failed;
}

START_TEST(readers_survive_every_failure)
{
  long failing = 0;
  while (try_record(failing))
    failing++;
  ck_assert_int_ge(failing, 3);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("suppressions and records without memory");
  TCase *tests = tcase_create("failures");
  tcase_add_test(tests, suppressions_survive_every_failure);
  tcase_add_loop_test(tests, workbench_survives_every_failure, 0, sizeof works / sizeof *works);
  tcase_add_test(tests, readers_survive_every_failure);
  suite_add_tcase(suite, tests);
  return unit_run(suite);
}
