/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Errors in Memcheck's sentences: what happened, where, and what is known of the address. */
#include <stdlib.h>
#include <string.h>

#include "report/names.h"
#include "report/text.h"

/* --- addresses --- */

static unsigned long long address_of(const struct error_context *error)
{
  return (unsigned long long)error->address;
}

static void describe_unknown(struct text *text, const struct error_context *error)
{
  text_line(text, " Address 0x%llx is not stack'd, malloc'd or (recently) free'd", address_of(error));
}

/* Inside, before or after: and how far. */
static void describe_block(struct text *text, const struct error_context *error, const char *what, const char *state)
{
  uint64_t end = error->block_start + error->block_bytes, distance = error->address - error->block_start;
  const char *relation = "inside";
  if (error->address < error->block_start) {
    relation = "before";
    distance = error->block_start - error->address;
  } else if (distance >= error->block_bytes) {
    relation = "after";
    distance = error->address - end;
  }
  text_line(text, " Address 0x%llx is %s bytes %s a %s of size %s %s", address_of(error), text_number(distance).digits,
            relation, what, text_number(error->block_bytes).digits, state);
}

static void describe_live_block(struct text *text, const struct error_context *error)
{
  describe_block(text, error, "block", "alloc'd");
  text_stack(text, error->alloc_stack);
}

static void describe_freed_block(struct text *text, const struct error_context *error)
{
  describe_block(text, error, "block", "free'd");
  text_stack(text, error->free_stack);
  if (!error->alloc_stack)
    return;
  text_line(text, " Block was alloc'd at");
  text_stack(text, error->alloc_stack);
}

static void describe_pool_block(struct text *text, const struct error_context *error)
{
  describe_block(text, error, *error->place_name ? error->place_name : "block", "client-defined");
  text_stack(text, error->alloc_stack);
}

/* The function that made the frame the address lies in. */
static void describe_stack_frame(struct text *text, const struct error_context *error)
{
  const struct settings *settings = &text->process->settings;
  if (error->place_frame == 0 || !error->place_stack)
    return;
  const struct code *code = error->place_stack->codes[0];
  const struct symbols_frame *frame = &code->frames[code->frame_count - 1];
  if (!frame->function && !frame->file)
    return;
  char *source = names_source(settings, frame);
  text_line(text, " in frame #%llu, created by %s (%s)", (unsigned long long)error->place_frame - 1,
            names_function(settings, code, code->frame_count - 1), source && *source ? source : "???:");
  free(source);
}

static void describe_on_stack(struct text *text, const struct error_context *error)
{
  text_line(text, " Address 0x%llx is on thread %llu's stack", address_of(error),
            (unsigned long long)error->place_tid);
  describe_stack_frame(text, error);
  if (error->place_detail != RECORD_STACK_LIVE)
    text_line(text, " %s%lld bytes below stack pointer",
              error->place_detail == RECORD_STACK_GUARD_PAGE ? "In stack guard protected page, " : "",
              -(long long)error->place_offset);
}

static void describe_segment(struct text *text, const struct error_context *error)
{
  uint64_t bits = error->place_frame;
  const char *kind = bits & RECORD_SEGMENT_SHARED ? "shared memory"
                     : bits & RECORD_SEGMENT_FILE ? "mapped file"
                                                  : "anonymous";
  text_line(text, " Address 0x%llx is in a %c%c%c %s%s%s segment", address_of(error),
            bits & RECORD_SEGMENT_READ ? 'r' : '-', bits & RECORD_SEGMENT_WRITE ? 'w' : '-',
            bits & RECORD_SEGMENT_EXECUTE ? 'x' : '-', kind, *error->place_name ? " " : "", error->place_name);
}

static void describe_data_symbol(struct text *text, const struct error_context *error)
{
  text_line(text, " Address 0x%llx is %llu bytes inside data symbol \"%s\"", address_of(error),
            (unsigned long long)error->place_offset, error->place_name);
}

static void describe_section(struct text *text, const struct error_context *error)
{
  text_line(text, " Address 0x%llx is in the %s segment of %s", address_of(error), error->place_section,
            error->place_name);
  text_stack(text, error->place_stack);
}

static void describe_brk(struct text *text, const struct error_context *error)
{
  if (error->place_detail == 1)
    text_line(text, " Address 0x%llx is %llu bytes after the brk data segment limit 0x%llx", address_of(error),
              (unsigned long long)error->place_offset, address_of(error) - (unsigned long long)error->place_offset);
  else
    text_line(text, " Address 0x%llx is in the brk data segment", address_of(error));
}

static void describe_address(struct text *text, const struct error_context *error)
{
  static void (*const places[])(struct text *, const struct error_context *) = {
    [RECORD_PLACE_UNKNOWN] = describe_unknown,
    [RECORD_PLACE_LIVE_BLOCK] = describe_live_block,
    [RECORD_PLACE_FREED_BLOCK] = describe_freed_block,
    [RECORD_PLACE_POOL_BLOCK] = describe_pool_block,
    [RECORD_PLACE_STACK] = describe_on_stack,
    [RECORD_PLACE_SEGMENT] = describe_segment,
    [RECORD_PLACE_DATA_SYMBOL] = describe_data_symbol,
    [RECORD_PLACE_SECTION] = describe_section,
    [RECORD_PLACE_BRK] = describe_brk,
  };
  bool is_known = error->place < sizeof places / sizeof places[0];
  places[is_known ? error->place : RECORD_PLACE_UNKNOWN](text, error);
}

/* --- sentences --- */

/* `text` is "function(argument)". */
static void put_fishy_value(struct text *text, const struct error_context *error)
{
  const char *open = strchrnul(error->text, '(');
  const char *argument = *open ? open + 1 : open;
  text_styled_line(text, TEXT_FINDING, "Argument '%.*s' of function %.*s has a fishy (possibly negative) value: %lld",
                   (int)strcspn(argument, ")"), argument, (int)(open - error->text), error->text,
                   (long long)error->size);
  text_stack(text, error->stack);
}

static void put_addressed(struct text *text, const struct error_context *error, const char *sentence)
{
  text_styled_line(text, TEXT_FINDING, "%s", sentence);
  text_stack(text, error->stack);
  describe_address(text, error);
}

static void put_sentence(struct text *text, const struct error_context *error)
{
  static const char *const sentences[] = {
    [RECORD_ERROR_INVALID_FREE] = "Invalid free() / delete / delete[] / realloc()",
    [RECORD_ERROR_MISMATCHED_FREE] = "Mismatched free() / delete / delete []",
    [RECORD_ERROR_REALLOC_ZERO] = "realloc() with size 0",
    [RECORD_ERROR_MEMPOOL] = "Illegal memory pool address",
  };
  if (error->kind == RECORD_ERROR_FISHY_VALUE)
    put_fishy_value(text, error);
  else
    put_addressed(text, error, sentences[error->kind]);
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

void text_finding_end(struct text *text)
{
  const char *marker = text->process->settings.marker_end;
  text_blank(text);
  if (marker && *marker)
    text_line(text, "%s", marker);
}

void text_suppression(struct text *text, const struct match *match)
{
  /* What no entry can name has no suppression. */
  error_free(suppressions_generate(&match->finding, NULL, text->config.output));
}

void text_error(struct text *text, const struct error_context *error)
{
  text_finding_begin(text, error->tid);
  put_sentence(text, error);
  text_finding_end(text);
  if (text->process->settings.gen_suppressions == GEN_SUPPRESSIONS_NO)
    return;
  struct match match;
  struct error *failure = match_of_error(error, &text->process->settings, &match);
  if (failure) {
    error_free(failure);
    return;
  }
  text_suppression(text, &match);
  match_release(&match);
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
static int by_count(const void *a, const void *b)
{
  const struct error_context *x = *(struct error_context *const *)a, *y = *(struct error_context *const *)b;
  if (x->count != y->count)
    return x->count < y->count ? -1 : 1;
  return x->last_seen < y->last_seen ? 1 : x->last_seen > y->last_seen ? -1 : 0;
}

/* Contexts that are suppressed, or those that are not; malloc'ed, NULL without memory. */
static const struct error_context **select_errors(const struct process *process, bool suppressed, size_t *ret_count)
{
  size_t size = error_table_size(process->errors), count = 0;
  const struct error_context **selected = calloc(size + 1, sizeof *selected);
  for (size_t i = 0; selected && i < size; i++) {
    const struct error_context *error = error_table_at(process->errors, i);
    if (!error->is_ignored && (error->suppression != NULL) == suppressed)
      selected[count++] = error;
  }
  if (selected)
    qsort(selected, count, sizeof *selected, by_count);
  *ret_count = count;
  return selected;
}

static size_t list_errors(struct text *text, bool suppressed, uint64_t total)
{
  size_t count;
  const struct error_context **errors = select_errors(text->process, suppressed, &count);
  for (size_t i = 0; errors && i < count; i++) {
    text_blank(text);
    text_line(text, "%llu errors in %scontext %zu of %llu:", (unsigned long long)errors[i]->count,
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
                    text_number(use->leak_bytes).digits, text_number(use->leak_blocks).digits);
  else
    text_debug_line(text, "used_suppression: %6llu %s %s:%u", (unsigned long long)use->count, entry->name,
                    entry->file, entry->name_line);
}

static size_t list_uses(struct text *text)
{
  const struct suppression_use **uses;
  size_t count;
  struct error *error = use_table_list(text->process->uses, &uses, &count);
  if (error) {
    error_free(error);
    return 0;
  }
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
