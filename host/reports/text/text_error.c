/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Errors in Memcheck's sentences: what happened, where, and what is known of the address. */
#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/model/frames/frame_names.h"
#include "host/model/process/identify.h"
#include "host/reports/text/text.h"
#include "host/model/words/numbers.h"
#include "host/model/words/sentences.h"

/* --- sentences --- */

void text_notes(struct text *text, const struct error_note *notes, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    text_line(text, " %s", notes[i].sentence);
    text_stack(text, notes[i].stack);
    if (notes[i].lacks_stack && text->process->settings.is_memcheck) /* as Memcheck shows an empty stack */
      text_line(text, "   at 0x0: ???");
  }
}

static void put_error(struct text *text, const struct error_context *error)
{
  char *sentence = error_sentence(error);
  text_styled_line(text, TEXT_FINDING, "%s", sentence ? sentence : "an error");
  free(sentence);
  text_stack(text, error->stack);
  struct error_notes notes;
  error_notes_describe(text->process, error, &notes);
  text_notes(text, notes.items, notes.count);
  error_notes_release(&notes);
  struct identity identity;
  identify_error(error, text->process, &identity);
  text_identity(text, &identity);
}

/* --- findings --- */

static void put_thread(struct text *text, uint64_t tid)
{
  if (tid == 0 || tid == text->last_tid)
    return;
  const char *name = process_thread_name(text->process, tid);
  text_line(text, "Thread %llu%s%s:", (unsigned long long)tid, name ? " " : "", name ? name : "");
  text->last_tid = tid;
}

void text_finding_begin(struct text *text, uint64_t tid)
{
  const char *marker = text->process->settings.marker_begin;
  if (marker && *marker)
    text_line(text, "%s", marker);
  put_thread(text, tid);
}

static void put_marker_end(struct text *text)
{
  const char *marker = text->process->settings.marker_end;
  if (marker && *marker)
    text_line(text, "%s", marker);
}

void text_finding_end(struct text *text)
{
  text_blank(text);
  put_marker_end(text);
}

void text_identity(struct text *text, const struct identity *identity)
{
  if (!text->process->settings.is_memcheck)
    text_line(text, " Finding %s", identity->digits);
}

void text_suppression(struct text *text, const struct suppression_match *match)
{
  /* What no entry can name has no suppression. */
  error_free(suppressions_generate(&match->finding, NULL, text->config.output));
}

bool text_wants_suppression(struct text *text)
{
  switch (text->process->settings.gen_suppressions) {
  case GEN_SUPPRESSIONS_NO:
    break;
  case GEN_SUPPRESSIONS_ASK:
    return text->config.ask && suppression_prompt_ask(text->config.ask, text->config.output, text->process->pid);
  case GEN_SUPPRESSIONS_ALL:
    return true;
  }
  return false;
}

void text_error(struct text *text, const struct error_context *error)
{
  text_finding_begin(text, error->tid);
  put_error(text, error);
  /* Memcheck has no blank line after errors of the core. */
  if (text->process->settings.is_memcheck && error_is_of_descriptor(error))
    put_marker_end(text);
  else
    text_finding_end(text);
  if (!text_wants_suppression(text))
    return;
  struct suppression_match match;
  suppression_match_error(error, &text->process->settings, &match);
  text_suppression(text, &match);
  suppression_match_release(&match);
}

/* --- what was folded --- */

/* The function and line that led to it. */
static void put_storm(struct text *text, const struct error_context *error)
{
  struct identity identity;
  struct own_place place;
  identify_own_place(error->stack, text->process, &place);
  identify_error(error, text->process, &identity);
  if (!place.code)
    return;
  const struct settings *settings = &text->process->settings;
  char *source = frame_names_source(settings, &place.code->frames[place.frame]);
  bool has_source = *source;
  text_line(text, "  %s errors in %s places: Finding %s, %s%s%s%s", grouped_number(error->folded_count).digits,
            grouped_number(error->folded_contexts).digits, identity.digits,
            frame_names_function(settings, place.code, place.frame), has_source ? " (" : "", has_source ? source : "",
            has_source ? ")" : "");
  free(source);
}

void text_storms(struct text *text)
{
  const struct error_table *errors = text->process->errors;
  bool any = false;
  for (size_t i = 0; i < error_table_size(errors); i++) {
    const struct error_context *error = error_table_at(errors, i);
    if (error->folded_contexts == 0 || error->is_ignored)
      continue;
    if (!any)
      text_line(text, "Not shown, as an error of the same origin and from the same line was:");
    any = true;
    put_storm(text, error);
  }
  if (any)
    text_blank(text);
}

/* --- the list at the end --- */

void text_error_summary(struct text *text)
{
  const struct error_counts *counts = &text->process->counts;
  text_styled_line(text, TEXT_HEADING, "ERROR SUMMARY: %llu errors from %llu contexts (suppressed: %llu from %llu)",
                   (unsigned long long)counts->errors, (unsigned long long)counts->contexts,
                   (unsigned long long)counts->suppressed_errors, (unsigned long long)counts->suppressed_contexts);
}

/* Rarest first; of those that happened as often the one that happened last. */
ORDER_POINTERS(by_count, struct error_context, COMPARE(error_total(x), error_total(y)) ?: DOWN(last_seen))

/* Contexts that are suppressed, or those that are not; malloc'ed. */
static const struct error_context **select_errors(const struct process *process, bool suppressed, size_t *ret_count)
{
  size_t size = error_table_size(process->errors), count = 0;
  const struct error_context **selected = memory_zeroed(size + 1, sizeof *selected);
  for (size_t i = 0; i < size; i++) {
    const struct error_context *error = error_table_at(process->errors, i);
    if (!error->is_ignored && !error->folded_into && (error->suppression != NULL) == suppressed)
      selected[count++] = error;
  }
  qsort(selected, count, sizeof *selected, by_count);
  *ret_count = count;
  return selected;
}

static size_t list_errors(struct text *text, bool suppressed, uint64_t total)
{
  size_t count;
  const struct error_context **errors = select_errors(text->process, suppressed, &count);
  for (size_t i = 0; i < count; i++) {
    text_blank(text);
    text_line(text, "%llu errors in %scontext %zu of %llu:", (unsigned long long)error_total(errors[i]),
              suppressed ? "suppressed " : "", i + 1, (unsigned long long)total);
    text_error(text, errors[i]);
  }
  free(errors);
  return count;
}

static void list_use(struct text *text, const struct suppression_use *use)
{
  const struct suppression *entry = use->entry;
  bool has_leaks = use->leak_check && use->leak_check == text->process->check.id && use->leak_blocks > 0;
  if (has_leaks)
    text_debug_line(text, "used_suppression: %6llu %s %s:%u suppressed: %s bytes in %s blocks",
                    (unsigned long long)use->count, entry->name, entry->file, entry->name_line,
                    grouped_number(use->leak_bytes).digits, grouped_number(use->leak_blocks).digits);
  else
    text_debug_line(text, "used_suppression: %6llu %s %s:%u", (unsigned long long)use->count, entry->name,
                    entry->file, entry->name_line);
}

static size_t list_uses(struct text *text)
{
  const struct suppression_use **uses;
  size_t count;
  suppression_uses_list(text->process->uses, &uses, &count);
  if (count > 0)
    text_debug_line(text, "%s", "");
  for (size_t i = 0; i < count; i++)
    list_use(text, uses[i]);
  free(uses);
  if (count > 0)
    text_blank(text);
  return count;
}

void text_error_list(struct text *text)
{
  const struct process *process = text->process;
  size_t listed = list_errors(text, false, process->counts.contexts);
  if (process->settings.error_list == ERROR_LIST_ALL)
    listed += list_errors(text, true, process->counts.suppressed_contexts);
  listed += list_uses(text);
  if (listed > 0)
    text_error_summary(text);
}
