/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The runs are read with the files alone, so that each finding goes to the entry that is first for it there, process by
 * process and with the conditions that held. An entry that got nothing is shadowed when it matches what others got, and
 * unused when it matches nothing. */
#include <stdlib.h>
#include <string.h>

#include "host/base/commands.h"
#include "host/base/installed.h"
#include "host/base/memory.h"
#include "host/base/print.h"
#include "host/verdicts/suppress/suppress.h"

enum { WIDE_PLACES = 6 };

/* --- reading --- */

void audit_command(const struct suppress_request *request, const char *const *files, size_t count, struct command *ret)
{
  struct command command = request->command;
  command.options = memory_zeroed(request->command.option_count + count + 2, sizeof *command.options);
  command.option_count = 0;
  for (size_t i = 0; i < count; i++) {
    char *option = print_text("--suppressions=%s", files[i]);
    command.options[command.option_count++] = option;
  }
  command.options[command.option_count] = memory_text("--default-suppressions=no");
  if (command.options[command.option_count++])
    for (size_t i = 0; i < request->command.option_count; i++)
      command.options[command.option_count++] = memory_text(request->command.options[i]);
  command.forgets_suppressions = true;
  *ret = command;
}

void audit_command_release(struct command *command)
{
  for (size_t i = 0; i < command->option_count; i++)
    free((char *)command->options[i]);
  free(command->options);
}

static struct error *load_files(struct audit *audit)
{
  suppressions_create(&audit->set);
  struct error *error = NULL;
  suppressions_add_default_search_dirs(audit->set, installed_data_dir());
  for (size_t i = 0; !error && i < audit->request->file_count; i++)
    error = suppressions_load(audit->set, audit->request->files[i]);
  if (error)
    return error;
  audit->count = suppressions_size(audit->set);
  audit->entries = memory_zeroed(audit->count + 1, sizeof *audit->entries);
  for (size_t i = 0; i < audit->count; i++)
    audit->entries[i].entry = suppressions_at(audit->set, i);
  return NULL;
}

/* What an unreadable run would have shown is not known, and an entry for it not unused. */
static struct error *check_runs(const struct findings *findings)
{
  for (size_t i = 0; i < findings->run_count; i++)
    if (findings->runs[i].error)
      return error_format("%s", findings->runs[i].error);
  return findings->process_count > 0 ? NULL : error_format("these runs have no processes");
}

/* --- what entries hide --- */

size_t audit_entry_of(const struct audit *audit, const struct finding *finding)
{
  if (!finding_is_suppressed(finding))
    return SIZE_MAX;
  const struct finding_suppression *suppression = &audit->findings->suppressions[finding->suppression];
  for (size_t i = 0; i < audit->count; i++)
    if (audit->entries[i].entry->line == suppression->line &&
        strcmp(audit->entries[i].entry->file, suppression->file) == 0)
      return i;
  return SIZE_MAX;
}

static void is_matched_by(const struct audit *audit, size_t entry, const struct suppressions_finding *plain, bool *ret)
{
  const unsigned *found;
  size_t count = 0;
  suppressions_match_all(audit->set, plain, &found, &count);
  *ret = false;
  for (size_t i = 0; i < count; i++)
    *ret = *ret || found[i] == entry;
}

void audit_is_direct(const struct audit *audit, size_t entry, const struct finding *finding, bool *ret)
{
  struct suppress_items items = {.count = 0};
  *ret = finding->leak_kind != RECORD_LEAK_INDIRECT;
  if (!*ret)
    suppress_items_add(&items, audit->findings, finding, COVER_CHOSEN);
  for (size_t i = 0; !*ret && i < items.count; i++)
    is_matched_by(audit, entry, &items.items[i].finding, ret);
  suppress_items_deinit(&items);
}

static void add_place(struct audit_entry *entry, const char *place)
{
  for (size_t i = 0; i < entry->place_count; i++)
    if (entry->places[i] == place)
      return;
  entry->places = memory_resize(entry->places, entry->place_count + 1, sizeof *entry->places);
  entry->places[entry->place_count++] = place;
}

/* The frame that the entry's last line is for; the count of frames: it does not match. */
static void last_frame(const struct audit *audit, size_t index, const struct suppressions_finding *plain, size_t *ret)
{
  struct suppressions_finding part = *plain;
  bool is_matched = false;
  for (part.frame_count = 1; part.frame_count <= plain->frame_count; part.frame_count++) {
    is_matched_by(audit, index, &part, &is_matched);
    if (is_matched)
      break;
  }
  *ret = is_matched ? part.frame_count - 1 : plain->frame_count;
}

/* Is the frame that the entry ends in one that hands out memory, or hands it on, and the place beyond? */
static void see_end(const struct audit *audit, struct audit_entry *entry, const struct suppress_items *items,
                    size_t item)
{
  const struct finding_variant *variant = items->variants[item];
  struct cover_reach reach;
  size_t last;
  last_frame(audit, (size_t)(entry - audit->entries), &items->items[item].finding, &last);
  cover_reach(&items->items[item], last, &reach);
  if (last >= reach.place || reach.place >= variant->stack.count)
    return;
  const struct frame *frames = variant->stack.frames;
  bool hands_on = last >= variant->places.site && last < variant->places.kept;
  if (reach.is_wrapper || frames[last].role == FRAME_ALLOCATOR || hands_on) {
    entry->wrapper = &frames[last];
    entry->beyond = &frames[reach.place];
  }
}

static void find_beyond(const struct audit *audit, struct audit_entry *entry, const struct finding *finding)
{
  struct suppress_items items = {.count = 0};
  suppress_items_add(&items, audit->findings, finding, COVER_CHOSEN);
  for (size_t i = 0; !entry->beyond && i < items.count; i++)
    see_end(audit, entry, &items, i);
  suppress_items_deinit(&items);
}

/* The entry hides the finding; where it is counts only when it is not hidden with its root. */
static void count_finding(struct audit *audit, size_t index, const struct finding *finding)
{
  struct audit_entry *entry = &audit->entries[index];
  const struct frame *place = finding_place_frame(finding);
  bool is_direct;
  audit_is_direct(audit, index, finding, &is_direct);
  if (!is_direct)
    return;
  entry->findings++;
  if (!entry->own && finding_is_own(finding))
    entry->own = finding;
  if (!entry->beyond)
    find_beyond(audit, entry, finding);
  add_place(entry, place ? place->name : "?");
}

static void count_hidden(struct audit *audit)
{
  for (size_t i = 0; i < audit->findings->count; i++) {
    size_t index = audit_entry_of(audit, &audit->findings->items[i]);
    if (index != SIZE_MAX)
      count_finding(audit, index, &audit->findings->items[i]);
  }
}

/* All entries that match the finding in some process come after the one that has it. */
static void note_shadowed(struct audit *audit, const struct suppressions_finding *plain, size_t winner)
{
  const unsigned *found;
  size_t count;
  suppressions_match_all(audit->set, plain, &found, &count);
  for (size_t i = 0; i < count; i++)
    if (found[i] != winner && !audit->entries[found[i]].shadow)
      audit->entries[found[i]].shadow = audit->entries[winner].entry;
}

static void find_shadowed_variant(struct audit *audit, const struct finding *finding, size_t variant, size_t winner)
{
  struct suppressions_finding plain = finding_for_match(finding, variant);
  const struct suppressions_context *last = NULL;
  for (size_t i = 0; i < finding->hit_count; i++) {
    plain.context = audit->findings->processes[finding->hits[i].process].context;
    if (plain.context != last)
      note_shadowed(audit, &plain, winner);
    last = plain.context;
  }
}

static void find_shadowed(struct audit *audit, const struct finding *finding)
{
  size_t winner = audit_entry_of(audit, finding);
  for (size_t i = 0; winner != SIZE_MAX && i < finding->variant_count; i++)
    find_shadowed_variant(audit, finding, i, winner);
}

static bool holds_somewhere(const struct audit *audit, const struct suppression *entry)
{
  const struct suppressions_context *last = NULL;
  for (size_t i = 0; i < audit->findings->process_count; i++) {
    const struct suppressions_context *context = audit->findings->processes[i].context;
    if ((i == 0 || context != last) && suppressions_holds(entry, context))
      return true;
    last = context;
  }
  return false;
}

static void judge(const struct audit *audit, struct audit_entry *entry)
{
  if (entry->findings > 0)
    entry->verdict = entry->place_count >= WIDE_PLACES ? AUDIT_WIDE : AUDIT_USED;
  else if (!holds_somewhere(audit, entry->entry))
    entry->verdict = AUDIT_INAPPLICABLE;
  else
    entry->verdict = entry->shadow ? AUDIT_SHADOWED : AUDIT_UNUSED;
}

static struct error *examine(struct audit *audit)
{
  audit_command(audit->request, audit->request->files, audit->request->file_count, &audit->command);
  struct error *error = command_findings(&audit->command, &audit->builder, &audit->findings);
  if (!error && !audit->request->is_forced) /* an entry that names a function is unused when nothing has a name */
    error = command_check_names();
  if (!error)
    error = check_runs(audit->findings);
  if (error)
    return error;
  count_hidden(audit);
  for (size_t i = 0; i < audit->findings->count; i++)
    find_shadowed(audit, &audit->findings->items[i]);
  for (size_t i = 0; i < audit->count; i++)
    judge(audit, &audit->entries[i]);
  return NULL;
}

/* --- the whole --- */

/* Is there anything that has not been mended? */
static bool is_clean(const struct audit *audit)
{
  for (size_t i = 0; i < audit->count; i++) {
    const struct audit_entry *entry = &audit->entries[i];
    bool is_bad = entry->verdict == AUDIT_UNUSED || entry->verdict == AUDIT_SHADOWED || entry->verdict == AUDIT_WIDE ||
                  entry->beyond;
    if (is_bad && !audit_is_pruned(audit, entry) && !audit_is_narrowed(audit, entry))
      return false;
  }
  return audit->findings->broken_count == 0;
}

int suppress_audit(const struct suppress_request *request)
{
  struct audit audit = {.request = request};
  struct error *error = load_files(&audit);
  if (!error)
    error = examine(&audit);
  if (!error) {
    audit_say(&audit);
    error = audit_mend(&audit, stdout);
  }
  int status = error ? command_failed("suppress", error) : command_flush("suppress");
  if (status == COMMAND_OK && !is_clean(&audit))
    status = COMMAND_OVER_LIMIT;
  for (size_t i = 0; i < audit.count; i++)
    free(audit.entries[i].places);
  free(audit.entries);
  suppressions_destroy(audit.set);
  findings_builder_destroy(audit.builder);
  audit_command_release(&audit.command);
  return status;
}
