/* SPDX-License-Identifier: GPL-2.0-or-later */
/* speedscope's own format (https://www.speedscope.app/file-format-schema.json): one list of frames, and profiles that are
 * lists of stacks with weights: live bytes, live blocks, and what was allocated where the run tells it. */
#include "config.h"

#include "heap/export.h"
#include "heap/profile.h"
#include "report/json_text.h"

struct kind {
  const char *name, *unit;
  uint64_t (*weight)(const struct profile_site *site);
};

struct listing {
  const struct profile *profile;
  const struct kind *kind;
};

static uint64_t live_bytes(const struct profile_site *site)
{
  return site->live_bytes;
}

static uint64_t live_blocks(const struct profile_site *site)
{
  return site->live_blocks;
}

static uint64_t total_bytes(const struct profile_site *site)
{
  return site->total_bytes;
}

static uint64_t total_blocks(const struct profile_site *site)
{
  return site->total_blocks;
}

/* The last two only where the run tells them. */
static const struct kind kinds[] = {
  {"live bytes", "bytes", live_bytes},
  {"live blocks", "none", live_blocks},
  {"bytes allocated in all", "bytes", total_bytes},
  {"blocks allocated in all", "none", total_blocks},
};
enum { KINDS = sizeof kinds / sizeof kinds[0], LIVE_KINDS = 2 };

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
  return json_count(listing->kind->weight(&listing->profile->sites[index]));
}

static struct error *write_profile(const struct json_output *output, const struct profile *profile,
                                   const struct kind *kind)
{
  struct listing listing = {profile, kind};
  uint64_t total = 0;
  for (size_t i = 0; i < profile->site_count; i++)
    total += kind->weight(&profile->sites[i]);
  fprintf(output->file, "{\"type\": \"sampled\", \"name\": \"%s\", \"unit\": \"%s\", \"startValue\": 0,\n\"endValue\": ",
          kind->name, kind->unit);
  struct error *error = json_write(output, json_count(total));
  fputs(", \"samples\": ", output->file);
  if (!error)
    error = json_write_list(output, make_stack, profile, profile->site_count);
  fputs(",\n\"weights\": ", output->file);
  if (!error)
    error = json_write_list(output, make_weight, &listing, profile->site_count);
  putc('}', output->file);
  return error;
}

static struct error *write_file(const struct json_output *output, const struct profile *profile, char *command)
{
  fputs("{\"$schema\": \"https://www.speedscope.app/file-format-schema.json\",\n", output->file);
  struct error *error = json_write_member(output, "name", json_text(command));
  fputs("\"exporter\": \"seep " PACKAGE_VERSION "\",\n\"shared\": {\"frames\": ", output->file);
  if (!error)
    error = json_write_list(output, make_frame, profile, profile->function_count);
  fputs("},\n\"profiles\": [", output->file);
  for (size_t i = 0; i < (profile->has_totals ? KINDS : LIVE_KINDS) && !error; i++) {
    fputs(i > 0 ? ",\n" : "\n", output->file);
    error = write_profile(output, profile, &kinds[i]);
  }
  fputs("]}\n", output->file);
  return error;
}

struct error *export_speedscope(const struct heap *heap, const struct export_request *request, FILE *output)
{
  (void)request;
  struct json_output json = {.file = output};
  struct profile *profile;
  struct error *error = profile_create(heap, &profile);
  if (error)
    return error;
  char *command = profile_command(heap);
  error = command ? write_file(&json, profile, command) : error_no_memory();
  free(command);
  profile_destroy(profile);
  return error;
}
