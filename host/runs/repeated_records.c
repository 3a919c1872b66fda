/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A process is known by its pid and the nanosecond in which it began, and by what it ran with and where. */
#include "host/runs/repeated_records.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/hash_table.h"
#include "host/base/memory.h"

static bool are_equal_lists(char *const *a, char *const *b)
{
  while (*a && *b && strcmp(*a, *b) == 0)
    a++, b++;
  return !*a && !*b;
}

HASHED(process, struct run_reader_record,
       (hashval_t)(x->start_time_ns ^ x->start_time_ns >> 32) * 31 + (hashval_t)x->pid,
       SAME(pid) && SAME(start_time_ns) && SAME(forked_from) && SAME_TEXT(exe) && SAME_TEXT(cwd) &&
         are_equal_lists(x->options, y->options))

static bool is_repeated(htab_t seen, struct run_reader_record *record)
{
  void **slot = seen && record->is_started ? htab_find_slot(seen, record, INSERT) : NULL;
  if (!slot || *slot)
    return slot != NULL;
  *slot = record;
  return false;
}

/* Those that stay are moved forward in the end, as the table points at them. */
static void mark(htab_t seen, const struct run_reader *run, bool *are_repeated)
{
  for (size_t i = 0; i < run->count; i++)
    are_repeated[i] = is_repeated(seen, &run->records[i]);
}

static size_t take_out(struct run_reader *run, const bool *are_repeated)
{
  size_t kept = 0, count = run->count;
  for (size_t i = 0; i < count; i++)
    if (are_repeated[i])
      run_reader_record_release(&run->records[i]);
    else
      run->records[kept++] = run->records[i];
  run->count = kept;
  return count - kept;
}

size_t repeated_drop(struct run_reader *const *runs, const bool *are_single, size_t count)
{
  size_t total = 0, dropped = 0;
  for (size_t i = 0; i < count; i++)
    total += runs[i] ? runs[i]->count : 0;
  htab_t seen = HASH_TABLE(process, total + 1, NULL);
  bool *are_repeated = memory_zeroed(total + 1, sizeof *are_repeated);
  for (int single = 0; single < 2; single++) {
    bool *marks = are_repeated;
    for (size_t i = 0; i < count; marks += runs[i] ? runs[i]->count : 0, i++)
      if (runs[i] && are_single[i] == (single != 0))
        mark(seen, runs[i], marks);
  }
  for (size_t i = 0, start = 0; i < count; i++) {
    const size_t before = runs[i] ? runs[i]->count : 0;
    dropped += runs[i] ? take_out(runs[i], are_repeated + start) : 0;
    start += before;
  }
  free(are_repeated);
  htab_delete(seen);
  return dropped;
}
