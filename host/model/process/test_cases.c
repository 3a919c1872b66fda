/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/model/process/test_cases.h"

#include <stdlib.h>

#include "host/base/grow.h"
#include "host/base/hash_table.h"
#include "host/base/memory.h"
#include "host/model/process/model.h"

void test_ids_add(struct test_ids *ids, uint64_t id)
{
  if (ids->count > 0 && ids->items[ids->count - 1] == id)
    return;
  *NEW_ITEM(ids->items, ids->count, ids->capacity) = id;
}

void test_ids_release(struct test_ids *ids)
{
  free(ids->items);
  *ids = (struct test_ids){0};
}

HASHED(test, struct test_case, (hashval_t)((x->id * 0x9e3779b97f4a7c15u) >> 32), SAME(id))

static void free_test(void *item)
{
  struct test_case *test = item;
  free(test->name);
  free(test);
}

struct htab *test_cases_create(void)
{
  return HASH_TABLE(test, 16, free_test);
}

struct error *process_take_test(struct process *process, const struct record_frame *frame)
{
  const struct record_test *from = &frame->test;
  const struct test_case key = {.id = from->id};
  if (from->id == 0 || htab_find(process->tests, &key))
    return error_format("test %llu was sent already", (unsigned long long)from->id);
  struct test_case *test = memory_zeroed(1, sizeof *test);
  copy_record_string(from->name, &test->name);
  test->id = from->id;
  test->is_whole = from->is_whole != 0;
  *htab_find_slot(process->tests, test, INSERT) = test;
  return NULL;
}

const struct test_case *process_test_case(const struct process *process, uint64_t id)
{
  const struct test_case key = {.id = id};
  return htab_find(process->tests, &key);
}
