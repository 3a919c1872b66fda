/* SPDX-License-Identifier: GPL-2.0-or-later */
/* DHAT's JSON, version 2 (its fields are described in the sources of dh_view.js and DHAT). A program point is a stack;
 * two sites with the same frames are one, as dh_view refuses a stack that comes twice. Frames are "ADDRESS: function
 * (file:line)" as there, number 0 is the root.
 *
 * Time is told in allocations: how many there had been. Without totals, which a run sends at its end, there is only
 * what the snapshot holds, without lifetimes and peaks. Reads and writes are there only when the run has counted them.
 */
#include <string.h>

#include "host/base/memory.h"
#include "host/heap/exports/export.h"
#include "host/heap/exports/profile.h"
#include "host/output/json_text.h"

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
  add_saturated(&point->tb, totals->total_bytes);
  add_saturated(&point->tbk, totals->total_blocks);
  add_saturated(&point->tl, totals->freed_lifetimes);
  add_saturated(&point->tl, totals->live_lifetimes);
  add_saturated(&point->mb, totals->peak_bytes);
  add_saturated(&point->mbk, totals->peak_blocks);
  add_saturated(&point->gb, value ? value->bytes : 0);
  add_saturated(&point->gbk, value ? value->blocks : 0);
  add_saturated(&point->eb, totals->live_bytes);
  add_saturated(&point->ebk, totals->live_blocks);
  add_saturated(&point->rb, totals->read_bytes);
  add_saturated(&point->wb, totals->written_bytes);
}

static struct point add_up_point(const struct dhat *dhat, size_t index)
{
  struct point point = {0};
  for (size_t i = dhat->first_sites[index]; i < dhat->first_sites[index + 1]; i++) {
    const struct profile_site *site = &dhat->profile->sites[i];
    if (dhat->profile->has_totals && site->growth) {
      add_totals(dhat, &point, site->growth);
    } else {
      add_saturated(&point.tb, site->live_bytes);
      add_saturated(&point.tbk, site->live_blocks);
    }
  }
  return point;
}

/* NULL without memory. Takes `frames` over. */
static json_t *pack_point(const struct dhat *dhat, const struct point *point, json_t *frames)
{
  const bool has_lifetimes = dhat->profile->has_totals, has_accesses = dhat->has_accesses;
  const struct {
    const char *name;
    uint64_t value;
    bool is_known;
  } fields[] = {
    {"tb", point->tb, true}, {"tbk", point->tbk, true}, {"tl", point->tl, has_lifetimes},
    {"mb", point->mb, has_lifetimes}, {"mbk", point->mbk, has_lifetimes}, {"gb", point->gb, has_lifetimes},
    {"gbk", point->gbk, has_lifetimes}, {"eb", point->eb, has_lifetimes}, {"ebk", point->ebk, has_lifetimes},
    {"rb", point->rb, has_accesses}, {"wb", point->wb, has_accesses}};
  json_t *object = json_object();
  int status = 0;
  for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
    if (fields[i].is_known)
      status |= json_object_set_new(object, fields[i].name, json_count(fields[i].value));
  status |= json_object_set_new(object, "fs", frames);
  if (status == 0)
    return object;
  json_decref(object);
  return NULL;
}

static json_t *make_point(const void *context, size_t index)
{
  const struct dhat *dhat = context;
  const struct profile_site *site = &dhat->profile->sites[dhat->first_sites[index]];
  const struct point point = add_up_point(dhat, index);
  json_t *frames = json_array();
  for (size_t i = 0; i < site->frame_count; i++)
    json_list_add(&frames, json_count((uint64_t)site->frames[i]->number + 1));
  return pack_point(dhat, &point, frames);
}

/* Number 0 is the root. */
static json_t *make_frame(const void *context, size_t index)
{
  const struct profile *profile = context;
  return json_text(index == 0 ? "[root]" : profile->frames[index - 1]->text);
}

static void find_points(struct dhat *dhat)
{
  const struct profile *profile = dhat->profile;
  dhat->first_sites = memory_zeroed(profile->site_count + 1, sizeof *dhat->first_sites);
  for (size_t i = 0; i < profile->site_count; i++)
    if (i == 0 || profile_compare_frames(&profile->sites[i - 1], &profile->sites[i]) != 0)
      dhat->first_sites[dhat->point_count++] = i;
  dhat->first_sites[dhat->point_count] = profile->site_count;
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

static void write_head(const struct dhat *dhat, const struct json_output *output)
{
  const struct heap *heap = dhat->profile->heap;
  char *command = profile_command(heap);
  const struct {
    const char *name;
    json_t *value;
  } members[] = {
    {"tuth", json_count(dhat->short_allocations)}, {"cmd", command ? json_text(command) : NULL},
    {"pid", json_count(heap->process->pid)}, {"te", json_count(dhat->end)}, {"tg", json_count(dhat->peak_time)}};
  free(command);
  fprintf(output->file,
          "{\"dhatFileVersion\": 2, \"mode\": \"heap\", \"verb\": \"Allocated\", \"bklt\": %s, \"bkacc\": %s,\n"
          "\"tu\": \"allocs\", \"Mtu\": \"M allocs\",\n",
          dhat->profile->has_totals ? "true" : "false", dhat->has_accesses ? "true" : "false");
  for (size_t i = 0; i < sizeof members / sizeof members[0]; i++)
    json_write_member(output, members[i].name, members[i].value);
  fputs("\"pps\": ", output->file);
}

static void write_file(struct dhat *dhat, FILE *file)
{
  struct json_output output = {.file = file};
  find_times(dhat);
  find_points(dhat);
  write_head(dhat, &output);
  json_write_list(&output, make_point, dhat, dhat->point_count);
  fputs(",\n\"ftbl\": ", file);
  json_write_list(&output, make_frame, dhat->profile, (size_t)dhat->profile->frame_count + 1);
  fputs("}\n", file);
}

struct error *export_dhat(const struct heap *heap, const struct export_request *request, FILE *output)
{
  (void)request;
  struct dhat dhat = {0};
  struct profile *profile;
  profile_create(heap, &profile);
  dhat.profile = profile;
  write_file(&dhat, output);
  free(dhat.first_sites);
  profile_destroy(profile);
  return NULL;
}
