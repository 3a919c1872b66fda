/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A leak check as Memcheck prints it: loss records, the summary, hints. */
#include <stdlib.h>

#include "host/model/process/identify.h"
#include "host/reports/text/text.h"
#include "host/model/words/doubt_words.h"
#include "host/model/words/lost_notes.h"
#include "host/model/words/sentences.h"
#include "host/model/words/sibling_words.h"

static void put_record_sentence(struct text *text, const struct leak_check *check, const struct loss_record *record)
{
  char *sentence = loss_record_sentence(check, record);
  text_styled_line(text, TEXT_FINDING, "%s", sentence);
  free(sentence);
}

static void put_doubts(struct text *text, const struct leak_check *check, const struct loss_record *record)
{
  struct doubts doubts = {0};
  doubts_add(&doubts, check, record);
  for (unsigned cause = 0; cause < RECORD_DOUBT_CAUSES; cause++) {
    char *sentence = doubts_sentence(&doubts, (enum record_doubt_cause)cause, record->blocks);
    if (sentence)
      text_line(text, " %s", sentence);
    free(sentence);
  }
}

static void put_siblings(struct text *text, const struct loss_record *record)
{
  struct sibling_ways ways;
  sibling_ways_find(text->process, &record, 1, &ways);
  char *sentence = sibling_sentence(&ways, record->blocks);
  if (sentence)
    text_line(text, " %s", sentence);
  free(sentence);
  sibling_ways_release(&ways);
}

void text_loss_record(struct text *text, const struct leak_check *check, const struct loss_record *record)
{
  struct lost_notes notes;
  put_record_sentence(text, check, record);
  text_stack(text, record->stack);
  lost_notes_describe(text->process, record, &notes);
  text_notes(text, notes.items, notes.count);
  lost_notes_release(&notes);
  if (!text->process->settings.is_memcheck) {
    put_siblings(text, record);
    put_doubts(text, check, record);
  }
  struct identity identity;
  identify_loss(record, text->process, &identity);
  text_identity(text, &identity);
}

static void put_record(struct text *text, const struct leak_check *check, const struct loss_record *record)
{
  /* At exit no thread is at fault; Memcheck names the first. */
  text_finding_begin(text, check->reason == RECORD_LEAK_AT_EXIT ? 1 : check->tid);
  text_loss_record(text, check, record);
  text_finding_end(text);
  if (!text_wants_suppression(text))
    return;
  struct suppression_match match;
  suppression_match_loss(record, &text->process->settings, &match);
  text_suppression(text, &match);
  suppression_match_release(&match);
}

/* --- blocks --- */

void text_block(struct text *text, const struct leak_check *check, const struct record_block *block)
{
  enum { LEVELS_SHOWN = 40 };
  int indent = 2 * (int)(block->level < LEVELS_SHOWN ? block->level : LEVELS_SHOWN);
  unsigned long long start = block->start, bytes = block->bytes;
  const struct loss_record *record = leak_check_find(check, block->kind, block->stack_id);
  if (block->level > 0)
    text_line(text, "%*s0x%llX[%llu] indirect loss record %zu", indent, "", start, bytes, record ? record->number : 0);
  else if (block->heuristic != RECORD_HEURISTIC_NONE)
    text_line(text, "0x%llX[%llu] (found via heuristic %s)", start, bytes, heuristic_name(block->heuristic));
  else
    text_line(text, "0x%llX[%llu]", start, bytes);
}

/* --- the summary --- */

static void put_total(struct text *text, const struct leak_check *check, const char *label, uint64_t bytes,
                      uint64_t old_bytes, uint64_t blocks, uint64_t old_blocks)
{
  text_line(text, "%18s: %s%s bytes in %s%s blocks", label, grouped_number(bytes).digits,
            grouped_delta(bytes, old_bytes, check->delta).digits, grouped_number(blocks).digits,
            grouped_delta(blocks, old_blocks, check->delta).digits);
}

static void put_kinds(struct text *text, const struct leak_check *check)
{
  const struct leak_totals *now = &check->totals, *old = &check->old_totals;
  for (int kind = RECORD_LEAK_DEFINITE; kind <= RECORD_LEAK_REACHABLE; kind++)
    put_total(text, check, leak_kind_words((enum record_leak_kind)kind), now->bytes[kind], old->bytes[kind],
              now->blocks[kind], old->blocks[kind]);
}

static void put_heuristics(struct text *text, const struct leak_check *check)
{
  const struct leak_totals *now = &check->totals, *old = &check->old_totals;
  bool has_heading = false;
  for (int i = RECORD_HEURISTIC_STDSTRING; i < HEURISTICS; i++) {
    if (now->heuristic_blocks[i] == 0 && old->heuristic_blocks[i] == 0)
      continue;
    if (!has_heading)
      text_line(text, "                      of which reachable via heuristic:");
    has_heading = true;
    char label[64];
    snprintf(label, sizeof label, "%24s%-19s", "", heuristic_name((uint64_t)i));
    put_total(text, check, label, now->heuristic_bytes[i], old->heuristic_bytes[i], now->heuristic_blocks[i],
              old->heuristic_blocks[i]);
  }
}

static bool has_leaks(const struct leak_totals *totals)
{
  for (int kind = RECORD_LEAK_DEFINITE; kind <= RECORD_LEAK_REACHABLE; kind++)
    if (totals->blocks[kind] > 0)
      return true;
  return false;
}

static void put_hints(struct text *text, const struct leak_check *check)
{
  bool by_monitor = check->reason == RECORD_LEAK_BY_MONITOR;
  if (check->mode != RECORD_LEAK_FULL && has_leaks(&check->totals))
    text_line(text, by_monitor ? "To see details of leaked memory, give 'full' arg to leak_check"
                               : "Rerun with --leak-check=full to see details of leaked memory");
  bool shows_reachable = check->show_kinds >> RECORD_LEAK_REACHABLE & 1;
  if (check->mode == RECORD_LEAK_FULL && check->totals.blocks[RECORD_LEAK_REACHABLE] > 0 && !shows_reachable) {
    text_line(text, "Reachable blocks (those to which a pointer was found) are not shown.");
    text_line(text, by_monitor ? "To see them, add 'reachable any' args to leak_check"
                               : "To see them, rerun with: --leak-check=full --show-leak-kinds=all");
  }
}

static void put_summary(struct text *text, const struct leak_check *check)
{
  const struct leak_totals *now = &check->totals, *old = &check->old_totals;
  text_styled_line(text, TEXT_HEADING, "LEAK SUMMARY:");
  put_kinds(text, check);
  put_heuristics(text, check);
  put_total(text, check, "suppressed", now->suppressed_bytes, old->suppressed_bytes, now->suppressed_blocks,
            old->suppressed_blocks);
  if (now->inherited_blocks > 0)
    text_line(text, "inherited over fork: %s bytes in %s blocks (the parent reports them)",
              grouped_number(now->inherited_bytes).digits, grouped_number(now->inherited_blocks).digits);
  text_reachable_classes(text, check);
  put_hints(text, check);
  text_blank(text);
}

/* Memcheck's sentence is what its readers look for, so there it stands, true or not, with the warning after it. */
static void put_nothing(struct text *text, bool is_unseen)
{
  const struct settings *const settings = &text->process->settings;
  bool is_true = !settings->is_attached && (!is_unseen || settings->is_memcheck);
  text_line(text, is_true ? "All heap blocks were freed -- no leaks are possible"
                          : "No heap block is left of those that were seen");
  text_blank(text);
}

void text_heap_unseen(struct text *text)
{
  const struct heap_sight *sight = &text->process->sight;
  char *sentence = heap_sight_sentence(sight->view, sight->allocator, sight->module);
  text_styled_line(text, TEXT_FINDING, "Warning: the heap of this program was not seen, so its leaks are not known:");
  text_line(text, " %s", sentence);
  text_blank(text);
  free(sentence);
}

void text_leak_xtree(struct text *text, const struct leak_check *check)
{
  if (check->xtree_file && check->block_count > 0 &&
      (text->process->settings.verbosity > 0 || check->reason == RECORD_LEAK_BY_MONITOR))
    text_line(text, "xtree leak report: %s", check->xtree_file);
}

void text_leak_check(struct text *text, const struct leak_check *check)
{
  int64_t verbosity = text->process->settings.verbosity;
  if (check->is_complete && check->block_count == 0) {
    if (verbosity > 0)
      put_nothing(text, heap_sight_is_unseen(text->process->sight.view));
    return;
  }
  if (verbosity > 1) {
    text_line(text, "Searching for pointers to %s not-freed blocks", grouped_number(check->block_count).digits);
    text_line(text, "Checked %s bytes", grouped_number(check->searched_bytes).digits);
    text_blank(text);
  }
  if (!check->is_complete)
    text_line(text, "The leak check was interrupted; results are incomplete.");
  for (size_t i = 0; i < check->record_count && !check->xtree_file; i++)
    if (check->records[i].is_shown)
      put_record(text, check, &check->records[i]);
  text_leak_xtree(text, check);
  if (verbosity > 0 && !text->process->ends_by_error)
    put_summary(text, check);
}
