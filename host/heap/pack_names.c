/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Each record is read into a process once more; then its snapshots are named as if somebody looked at them, which has
 * the names noted that the run takes along. */
#include "host/heap/pack_names.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/heap/model/site_names.h"
#include "host/heap/names/root_names.h"
#include "host/record/record_file.h"

enum { TYPED_ROOTS_MAX = 256 };

static struct error *take_frame(void *process, const struct record_frame *frame)
{
  return process_take(process, frame);
}

ORDER(by_number, uint32_t, COMPARE(*x, *y))

/* Blocks of no bytes fit no type, so all is asked that any size could lead to. */
static void name_site(struct process *process, uint64_t stack_id)
{
  struct stack *stack = stack_table_find(process->stacks, stack_id);
  stack_table_resolve(process->stacks, stack);
  if (stack)
    free(site_type(process, stack, 0));
}

static void name_sites(struct process *process, const struct snapshot *snapshot)
{
  uint32_t *stacks = memory_allocate(((size_t)snapshot->block_count + 1) * sizeof *stacks);
  for (uint32_t i = 0; i < snapshot->block_count; i++)
    stacks[i] = snapshot->blocks[i].stack_id;
  if (snapshot->block_count > 0)
    qsort(stacks, snapshot->block_count, sizeof *stacks, by_number);
  for (uint32_t i = 0; i < snapshot->block_count; i++)
    if (i == 0 || stacks[i] != stacks[i - 1])
      name_site(process, stacks[i]);
  free(stacks);
}

/* A program with very many global variables keeps the types of the first ones. */
static void ask_types(const struct root_names *names)
{
  const struct symbols_type *types;
  size_t count;
  for (uint32_t i = 0; i < names->group_count && i < TYPED_ROOTS_MAX; i++)
    root_group_types(names, &names->groups[i], &types, &count);
}

/* One that cannot be read has no names. */
static void name_snapshot(struct process *process, const char *path)
{
  struct snapshot *snapshot;
  struct error *error = snapshot_read(path, &snapshot);
  if (error) {
    error_free(error);
    return;
  }
  struct root_names *names = root_names_create(snapshot, process);
  ask_types(names);
  name_sites(process, snapshot);
  root_names_destroy(names);
  snapshot_destroy(snapshot);
}

/* A record's snapshots are called like it: p1.rec, p1.s1.heap. */
static bool is_of(const char *snapshot, const char *record)
{
  const char *dot = strrchr(record, '.');
  size_t length = dot ? (size_t)(dot - record) : strlen(record);
  return strncmp(snapshot, record, length) == 0 && strncmp(snapshot + length, ".s", 2) == 0;
}

/* A damaged record names what it can. */
static void name_record(const struct command_session *session, const char *path)
{
  struct process *process;
  struct process_config config = report_session_process_config(session->session, session->options);
  bool is_cut;
  process_create(&config, &process);
  error_free(record_file_read(path, take_frame, process, &is_cut));
  for (size_t i = 0; i < session->run->snapshot_count; i++)
    if (is_of(session->run->snapshots[i], path))
      name_snapshot(process, session->run->snapshots[i]);
  process_destroy(process);
}

void pack_names_of_heaps(const struct command_session *session)
{
  for (size_t i = 0; i < session->load->count && session->run->snapshot_count > 0; i++)
    name_record(session, session->load->records[i].path);
}
