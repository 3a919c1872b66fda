/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Each record of the run makes an offer: the snapshot that was asked for, or its last one, and how large the heap was
 * then; a record without snapshots offers its samples. The best offer is chosen: one with a snapshot before one
 * without, then the larger heap, then the later process. */
#include "host/heap/model/process_choice.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/base/print.h"
#include "host/record/record_file.h"

/* What one record offers. */
struct offer {
  const struct heap_request *request;
  uint64_t snapshots;  /* that are whole */
  bool has_samples;
  uint64_t live_bytes;     /* of the snapshot that was asked for, else of the last sample */
  char *file;              /* of that snapshot; NULL: none fits */
  uint64_t begun;          /* a wanted snapshot that was begun, and whose end is not recorded; 0: none */
  char *begun_file;
  char *problem;           /* why there is no such snapshot as was asked for */
};

static void offer_deinit(struct offer *offer)
{
  free(offer->file);
  free(offer->begun_file);
  free(offer->problem);
}

static void replace_text(char **text, struct record_string string)
{
  free(*text);
  *text = memory_text_begin(string.size > 0 ? string.data : "", string.size);
}

#define NO_PLAIN_NAME "the record has no plain name for its file"
static const struct record_string no_plain_name = {NO_PLAIN_NAME, sizeof NO_PLAIN_NAME - 1};

/* The name stands beside the record, whatever a record says. */
static bool is_plain_name(struct record_string name)
{
  return name.size > 0 && name.data[0] != '.' && !memchr(name.data, '/', name.size) && !memchr(name.data, 0, name.size);
}

static bool is_wanted(const struct offer *offer, uint64_t id, uint64_t reason)
{
  const uint64_t wanted = offer->request->snapshot;
  return wanted == 0 || wanted == id || (wanted == HEAP_AT_PEAK && reason == RECORD_SNAPSHOT_PEAK_SO_FAR);
}

static void take_begun(struct offer *offer, const struct record_snapshot_begun *snapshot)
{
  if (!is_wanted(offer, snapshot->id, snapshot->reason) || !is_plain_name(snapshot->file))
    return;
  offer->begun = snapshot->id;
  replace_text(&offer->begun_file, snapshot->file);
}

static void take_snapshot(struct offer *offer, const struct record_snapshot *snapshot)
{
  bool is_whole = snapshot->problem.size == 0;
  if (snapshot->reason == RECORD_SNAPSHOT_PEAK) /* it names a PEAK_SO_FAR again, which may not be the latest snapshot */
    return;
  offer->snapshots += is_whole;
  if (!is_wanted(offer, snapshot->id, snapshot->reason))
    return;
  if (offer->begun == snapshot->id)
    offer->begun = 0;
  if (!is_whole) {
    replace_text(&offer->problem, snapshot->problem);
    return;
  }
  if (!is_plain_name(snapshot->file)) {
    replace_text(&offer->problem, no_plain_name);
    return;
  }
  offer->live_bytes = snapshot->bytes;
  replace_text(&offer->file, snapshot->file);
}

static struct error *take_frame(void *context, const struct record_frame *frame)
{
  struct offer *offer = context;
  if (frame->kind == RECORD_SNAPSHOT) {
    take_snapshot(offer, &frame->snapshot);
    return NULL;
  }
  if (frame->kind == RECORD_SNAPSHOT_BEGUN) {
    take_begun(offer, &frame->snapshot_begun);
    return NULL;
  }
  if (frame->kind == RECORD_SAMPLE) {
    offer->has_samples = true;
    if (!offer->file)
      offer->live_bytes = frame->sample.live_bytes;
  }
  return NULL;
}

/* --- one that was begun --- */

static void path_beside(const char *record, const char *name, char **ret)
{
  const char *slash = strrchr(record, '/');
  int length = slash ? (int)(slash - record) + 1 : 0;
  print_new(ret, "%.*s%s", length, record, name);
}

static struct error *note_end(void *context, const struct record_frame *frame)
{
  struct offer *offer = context;
  if (frame->kind == RECORD_SNAPSHOT_END) {
    offer->begun = 0;
    offer->live_bytes = frame->snapshot_end.bytes;
  }
  return NULL;
}

/* The record does not say how the snapshot ended, as the process was killed or sleeps. If its file has an end, it is
 * whole, and offered. If not, an earlier snapshot is better, but this one is better than none. */
static void judge_begun(const struct run_reader_record *record, struct offer *offer)
{
  char *path = NULL;
  bool is_cut = true;
  path_beside(record->path, offer->begun_file, &path);
  struct error *error = record_file_read(path, note_end, offer, &is_cut);
  error_free(error);
  free(path);
  const bool is_whole = offer->begun == 0;
  offer->snapshots += is_whole;
  if (!is_whole && offer->file)
    return;
  free(offer->file);
  offer->file = offer->begun_file;
  offer->begun_file = NULL;
}

/* What comes after damage is lost; seep report says what is damaged. */
static void read_offer(const struct run_reader_record *record, struct offer *offer)
{
  bool is_cut;
  error_free(record_file_read(record->path, take_frame, offer, &is_cut));
  if (offer->begun != 0)
    judge_begun(record, offer);
}

static bool offer_fits(const struct heap_request *request, const struct offer *offer)
{
  return request->snapshot != 0 ? offer->file != NULL : offer->file || offer->has_samples;
}

/* `b` comes before `a` in the run. */
static bool is_better(const struct offer *a, const struct offer *b)
{
  if (!a->file != !b->file)
    return a->file != NULL;
  return a->live_bytes >= b->live_bytes;
}

static struct error *no_peak_error(const struct run *run, const struct offer *all)
{
  if (all->problem)
    return error_format("%s: there is no snapshot of its peak: %s", run->name, all->problem);
  return error_format("%s: there is no snapshot of its peak; run the program again with --snapshot=peak", run->name);
}

static struct error *no_snapshot_error(const struct run *run, const struct heap_request *request,
                                       const struct offer *all)
{
  const unsigned long long number = (unsigned long long)request->snapshot;
  if (all->problem)
    return error_format("%s: snapshot %llu could not be taken: %s", run->name, number, all->problem);
  return error_format("%s: there is no snapshot %llu%s; %llu %s taken", run->name, number,
                      request->pid ? " of that process" : "", (unsigned long long)all->snapshots,
                      all->snapshots == 1 ? "was" : "were");
}

static struct error *nothing_fits_error(const struct run *run, const struct heap_request *request,
                                        const struct offer *all)
{
  if (request->snapshot == HEAP_AT_PEAK)
    return no_peak_error(run, all);
  if (request->snapshot != 0)
    return no_snapshot_error(run, request, all);
  if (request->pid != 0)
    return error_format("%s: process %llu has neither snapshots nor samples, or is none of this run", run->name,
                        (unsigned long long)request->pid);
  return error_format("%s: it knows nothing of the heap over time; run the program again with --snapshot=exit or "
                      "--growth=yes", run->name);
}

static void swap_offers(struct offer *a, struct offer *b)
{
  struct offer c = *a;
  *a = *b;
  *b = c;
}

/* What all records offer together is told when nothing fits: how many snapshots, and the first problem. */
static void add_to_all(struct offer *all, struct offer *offer)
{
  all->snapshots += offer->snapshots;
  if (all->problem)
    return;
  all->problem = offer->problem;
  offer->problem = NULL;
}

/* NULL: none fits. */
static const struct run_reader_record *choose_best(const struct run_reader *load, const struct heap_request *request,
                                                   struct offer *best, struct offer *all)
{
  const struct run_reader_record *chosen = NULL;
  for (size_t i = 0; i < load->count; i++) {
    const struct run_reader_record *record = &load->records[i];
    struct offer offer = {.request = request};
    if (request->pid != 0 && request->pid != record->pid)
      continue;
    read_offer(record, &offer);
    add_to_all(all, &offer);
    if (offer_fits(request, &offer) && (!chosen || is_better(&offer, best))) {
      swap_offers(&offer, best);
      chosen = record;
    }
    offer_deinit(&offer);
  }
  return chosen;
}

struct error *process_choice_find(const struct run *run, const struct run_reader *load,
                                  const struct heap_request *request, struct chosen_process *ret)
{
  struct offer best = {0}, all = {0};
  struct chosen_process choice = {.record = choose_best(load, request, &best, &all)};
  struct error *error = choice.record ? NULL : nothing_fits_error(run, request, &all);
  if (!error && best.file)
    path_beside(choice.record->path, best.file, &choice.snapshot);
  offer_deinit(&best);
  offer_deinit(&all);
  if (!error)
    *ret = choice;
  return error;
}

void chosen_process_deinit(struct chosen_process *choice)
{
  free(choice->snapshot);
}
