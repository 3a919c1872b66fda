/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which test cases of a process have a finding: the tool has recorded what ran when a block was allocated, or when an
 * error happened. Where it did not know the name of a test of Rust (all tests run in the main thread, or names begin
 * alike), the stack may tell: a test is a function that is called from one of libtest's, which is never inlined. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/grow.h"
#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/base/print.h"
#include "host/model/findings/findings_private.h"

/* --- Rust --- */

static const char libtest[] = "test::__rust_begin_short_backtrace";

static bool begins_with(const char *text, const char *start)
{
  return text && strncmp(text, start, strlen(start)) == 0;
}

/* How a closure or function is called: FnOnce::call_once(), under whatever name. */
static bool is_call(const char *function)
{
  return begins_with(function, "core::ops::function::") || begins_with(function, "call_once") ||
         begins_with(function, "<");
}

/* "crate::tests::name::{{closure}}" without crate and closure, as libtest names the test; malloc'ed. Names that lack
 * the path, as those of inlined functions may, are none. */
static char *rust_name(const char *function)
{
  const char *path = function ? strstr(function, "::") : NULL;
  if (!path || (size_t)(path - function) > strcspn(function, "<({ "))
    return NULL;
  const char *end = strstr(path, "::{");
  path += 2;
  return end && end > path ? memory_text_begin(path, (size_t)(end - path)) : end ? NULL : memory_text(path);
}

/* The test that the stack belongs to, malloc'ed; NULL: none. */
static char *rust_test(const struct frame *frames, size_t count)
{
  size_t at = 0;
  while (at < count && !begins_with(frames[at].function, libtest))
    at++;
  if (at == count)
    return NULL;
  while (at > 0 && is_call(frames[at - 1].function))
    at--;
  return at > 0 ? rust_name(frames[at - 1].function) : NULL;
}

/* --- names --- */

/* Does the process have the name of that test already, from its runner? */
static bool is_named_so(const char *whole, const char *name)
{
  const size_t whole_bytes = strlen(whole), bytes = strlen(name);
  if (whole_bytes < bytes || strcmp(whole + whole_bytes - bytes, name) != 0)
    return false;
  return whole_bytes == bytes || !isalnum((unsigned char)whole[whole_bytes - bytes - 1]);
}

static void add_text(struct findings_builder *builder, const char *text, struct finding_hit *hit)
{
  grow((void **)&hit->tests, hit->test_count, &hit->test_capacity, sizeof *hit->tests);
  builder_intern(builder, text, &hit->tests[hit->test_count++]);
}

/* cargo prints tests without the folder that it has built their program in. */
static const char *without_folder(const char *program)
{
  const char *folder = strstr(program, "/deps/");
  return folder && !strchr(folder + strlen("/deps/"), '/') && strstr(program, "target/") ? folder + strlen("/deps/")
                                                                                         : program;
}

static void add_name(struct findings_builder *builder, const char *name, struct finding_hit *hit)
{
  const char *whole = finding_process_test(&builder->processes[hit->process]);
  char *text;
  if (is_named_so(whole, name)) {
    hit->is_outside_tests = true;
    return;
  }
  text = print_text("%s::%s", without_folder(whole), name);
  add_text(builder, text, hit);
  free(text);
}

/* A process that was forked for a test is called after it. */
static void add_recorded(struct findings_builder *builder, const struct sighting *sighting, struct finding_hit *hit)
{
  const struct test_ids *ids = sighting->tests;
  for (size_t i = 0; ids && i < ids->count; i++) {
    const struct test_case *test =
      sighting->process->own_subtest ? NULL : process_test_case(sighting->process, ids->items[i]);
    if (test && *test->name)
      (test->is_whole ? add_text : add_name)(builder, test->name, hit);
    else
      hit->is_outside_tests = true;
  }
}

static bool has_name(const struct sighting *sighting)
{
  const struct test_ids *ids = sighting->tests;
  for (size_t i = 0; ids && i < ids->count; i++)
    if (process_test_case(sighting->process, ids->items[i]))
      return true;
  return false;
}

void builder_add_tests(struct findings_builder *builder, const struct sighting *sighting, const struct frame *frames,
                       size_t count, struct finding_hit *hit)
{
  char *name = has_name(sighting) ? NULL : rust_test(frames, count);
  if (name)
    add_name(builder, name, hit);
  else
    add_recorded(builder, sighting, hit);
  free(name);
}

/* --- at the end --- */

ORDER_POINTERS(by_text, char, strcmp(x, y))

static void sort_hit(struct finding_hit *hit)
{
  size_t kept = 0;
  if (hit->test_count > 0)
    qsort(hit->tests, hit->test_count, sizeof *hit->tests, by_text);
  for (size_t i = 0; i < hit->test_count; i++)
    if (kept == 0 || hit->tests[kept - 1] != hit->tests[i])
      hit->tests[kept++] = hit->tests[i];
  hit->test_count = kept;
}

void finding_sort_tests(struct finding *finding)
{
  for (size_t i = 0; i < finding->hit_count; i++)
    sort_hit(&finding->hits[i]);
}

void finding_release_tests(struct finding *finding)
{
  for (size_t i = 0; i < finding->hit_count; i++)
    free(finding->hits[i].tests);
}
