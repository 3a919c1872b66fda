/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A suite that several jobs share runs in each of them with a number, which the runner of tests is given by an option,
 * or by variables of GoogleTest, a CI system or Slurm. What is not surely a number of a part is none. */
#include "host/suite/suite_shard.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/text_after.h"

enum { SHARDS_MAX = 100000 };

static bool read_number(const char *text, char **ret_end, unsigned *ret)
{
  const unsigned long number = *text >= '0' && *text <= '9' ? strtoul(text, ret_end, 10) : SHARDS_MAX + 1;
  *ret = (unsigned)number;
  return number <= SHARDS_MAX;
}

static bool is_shard(const struct suite_shard *shard)
{
  return shard->index >= 1 && shard->index <= shard->count;
}

/* "2/3", also after a word, as in "count:2/3". */
static bool read_fraction(const char *text, struct suite_shard *ret)
{
  char *end;
  const char *colon = strchr(text, ':');
  const char *start = colon ? colon + 1 : text;
  return read_number(start, &end, &ret->index) && *end == '/' && read_number(end + 1, &end, &ret->count) && !*end &&
         is_shard(ret);
}

struct error *suite_shard_parse(const char *text, struct suite_shard *ret)
{
  struct suite_shard shard;
  if (strchr(text, ':') || !read_fraction(text, &shard))
    return error_format("--shard=%s: expected I/N, such as 2/3 for the second of three", text);
  *ret = shard;
  return NULL;
}

/* --- options --- */

/* The value after "NAME=" or in the next word; NULL: it is not given. */
static const char *value_of(char *const *command, const char *name)
{
  for (; *command; command++) {
    const char *rest = text_after(*command, name);
    if (rest && *rest == '=')
      return rest + 1;
    if (rest && !*rest)
      return command[1];
  }
  return NULL;
}

/* Meson, cargo-nextest, and other runners. */
static bool find_fraction(char *const *command, struct suite_shard *ret)
{
  static const char *const names[] = {"--slice", "--partition", "--shard"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const char *value = value_of(command, names[i]);
    if (value && read_fraction(value, ret))
      return true;
  }
  return false;
}

/* pytest-split. */
static bool find_split(char *const *command, struct suite_shard *ret)
{
  const char *count = value_of(command, "--splits"), *index = value_of(command, "--group");
  char *end;
  return count && index && read_number(count, &end, &ret->count) && !*end && read_number(index, &end, &ret->index) &&
         !*end && is_shard(ret);
}

/* ctest -I 2,,3: from the second test on, each third. */
static bool find_stride(char *const *command, struct suite_shard *ret)
{
  const char *value = value_of(command, "-I");
  char *end;
  return value && read_number(value, &end, &ret->index) && text_after(end, ",,") &&
         read_number(end + 2, &end, &ret->count) && !*end && is_shard(ret);
}

/* --- the environment --- */

static bool read_variable(const char *name, unsigned *ret)
{
  const char *text = getenv(name);
  char *end;
  return text && read_number(text, &end, ret) && !*end;
}

/* How systems that share a suite among jobs number these. */
static const struct {
  const char *index, *count;
  unsigned first;
} numberings[] = {
  {"GTEST_SHARD_INDEX", "GTEST_TOTAL_SHARDS", 0},
  {"CI_NODE_INDEX", "CI_NODE_TOTAL", 1}, /* GitLab */
  {"BUILDKITE_PARALLEL_JOB", "BUILDKITE_PARALLEL_JOB_COUNT", 0},
  {"CIRCLE_NODE_INDEX", "CIRCLE_NODE_TOTAL", 0},
  {"SEMAPHORE_JOB_INDEX", "SEMAPHORE_JOB_COUNT", 1},
  {"BITBUCKET_PARALLEL_STEP", "BITBUCKET_PARALLEL_STEP_COUNT", 0},
};

static bool find_numbering(struct suite_shard *ret)
{
  for (size_t i = 0; i < sizeof numberings / sizeof *numberings; i++)
    if (read_variable(numberings[i].index, &ret->index) && read_variable(numberings[i].count, &ret->count)) {
      ret->index += 1 - numberings[i].first;
      return ret->count > 1 && is_shard(ret);
    }
  return false;
}

/* A job array of Slurm's, whose numbers begin anywhere, with steps of any width. A list of numbers has no order that
 * could be counted on. */
static bool find_array(struct suite_shard *ret)
{
  unsigned id, least, most, step;
  if (!read_variable("SLURM_ARRAY_TASK_ID", &id) || !read_variable("SLURM_ARRAY_TASK_MIN", &least) ||
      !read_variable("SLURM_ARRAY_TASK_MAX", &most) || !read_variable("SLURM_ARRAY_TASK_COUNT", &ret->count) ||
      !read_variable("SLURM_ARRAY_TASK_STEP", &step))
    return false;
  if (step == 0 || id < least || (id - least) % step != 0 || (most - least) / step + 1 != ret->count)
    return false;
  ret->index = (id - least) / step + 1;
  return ret->count > 1 && is_shard(ret);
}

struct suite_shard suite_shard_find(char *const *command)
{
  struct suite_shard shard;
  if (find_fraction(command, &shard) || find_split(command, &shard) || find_stride(command, &shard) ||
      find_numbering(&shard) || find_array(&shard))
    return shard;
  return (struct suite_shard){0};
}
