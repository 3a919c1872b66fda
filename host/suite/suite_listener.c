/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A finding is counted when the first process has it. Two are the same if their kinds and the functions of their
 * stacks are. That is not quite the identity of findings, but good enough for a number that changes as one looks at
 * it. */
#include "host/suite/suite_listener.h"

#include <libiberty/hashtab.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "host/base/fnv.h"
#include "host/base/memory.h"
#include "host/model/process/model.h"

struct suite_listener {
  struct writer writer;
  struct suite_counts *counts;
  htab_t seen; /* hashes of findings, as pointers */
};

/* --- findings --- */

static uint64_t add_text(uint64_t hash, const char *text)
{
  return text ? fnv_bytes(hash, text, strlen(text) + 1) : fnv_bytes(hash, "", 1);
}

static uint64_t hash_stack(uint64_t hash, const struct stack *stack)
{
  for (size_t i = 0; stack && stack->is_resolved && i < stack->count; i++)
    for (size_t j = 0; j < stack->codes[i]->frame_count; j++)
      hash = add_text(hash, stack->codes[i]->frames[j].function);
  return hash;
}

static void count_finding(struct suite_listener *listener, unsigned kind, const struct stack *stack)
{
  uint64_t hash = hash_stack(FNV_EMPTY ^ kind, stack);
  void *key = (void *)(uintptr_t)(hash | 2); /* 0 and 1 mean something else to the table */
  void **slot = htab_find_slot(listener->seen, key, INSERT);
  if (!slot || *slot)
    return;
  *slot = key;
  atomic_fetch_add(&listener->counts->findings, 1);
}

/* --- events of the reporter --- */

static void told_begin(void *context, const struct process *process)
{
  const struct suite_listener *listener = context;
  (void)process;
  atomic_fetch_add(&listener->counts->begun, 1);
}

static void told_error(void *context, const struct process *process, const struct error_context *error)
{
  (void)process;
  count_finding(context, (unsigned)error->kind << 8, error->stack);
}

static void told_leak_check(void *context, const struct process *process, const struct leak_check *check)
{
  (void)process;
  for (size_t i = 0; i < check->record_count; i++)
    if (check->records[i].is_error && !check->records[i].suppression)
      count_finding(context, check->records[i].kind, check->records[i].stack);
}

static void told_end(void *context, const struct process *process, const char *cut_reason)
{
  const struct suite_listener *listener = context;
  uint64_t errors = process_own_errors(process);
  (void)cut_reason;
  atomic_fetch_add(&listener->counts->errors, errors > 1000000 ? 1000000 : (unsigned)errors);
  atomic_fetch_add(&listener->counts->ended, 1);
}

/* --- creating --- */

void suite_listener_create(struct suite_listener **ret)
{
  static const struct writer_ops ops = {
    .begin = told_begin, .error = told_error, .leak_check = told_leak_check, .end = told_end,
  };
  struct suite_listener *listener = memory_zeroed(1, sizeof *listener);
  listener->writer = (struct writer){.ops = &ops, .context = listener};
  listener->seen = htab_create_alloc(64, htab_hash_pointer, htab_eq_pointer, NULL, memory_zeroed, free);
  listener->counts = mmap(NULL, sizeof *listener->counts, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (listener->counts == MAP_FAILED)
    memory_lacking(sizeof *listener->counts);
  *ret = listener;
}

const struct writer *suite_listener_writer(const struct suite_listener *listener)
{
  return &listener->writer;
}

struct suite_counts *suite_listener_counts(const struct suite_listener *listener)
{
  return listener->counts;
}
