/* SPDX-License-Identifier: GPL-2.0-or-later */
/* DHAT's JSON, version 2 (its fields are described in the sources of dh_view.js and DHAT). A program point is a stack; two
 * sites with the same frames are one, as dh_view refuses a stack that comes twice. Frames are "ADDRESS: function
 * (file:line)" as there, number 0 is the root.
 *
 * Time is told in allocations: how many there had been. Where a run has told no totals, what its snapshot holds stands for
 * them. Reads and writes are there only when the run has counted them. */
#include <string.h>

#include "heap/export.h"
#include "heap/profile.h"
#include "report/json_text.h"

/* The names are those of the format's fields. */
struct point {
  uint64_t tb, tbk, tl, mb, mbk, gb, gbk, eb, ebk, rb, wb;
};

struct dhat {
  const struct profile *profile;
  size_t peak; /* sample; SIZE_MAX: none */
  bool has_accesses;
  uint64_t short_allocations, end, peak_time;
  size_t *first_sites; /* of each program point; one more ends the last */
  size_t point_count;
};

static void add_totals(const struct dhat *dhat, struct point *point, const struct growth_site *growth)
{
  const struct record_site *totals = &growth->totals;
  const struct growth_value *value = dhat->peak == SIZE_MAX ? NULL : growth_at(growth, dhat->peak);
  add_up(&point->tb, totals->total_bytes);
  add_up(&point->tbk, totals->total_blocks);
  add_up(&point->tl, totals->freed_lifetimes);
  add_up(&point->tl, totals->live_lifetimes);
  add_up(&point->mb, totals->peak_bytes);
  add_up(&point->mbk, totals->peak_blocks);
  add_up(&point->gb, value ? value->bytes : 0);
  add_up(&point->gbk, value ? value->blocks : 0);
  add_up(&point->eb, totals->live_bytes);
  add_up(&point->ebk, totals->live_blocks);
  add_up(&point->rb, totals->read_bytes);
  add_up(&point->wb, totals->written_bytes);
}

static void add_live(struct point *point, const struct profile_site *site)
{
  add_up(&point->tb, site->total_bytes);
  add_up(&point->tbk, site->total_blocks);
  add_up(&point->mb, site->total_bytes);
  add_up(&point->mbk, site->total_blocks);
  add_up(&point->gb, site->live_bytes);
  add_up(&point->gbk, site->live_blocks);
  add_up(&point->eb, site->live_bytes);
  add_up(&point->ebk, site->live_blocks);
}

static json_t *make_point(const void *context, size_t index)
{
  const struct dhat *dhat = context;
  const struct profile_site *site = &dhat->profile->sites[dhat->first_sites[index]];
  struct point point = {0};
  json_t *frames = json_array();
  for (size_t i = 0; i < site->frame_count; i++)
    json_list_add(&frames, json_count((uint64_t)site->frames[i]->number + 1));
  for (size_t i = dhat->first_sites[index]; i < dhat->first_sites[index + 1]; i++)
    if (dhat->profile->has_totals && dhat->profile->sites[i].growth)
      add_totals(dhat, &point, dhat->profile->sites[i].growth);
    else
      add_live(&point, &dhat->profile->sites[i]);
  json_t *object = json_pack(
    "{so so so so so so so so so so}", "tb", json_count(point.tb), "tbk", json_count(point.tbk), "tl",
    json_count(point.tl), "mb", json_count(point.mb), "mbk", json_count(point.mbk), "gb", json_count(point.gb), "gbk",
    json_count(point.gbk), "eb", json_count(point.eb), "ebk", json_count(point.ebk), "fs", frames);
  if (object && dhat->has_accesses && (json_object_set_new(object, "rb", json_count(point.rb)) != 0 ||
                                       json_object_set_new(object, "wb", json_count(point.wb)) != 0)) {
    json_decref(object);
    return NULL;
  }
  return object;
}

/* Number 0 is the root. */
static json_t *make_frame(const void *context, size_t index)
{
  const struct profile *profile = context;
  return json_text(index == 0 ? "[root]" : profile->frames[index - 1]->text);
}

static struct error *find_points(struct dhat *dhat)
{
  const struct profile *profile = dhat->profile;
  dhat->first_sites = calloc(profile->site_count + 1, sizeof *dhat->first_sites);
  if (!dhat->first_sites)
    return error_no_memory();
  for (size_t i = 0; i < profile->site_count; i++)
    if (i == 0 || profile_compare_frames(&profile->sites[i - 1], &profile->sites[i]) != 0)
      dhat->first_sites[dhat->point_count++] = i;
  dhat->first_sites[dhat->point_count] = profile->site_count;
  return NULL;
}

static void find_times(struct dhat *dhat)
{
  const struct heap *heap = dhat->profile->heap;
  const struct growth *growth = heap->growth;
  dhat->peak = profile_peak(growth);
  if (dhat->peak != SIZE_MAX) {
    dhat->peak_time = growth->points[dhat->peak].allocations;
    dhat->end = growth->points[growth->point_count - 1].allocations;
  } else if (heap->snapshot) {
    dhat->peak_time = dhat->end = heap->snapshot->head.allocations;
  }
  for (size_t i = 0; i < growth->site_count; i++) {
    const struct record_site *totals = &growth->sites[i].totals;
    dhat->has_accesses |= totals->read_bytes > 0 || totals->written_bytes > 0 || totals->untouched_bytes > 0;
    dhat->short_allocations = totals->total_blocks > 0 ? totals->short_allocations : dhat->short_allocations;
  }
}

static struct error *write_head(const struct dhat *dhat, const struct json_output *output)
{
  const struct heap *heap = dhat->profile->heap;
  char *command = profile_command(heap);
  json_t *name = command ? json_text(command) : NULL;
  free(command);
  fprintf(output->file,
          "{\"dhatFileVersion\": 2, \"mode\": \"heap\", \"verb\": \"Allocated\", \"bklt\": true, \"bkacc\": %s,\n"
          "\"tu\": \"allocs\", \"Mtu\": \"M allocs\", \"tuth\": %llu,\n",
          dhat->has_accesses ? "true" : "false", (unsigned long long)dhat->short_allocations);
  struct error *error = json_write_member(output, "cmd", name);
  fprintf(output->file, "\"pid\": %llu, \"te\": %llu, \"tg\": %llu,\n\"pps\": ", (unsigned long long)heap->process->pid,
          (unsigned long long)dhat->end, (unsigned long long)dhat->peak_time);
  return error;
}

static struct error *write_file(struct dhat *dhat, FILE *file)
{
  struct json_output output = {.file = file};
  find_times(dhat);
  struct error *error = find_points(dhat);
  if (!error)
    error = write_head(dhat, &output);
  if (!error)
    error = json_write_list(&output, make_point, dhat, dhat->point_count);
  fputs(",\n\"ftbl\": ", file);
  if (!error)
    error = json_write_list(&output, make_frame, dhat->profile, (size_t)dhat->profile->frame_count + 1);
  fputs("}\n", file);
  return error;
}

struct error *export_dhat(const struct heap *heap, const struct export_request *request, FILE *output)
{
  (void)request;
  struct dhat dhat = {0};
  struct profile *profile;
  struct error *error = profile_create(heap, &profile);
  if (error)
    return error;
  dhat.profile = profile;
  error = write_file(&dhat, output);
  free(dhat.first_sites);
  profile_destroy(profile);
  return error;
}
