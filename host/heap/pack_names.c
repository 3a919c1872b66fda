/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Each record is read into a process once more; then its snapshots are named as if somebody looked at them, which has
 * the names noted that the run takes along. */
#include "host/heap/pack_names.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/heap/model/site_names.h"
#include "host/heap/names/root_names.h"
#include "host/record/record_file.h"

enum { TYPED_ROOTS_MAX = 256 };

static struct error *take_frame(void *process, const struct record_frame *frame)
{
  return process_take(process, frame);
}

static int by_number(const void *left_item, const void *right_item)
{
  uint32_t left = *(const uint32_t *)left_item, right = *(const uint32_t *)right_item;
  return (left > right) - (left < right);
}

/* Blocks of no bytes fit no type, so all is asked that any size could lead to. */
static struct error *name_site(struct process *process, uint64_t stack_id)
{
  char *type = NULL;
  struct stack *stack = stack_table_find(process->stacks, stack_id);
  stack_table_resolve(process->stacks, stack);
  struct error *error = NULL;
  if (stack)
    error = site_type(process, stack, 0, &type);
  free(type);
  return error;
}

static struct error *name_sites(struct process *process, const struct snapshot *snapshot)
{
  uint32_t *stacks = memory_allocate(((size_t)snapshot->block_count + 1) * sizeof *stacks);
  for (uint32_t i = 0; i < snapshot->block_count; i++)
    stacks[i] = snapshot->blocks[i].stack_id;
  if (snapshot->block_count > 0)
    qsort(stacks, snapshot->block_count, sizeof *stacks, by_number);
  struct error *error = NULL;
  for (uint32_t i = 0; i < snapshot->block_count && !error; i++)
    if (i == 0 || stacks[i] != stacks[i - 1])
      error = name_site(process, stacks[i]);
  free(stacks);
  return error;
}

/* A program with very many global variables keeps the types of the first ones. */
static void ask_types(const struct root_names *names)
{
  const struct symbols_type *types;
  size_t count;
  for (uint32_t i = 0; i < names->group_count && i < TYPED_ROOTS_MAX; i++)
    root_group_types(names, &names->groups[i], &types, &count);
}

static struct error *name_snapshot(struct process *process, const char *path)
{
  struct snapshot *snapshot;
  struct root_names *names = NULL;
  struct error *error = snapshot_read(path, &snapshot);
  if (error) {
    error_free(error);
    return NULL;
  }
  error = root_names_create(snapshot, process, &names);
  if (!error)
    ask_types(names);
  if (!error)
    error = name_sites(process, snapshot);
  root_names_destroy(names);
  snapshot_destroy(snapshot);
  return error;
}

/* A record's snapshots are called like it: p1.rec, p1.s1.heap. */
static bool is_of(const char *snapshot, const char *record)
{
  const char *dot = strrchr(record, '.');
  size_t length = dot ? (size_t)(dot - record) : strlen(record);
  return strncmp(snapshot, record, length) == 0 && strncmp(snapshot + length, ".s", 2) == 0;
}

/* A damaged record names what it can. */
static struct error *name_record(const struct command_session *session, const char *path)
{
  struct process *process;
  struct process_config config = report_session_process_config(session->session, session->options);
  bool is_cut;
  process_create(&config, &process);
  struct error *error = NULL;
  error_free(record_file_read(path, take_frame, process, &is_cut));
  for (size_t i = 0; i < session->run->snapshot_count && !error; i++)
    if (is_of(session->run->snapshots[i], path))
      error = name_snapshot(process, session->run->snapshots[i]);
  process_destroy(process);
  return error;
}

struct error *pack_names_of_heaps(const struct command_session *session)
{
  struct error *error = NULL;
  for (size_t i = 0; i < session->load->count && session->run->snapshot_count > 0 && !error; i++)
    error = name_record(session, session->load->records[i].path);
  return error;
}
