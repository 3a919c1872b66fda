/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Processes come in the order in which they started, and numbers of snapshots ascend in each. A process that has become
 * another program has several records. */
#include "host/heap/model/heap_list.h"

#include <stdlib.h>

#include "host/base/grow.h"
#include "host/record/record_file.h"
#include "host/runs/run_dir.h"
#include "host/runs/run_reader.h"

struct listing {
  struct heap_request *items;
  size_t count, capacity;
  uint64_t pid;      /* of the record that is read */
  bool has_samples;
};

static void add(struct listing *listing, uint64_t snapshot)
{
  for (size_t i = 0; i < listing->count; i++)
    if (listing->items[i].pid == listing->pid && listing->items[i].snapshot == snapshot)
      return;
  *NEW_ITEM(listing->items, listing->count, listing->capacity) =
    (struct heap_request){.pid = listing->pid, .snapshot = snapshot};
}

static struct error *take_frame(void *context, const struct record_frame *frame)
{
  struct listing *listing = context;
  listing->has_samples |= frame->kind == RECORD_SAMPLE;
  const bool is_whole = frame->kind == RECORD_SNAPSHOT && frame->snapshot.problem.size == 0;
  if (is_whole && frame->snapshot.id != 0)
    add(listing, frame->snapshot.id);
  return NULL;
}

static bool has_pid(const struct listing *listing)
{
  return listing->count > 0 && listing->items[listing->count - 1].pid == listing->pid;
}

static void list_record(struct listing *listing, const struct run_reader_record *record)
{
  bool is_cut;
  listing->pid = record->pid;
  listing->has_samples = false;
  error_free(record_file_read(record->path, take_frame, listing, &is_cut));
  if (listing->has_samples && !has_pid(listing))
    add(listing, 0);
}

struct error *heap_list(const char *name, struct heap_request **ret, size_t *ret_count)
{
  struct run *run;
  struct run_reader *load = NULL;
  struct listing listing = {0};
  RETURN_IF_ERROR(run_dir_find(name, &run));
  struct error *error = run_reader_create(run, &load);
  for (size_t i = 0; !error && i < load->count; i++)
    if (load->records[i].is_started)
      list_record(&listing, &load->records[i]);
  run_reader_destroy(load);
  run_destroy(run);
  if (error) {
    free(listing.items);
    return error;
  }
  *ret = listing.items;
  *ret_count = listing.count;
  return NULL;
}
