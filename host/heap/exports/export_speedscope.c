/* SPDX-License-Identifier: GPL-2.0-or-later */
/* speedscope's own format (https://www.speedscope.app/file-format-schema.json): one list of frames, and profiles that
 * are lists of stacks with weights: live bytes, live blocks and, as far as the run knows, live bytes at the peak and
 * what was allocated in all. */
#include "config.h"

#include "host/heap/exports/export.h"
#include "host/heap/exports/profile.h"
#include "host/output/json_text.h"

struct kind {
  const char *name, *unit;
  uint64_t (*weight)(const struct profile_site *site, size_t peak);
  bool needs_totals, needs_samples;
};

struct listing {
  const struct profile *profile;
  const struct kind *kind;
  size_t peak; /* sample */
};

static uint64_t live_bytes(const struct profile_site *site, size_t peak)
{
  (void)peak;
  return site->live_bytes;
}

static uint64_t live_blocks(const struct profile_site *site, size_t peak)
{
  (void)peak;
  return site->live_blocks;
}

static uint64_t peak_bytes(const struct profile_site *site, size_t peak)
{
  const struct growth_value *value = site->growth ? growth_at(site->growth, peak) : NULL;
  return value ? value->bytes : 0;
}

static uint64_t total_bytes(const struct profile_site *site, size_t peak)
{
  (void)peak;
  return site->total_bytes;
}

static uint64_t total_blocks(const struct profile_site *site, size_t peak)
{
  (void)peak;
  return site->total_blocks;
}

static const struct kind kinds[] = {
  {"live bytes", "bytes", live_bytes, false, false},
  {"live blocks", "none", live_blocks, false, false},
  {"live bytes at the peak", "bytes", peak_bytes, false, true},
  {"bytes allocated in all", "bytes", total_bytes, true, false},
  {"blocks allocated in all", "none", total_blocks, true, false},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static json_t *make_frame(const void *context, size_t index)
{
  const struct profile_function *function = ((const struct profile *)context)->functions[index];
  const char *file = *function->file ? function->file : function->object;
  return json_pack("{so so}", "name", json_text(function->name), "file", json_text(file));
}

static json_t *make_stack(const void *context, size_t index)
{
  const struct profile_site *site = &((const struct profile *)context)->sites[index];
  json_t *stack = json_array();
  for (size_t i = site->frame_count; i > 0; i--)
    json_list_add(&stack, json_count(site->frames[i - 1]->function->number));
  return stack;
}

static json_t *make_weight(const void *context, size_t index)
{
  const struct listing *listing = context;
  return json_count(listing->kind->weight(&listing->profile->sites[index], listing->peak));
}

static void write_profile(const struct json_output *output, const struct profile *profile, const struct kind *kind)
{
  struct listing listing = {profile, kind, profile_peak(profile->heap->growth)};
  uint64_t total = 0;
  for (size_t i = 0; i < profile->site_count; i++)
    add_saturated(&total, kind->weight(&profile->sites[i], listing.peak));
  fprintf(output->file,
          "{\"type\": \"sampled\", \"name\": \"%s\", \"unit\": \"%s\", \"startValue\": 0,\n\"endValue\": ", kind->name,
          kind->unit);
  json_write(output, json_count(total));
  fputs(", \"samples\": ", output->file);
  json_write_list(output, make_stack, profile, profile->site_count);
  fputs(",\n\"weights\": ", output->file);
  json_write_list(output, make_weight, &listing, profile->site_count);
  putc('}', output->file);
}

static void write_file(const struct json_output *output, const struct profile *profile, char *command)
{
  bool has_samples = profile->heap->growth->point_count > 0;
  fputs("{\"$schema\": \"https://www.speedscope.app/file-format-schema.json\",\n", output->file);
  json_write_member(output, "name", json_text(command));
  fputs("\"exporter\": \"seep " PACKAGE_VERSION "\",\n\"shared\": {\"frames\": ", output->file);
  json_write_list(output, make_frame, profile, profile->function_count);
  fputs("},\n\"profiles\": [", output->file);
  for (size_t i = 0; i < KINDS; i++) {
    if ((kinds[i].needs_totals && !profile->has_totals) || (kinds[i].needs_samples && !has_samples))
      continue;
    fputs(i > 0 ? ",\n" : "\n", output->file);
    write_profile(output, profile, &kinds[i]);
  }
  fputs("]}\n", output->file);
}

struct error *export_speedscope(const struct heap *heap, const struct export_request *request, FILE *output)
{
  (void)request;
  struct json_output json = {.file = output};
  struct profile *profile;
  profile_create(heap, &profile);
  char *command = profile_command(heap);
  write_file(&json, profile, command);
  free(command);
  profile_destroy(profile);
  return NULL;
}
