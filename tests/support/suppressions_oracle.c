/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "support/suppressions_oracle.h"

#include <stdlib.h>
#include <string.h>

#include "suppressions/normalize.h"

static const char *const leak_words[] = {"definite", "indirect", "possible", "reachable"};

void entry_oracle_print(FILE *output, const struct oracle_entry *entry, size_t number)
{
  fprintf(output, "{\n  entry %zu\n  Memcheck:%s\n", number, entry->kind);
  if (entry->extra)
    fprintf(output, "  %s\n", entry->extra);
  const char *separator = "  match-leak-kinds: ";
  for (unsigned i = 0; i < 4; i++)
    if (entry->leak_kinds & (1u << i)) {
      fprintf(output, "%s%s", separator, leak_words[i]);
      separator = ",";
    }
  if (entry->leak_kinds)
    fputc('\n', output);
  for (size_t i = 0; i < entry->location_count; i++) {
    const struct oracle_location *location = &entry->locations[i];
    fprintf(output, location->text ? "  %s:%s" : "  %s", location->type, location->text);
    if (location->line)
      fprintf(output, ":%u", location->line);
    fputc('\n', output);
  }
  fputs("}\n", output);
}

bool entry_oracle_glob(const char *pattern, const char *text)
{
  if (*pattern == '*')
    return entry_oracle_glob(pattern + 1, text) || (*text && entry_oracle_glob(pattern, text + 1));
  if (!*pattern || !*text)
    return *pattern == *text;
  return (*pattern == '?' || *pattern == *text) && entry_oracle_glob(pattern + 1, text + 1);
}

/* Compares and frees `name`. */
static bool matches_once(const char *pattern, char *name)
{
  bool matches = entry_oracle_glob(pattern, name);
  free(name);
  return matches;
}

static bool matches_function(const char *pattern, const struct frame *frame)
{
  const char *linkage = frame->function_linkage ? frame->function_linkage : frame->function ? frame->function : "???";
  const char *function = frame->function ? frame->function : linkage;
  char *plain_linkage = normalize_replacement(linkage), *plain = normalize_name(function);
  bool matches = entry_oracle_glob(pattern, plain_linkage) || matches_once(pattern, normalize_name(plain_linkage)) ||
                 entry_oracle_glob(pattern, function) || entry_oracle_glob(pattern, plain) ||
                 matches_once(pattern, normalize_without_parameters(plain));
  if (normalize_is_below_main(plain_linkage))
    matches = matches || entry_oracle_glob(pattern, "(below main)");
  free(plain_linkage);
  free(plain);
  return matches;
}

static bool matches_source(const struct oracle_location *location, const struct frame *frame)
{
  if (!frame->file || (location->line && location->line != frame->line))
    return false;
  if (entry_oracle_glob(location->text, frame->file))
    return true;
  if (!frame->directory || !strchr(location->text, '/'))
    return false;
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", frame->directory, frame->file);
  for (size_t i = 0; path[i]; i++)
    if ((i == 0 || path[i - 1] == '/') && entry_oracle_glob(location->text, path + i))
      return true;
  return false;
}

static bool matches_frame(const struct oracle_location *location, const struct frame *frame)
{
  if (strcmp(location->type, "obj") == 0)
    return entry_oracle_glob(location->text, frame->object ? frame->object : "???");
  if (strcmp(location->type, "src") == 0)
    return matches_source(location, frame);
  if (matches_function(location->text, frame))
    return true;
  if (strpbrk(location->text, "*?"))
    return false;
  char *plain = normalize_name(location->text);
  bool matches = strcmp(plain, location->text) != 0 && matches_function(plain, frame);
  free(plain);
  return matches;
}

static bool matches_stack(const struct oracle_location *locations, size_t location_count,
                          const struct frame *frames, size_t frame_count)
{
  if (location_count == 0)
    return true;
  if (!locations->text)
    return matches_stack(locations + 1, location_count - 1, frames, frame_count) ||
           (frame_count > 0 && matches_stack(locations, location_count, frames + 1, frame_count - 1));
  return frame_count > 0 && matches_frame(locations, frames) &&
         matches_stack(locations + 1, location_count - 1, frames + 1, frame_count - 1);
}

bool entry_oracle_matches(const struct oracle_entry *entry, const struct suppressions_finding *finding)
{
  if (strcmp(entry->kind, finding->kind) != 0)
    return false;
  if (entry->extra && (!finding->extra || strcmp(entry->extra, finding->extra) != 0))
    return false;
  if (entry->leak_kinds && !(entry->leak_kinds & finding->leak_kind))
    return false;
  return matches_stack(entry->locations, entry->location_count, finding->frames, finding->frame_count);
}

static unsigned long long random_state;

void entry_oracle_seed(unsigned seed)
{
  random_state = seed;
}

unsigned entry_oracle_random(unsigned below)
{
  random_state = random_state * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(random_state >> 33) % below;
}
