/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tests are kept in the order in which they began, so that of a block is found by bisection: it is the last one of the
 * thread that began before the block was made, unless that one had ended by then. As long as one thread alone runs
 * tests, which is the rule, the first look finds it. */
#include "memcheck/base/running_tests.h"

#include "coregrind-glue/core.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_xarray.h"

#define STILL_RUNNING UINT64_MAX

enum { TESTS_MAX = 1 << 24 };

struct test_case {
  ThreadId tid;
  uint64_t begins, ends; /* allocations before it; with its last */
  HChar *name;           /* NULL: not known */
  bool is_whole, is_sent;
};

static XArray *tests;    /* by id - 1; NULL: none */
static XArray *last_ids; /* uint32_t, by thread: the last test that began there; 0: none ever did */

static UInt count(void)
{
  return tests ? (UInt)VG_(sizeXA)(tests) : 0;
}

static struct test_case *test_of_id(uint32_t id)
{
  return VG_(indexXA)(tests, id - 1);
}

static uint32_t last_of_thread(ThreadId tid)
{
  return last_ids && tid < (UInt)VG_(sizeXA)(last_ids) ? *(uint32_t *)VG_(indexXA)(last_ids, (Word)tid) : 0;
}

static void note_last(ThreadId tid, uint32_t id)
{
  static const uint32_t none;
  if (!last_ids)
    last_ids = VG_(newXA)(VG_(malloc), "seep.tests", VG_(free), sizeof(uint32_t));
  while ((UInt)VG_(sizeXA)(last_ids) <= tid)
    VG_(addToXA)(last_ids, &none);
  *(uint32_t *)VG_(indexXA)(last_ids, (Word)tid) = id;
}

uint32_t running_tests_running(ThreadId tid)
{
  const uint32_t id = last_of_thread(tid);
  return id > 0 && test_of_id(id)->ends == STILL_RUNNING ? id : 0;
}

uint32_t running_tests_at(ThreadId tid, uint64_t birth)
{
  uint32_t low = 0, high = last_of_thread(tid); /* the first `low` began before, those after `high` did not */
  while (low < high) {
    const uint32_t middle = (low + high + 1) / 2;
    if (test_of_id(middle)->begins < birth)
      low = middle;
    else
      high = middle - 1;
  }
  while (low > 0 && test_of_id(low)->tid != tid)
    low--;
  return low > 0 && birth <= test_of_id(low)->ends ? low : 0;
}

void running_tests_end(ThreadId tid, uint64_t allocations)
{
  const uint32_t id = running_tests_running(tid);
  if (id > 0)
    test_of_id(id)->ends = allocations;
}

static HChar *copy_of(const HChar *name)
{
  return name && *name ? VG_(strdup)("seep.tests", name) : NULL;
}

void running_tests_begin(ThreadId tid, const HChar *name, bool is_whole, uint64_t allocations)
{
  running_tests_end(tid, allocations);
  if (!tests)
    tests = VG_(newXA)(VG_(malloc), "seep.tests", VG_(free), sizeof(struct test_case));
  const struct test_case test = {
    .tid = tid, .begins = allocations, .ends = STILL_RUNNING, .name = copy_of(name), .is_whole = is_whole};
  if (count() == TESTS_MAX)
    return;
  VG_(addToXA)(tests, &test);
  note_last(tid, count());
}

bool running_tests_name(ThreadId tid, const HChar *name)
{
  const uint32_t id = running_tests_running(tid);
  if (id == 0 || test_of_id(id)->name)
    return false;
  test_of_id(id)->name = copy_of(name);
  return true;
}

void running_tests_send(uint32_t id)
{
  struct test_case *test = id > 0 ? test_of_id(id) : NULL;
  if (!test || !test->name || test->is_sent)
    return;
  channel_send_test(&(struct record_test){.id = id, .name = core_string(test->name), .is_whole = test->is_whole});
  test->is_sent = true;
}

void running_tests_forget_sent(void)
{
  for (uint32_t id = 1; id <= count(); id++)
    test_of_id(id)->is_sent = false;
}
