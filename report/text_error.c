/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Errors in Memcheck's sentences: what happened, where, and what is known of the address. */
#include <stdlib.h>
#include <string.h>

#include "report/names.h"
#include "report/text.h"

/* --- sentences --- */

/* `text` is "function(argument)". */
static void put_fishy_value(struct text *text, const struct error_context *error)
{
  const char *open = strchrnul(error->text, '(');
  const char *argument = *open ? open + 1 : open;
  text_styled_line(text, TEXT_FINDING, "Argument '%.*s' of function %.*s has a fishy (possibly negative) value: %lld",
                   (int)strcspn(argument, ")"), argument, (int)(open - error->text), error->text,
                   (long long)error->size);
}

static void put_value(struct text *text, const struct error_context *error)
{
  text_styled_line(text, TEXT_FINDING, "Use of uninitialised value of size %llu", (unsigned long long)error->size);
}

static void put_read(struct text *text, const struct error_context *error)
{
  text_styled_line(text, TEXT_FINDING, "Invalid read of size %llu", (unsigned long long)error->size);
}

static void put_write(struct text *text, const struct error_context *error)
{
  text_styled_line(text, TEXT_FINDING, "Invalid write of size %llu", (unsigned long long)error->size);
}

static void put_syscall_param(struct text *text, const struct error_context *error)
{
  const char *what = error->auxiliary == RECORD_PARAM_REGISTER        ? "contains uninitialised"
                     : error->auxiliary == RECORD_PARAM_UNADDRESSABLE ? "points to unaddressable"
                                                                      : "points to uninitialised";
  text_styled_line(text, TEXT_FINDING, "Syscall param %s %s byte(s)", error->text, what);
}

static void put_client_check(struct text *text, const struct error_context *error)
{
  text_styled_line(text, TEXT_FINDING, "%s byte(s) found during client check request",
                   error->auxiliary == RECORD_PARAM_UNADDRESSABLE ? "Unaddressable" : "Uninitialised");
}

static void put_core_memory(struct text *text, const struct error_context *error)
{
  text_styled_line(text, TEXT_FINDING, "%s contains unaddressable byte(s)", error->text);
}

static void put_overlap(struct text *text, const struct error_context *error)
{
  unsigned long long to = error->address, from = error->auxiliary, bytes = error->size;
  if (bytes == 0)
    text_styled_line(text, TEXT_FINDING, "Source and destination overlap in %s(0x%llx, 0x%llx)", error->text, to, from);
  else
    text_styled_line(text, TEXT_FINDING, "Source and destination overlap in %s(0x%llx, 0x%llx, %llu)", error->text, to,
                     from, bytes);
}

static void put_sentence(struct text *text, const struct error_context *error)
{
  static const char *const sentences[] = {
    [RECORD_ERROR_INVALID_FREE] = "Invalid free() / delete / delete[] / realloc()",
    [RECORD_ERROR_MISMATCHED_FREE] = "Mismatched free() / delete / delete []",
    [RECORD_ERROR_REALLOC_ZERO] = "realloc() with size 0",
    [RECORD_ERROR_MEMPOOL] = "Illegal memory pool address",
    [RECORD_ERROR_CONDITION] = "Conditional jump or move depends on uninitialised value(s)",
    [RECORD_ERROR_INVALID_JUMP] = "Jump to the invalid address stated on the next line",
  };
  static void (*const writers[])(struct text *, const struct error_context *) = {
    [RECORD_ERROR_FISHY_VALUE] = put_fishy_value,
    [RECORD_ERROR_VALUE] = put_value,
    [RECORD_ERROR_INVALID_READ] = put_read,
    [RECORD_ERROR_INVALID_WRITE] = put_write,
    [RECORD_ERROR_SYSCALL_PARAM] = put_syscall_param,
    [RECORD_ERROR_OVERLAP] = put_overlap,
    [RECORD_ERROR_COREMEM] = put_core_memory,
    [RECORD_ERROR_CLIENT_CHECK] = put_client_check,
  };
  if (error->kind < sizeof writers / sizeof writers[0] && writers[error->kind])
    writers[error->kind](text, error);
  else
    text_styled_line(text, TEXT_FINDING, "%s", sentences[error->kind]);
}

/* --- what stands below a sentence's stack --- */

static void put_origin(struct text *text, const struct error_context *error)
{
  static const char *const origins[] = {
    [RECORD_ORIGIN_NONE] = "",
    [RECORD_ORIGIN_HEAP] = " by a heap allocation",
    [RECORD_ORIGIN_STACK] = " by a stack allocation",
    [RECORD_ORIGIN_CLIENT] = " by a client request",
  };
  if (!error->origin_stack)
    return;
  bool is_known = error->origin < sizeof origins / sizeof origins[0];
  text_line(text, " Uninitialised value was created%s", origins[is_known ? error->origin : RECORD_ORIGIN_NONE]);
  text_stack(text, error->origin_stack);
}

static void put_error(struct text *text, const struct error_context *error)
{
  put_sentence(text, error);
  text_stack(text, error->stack);
  if (error_has_place(error))
    text_address(text, error);
  if (error_is_of_value(error))
    put_origin(text, error);
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
  put_error(text, error);
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
