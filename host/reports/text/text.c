/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The text writer: Memcheck's layout and words, so that whatever reads Memcheck's reports reads Seep's. */
#include "host/base/memory.h"
#include "host/base/print.h"
#include "host/model/process/xtree.h"
#include "host/reports/text/text.h"
#include "host/model/words/heading.h"

#include <stdlib.h>
#include <string.h>

/* The writer, which from now on writes about this process. */
static struct text *text_about(void *context, const struct process *process)
{
  struct text *text = context;
  text->process = process;
  return text;
}

/* --- how it begins --- */

/* Arguments as Valgrind shows them: what would break them apart gets a backslash. */
static char *command_line(const struct process *process)
{
  char *line = NULL;
  size_t size = 0;
  FILE *stream = print_begin(&line, &size);
  for (char **argument = process->argv; *argument; argument++) {
    if (argument != process->argv)
      putc(' ', stream);
    for (const char *c = *argument; *c; c++) {
      if (strchr(" \\<>", *c))
        putc('\\', stream);
      putc(*c == '\n' ? '_' : *c, stream);
    }
  }
  fclose(stream);
  return line;
}

static void put_heading(struct text *text)
{
  char *line;
  for (unsigned i = 0; (line = heading_line(text->process, i)); i++) {
    text_line(text, "%s", line);
    free(line);
  }
}

static void put_options(struct text *text)
{
  text_debug_line(text, "Seep options:");
  for (char **option = text->process->options; *option; option++)
    text_debug_line(text, "   %s", *option);
}

static void put_program(struct text *text)
{
  char *command = command_line(text->process);
  put_heading(text);
  text_line(text, "Command: %s", command ? command : "");
  free(command);
  if (options_text(text->process->settings.options, OPTION_log_file))
    text_line(text, "Parent PID: %llu", (unsigned long long)text->process->ppid);
  text_blank(text);
}

/* Options that do not do what they seem to. */
static void put_warnings(struct text *text)
{
  const struct options *options = text->process->settings.options;
  const int64_t big = options_number(options, OPTION_freelist_big_blocks);
  const int64_t all = options_number(options, OPTION_freelist_vol);
  if (big >= all) {
    text_line(text, "Warning: --freelist-big-blocks value %lld has no effect", (long long)big);
    text_line(text, "as it is >= to --freelist-vol value %lld", (long long)all);
  }
  if (options_flag(options, OPTION_workaround_gcc296_bugs)) {
    text_line(text, "Warning: --workaround-gcc296-bugs=yes is deprecated.");
    text_line(text, "Warning: Instead use: --ignore-range-below-sp=1024-1");
    text_blank(text);
  }
}

/* A child that forked writes on under its parent's heading, unless --log-file gives it a file of its own. */
static bool has_own_log(const struct process *process)
{
  const char *log_file = options_text(process->settings.options, OPTION_log_file);
  return process->forked_from == 0 || (log_file && strstr(log_file, "%p"));
}

static void text_on_begin(void *context, const struct process *process)
{
  struct text *text = text_about(context, process);
  if (process->settings.verbosity == 0 || !has_own_log(process))
    return;
  if (!text->config.is_log)
    put_program(text);
  if (!text->config.is_log && process->settings.verbosity == 1 && process->forked_from == 0)
    put_warnings(text);
  if (process->settings.verbosity > 1)
    put_options(text);
}

/* --- while it runs --- */

/* Is it in the XML: what the program prints, or the signal that ends it, each with its stack? */
static bool is_finding(struct text *text, const struct process_message *message)
{
  enum text_untold was_untold = text->untold;
  if (message->class == RECORD_MESSAGE_GUEST)
    text->untold = TEXT_UNTOLD_GUEST;
  else if (process_message_is_of_fatal_signal(message))
    text->untold = TEXT_UNTOLD_SIGNAL;
  else if (was_untold == TEXT_UNTOLD_GUEST || message->stack)
    text->untold = TEXT_UNTOLD_NONE;
  return text->untold != TEXT_UNTOLD_NONE || (was_untold != TEXT_UNTOLD_NONE && message->stack);
}

/* The empty lines that set off the summaries go with them; under -q the core sends none of these. */
static bool is_left_out(struct text *text, const struct process_message *message)
{
  if (!text->config.is_log)
    return false;
  return (message->size == 1 && message->text[0] == '\n' && !text->in_line) || is_finding(text, message);
}

static char mark_of(enum record_message_class class)
{
  switch (class) {
  case RECORD_MESSAGE_DEBUG:
    return '-';
  case RECORD_MESSAGE_GUEST:
    return '*';
  case RECORD_MESSAGE_PLAIN:
    return TEXT_NO_PREFIX;
  default:
    return '=';
  }
}

static void text_on_message(void *context, const struct process *process, const struct process_message *message)
{
  struct text *text = text_about(context, process);
  if (is_left_out(text, message))
    return;
  text_piece(text, mark_of(message->class), message->text, message->size);
  text->goes_on = text->in_line && message->stack;
  text_stack(text, message->stack);
  text->goes_on = false;
}

static void text_on_error(void *context, const struct process *process, const struct error_context *error)
{
  struct text *text = text_about(context, process);
  if (!text->config.is_log)
    text_error(text, error);
}

static void text_on_error_limit(void *context, const struct process *process)
{
  struct text *text = text_about(context, process);
  if (text->config.is_log)
    return;
  text_blank(text);
  text_line(text, "More than %s errors detected.  I'm not reporting any more.",
            process->counts.shown >= 1000 ? "1000 different" : "10000000 total");
  text_line(text, "Final error counts will be inaccurate.  Go fix your program!");
  text_line(text, "Rerun with --error-limit=no to disable this cutoff.  Note");
  text_line(text, "that errors may occur in your program without prior warning from");
  text_line(text, "%s, because errors are no longer being displayed.",
            process->settings.is_memcheck ? "Valgrind" : "Seep");
  text_blank(text);
}

/* The core has sent an empty line before, unless the run was a quiet one. */
static void text_on_heap(void *context, const struct process *process)
{
  struct text *text = text_about(context, process);
  const struct record_heap *heap = &process->heap;
  if (text->config.is_log || process->settings.verbosity == 0)
    return;
  if (!text->after_blank)
    text_blank(text);
  text_styled_line(text, TEXT_HEADING, "HEAP SUMMARY:");
  text_line(text, "    in use at exit: %s bytes in %s blocks", grouped_number(heap->live_bytes).digits,
            grouped_number(heap->live_blocks).digits);
  text_line(text, "  total heap usage: %s allocs, %s frees, %s bytes allocated",
            grouped_number(heap->allocations).digits, grouped_number(heap->frees).digits,
            grouped_number(heap->allocated_bytes).digits);
  text_blank(text);
}

/* It is no error. */
static void text_on_growth(void *context, const struct process *process)
{
  struct text *text = text_about(context, process);
  if (!text->config.is_log && process->settings.verbosity > 0)
    text_growth(text);
}

static void text_on_leak_check(void *context, const struct process *process, const struct leak_check *check)
{
  struct text *text = text_about(context, process);
  if (text->config.is_log)
    text_leak_xtree(text, check);
  else if (check->reason != RECORD_LEAK_AT_EXIT || process->settings.leak_check != LEAK_CHECK_NO)
    text_leak_check(text, check);
}

static void text_on_xtree(void *context, const struct process *process, const struct xtree *xtree)
{
  struct text *text = text_about(context, process);
  const bool was_after_blank = text->after_blank;
  if (process->settings.verbosity == 0 && !xtree->by_monitor)
    return;
  text_line(text, "xtree memory report: %s", xtree->file);
  text->after_blank = was_after_blank; /* at exit the summary follows at once, as in Memcheck */
}

static void text_on_tell_error(void *context, const struct process *process, const struct error_context *error)
{
  struct text *text = text_about(context, process);
  if (error)
    text_error(text, error);
  else
    text_error_list(text);
}

static void text_on_place(void *context, const struct process *process, const struct error_context *error)
{
  struct text *text = text_about(context, process);
  struct error_notes notes;
  error_notes_describe_place(error, &text->process->settings, &notes);
  text_notes(text, notes.items, notes.count);
  error_notes_release(&notes);
}

static void text_on_loss(void *context, const struct process *process, const struct loss_record *record)
{
  text_loss_record(text_about(context, process), &process->check, record);
}

static void text_on_block(void *context, const struct process *process, const struct record_block *block)
{
  text_block(text_about(context, process), &process->check, block);
}

static void text_on_snapshot_begun(void *context, const struct process *process,
                                   const struct record_snapshot_begun *snapshot)
{
  text_snapshot_begun(text_about(context, process), snapshot);
}

static void text_on_snapshot(void *context, const struct process *process, const struct record_snapshot *snapshot)
{
  text_snapshot(text_about(context, process), snapshot);
}

/* --- how it ends --- */

static void put_cut(struct text *text, const char *reason)
{
  text_blank(text);
  text_styled_line(text, TEXT_FINDING, "Run did not finish: %s.", reason);
  if (!text->process->has_heap)
    text_line(text, "What it had allocated and lost by then is not known.");
  else if (!process_is_searched(text->process) && text->process->check.reason != RECORD_LEAK_AT_EXIT)
    text_line(text, "What it had lost by then is not known.");
}

/* Did it use undefined values whose origins were not followed? */
static bool lacks_origins(const struct process *process)
{
  const struct options *options = process->settings.options;
  if (options_flag(options, OPTION_track_origins) || !options_flag(options, OPTION_undef_value_errors))
    return false;
  for (size_t i = 0; i < error_table_size(process->errors); i++) {
    const struct error_context *error = error_table_at(process->errors, i);
    if (error_is_of_value(error) && !error->suppression && !error->is_ignored)
      return true;
  }
  return false;
}

/* What could be asked of another run. */
static void put_hints(struct text *text)
{
  const struct process *process = text->process;
  const struct settings *settings = &process->settings;
  if (settings->verbosity == 1 && process->has_heap && settings->leak_check == LEAK_CHECK_NO) {
    text_line(text, "For a detailed leak analysis, rerun with: --leak-check=full");
    text_blank(text);
  }
  if (settings->verbosity > 0)
    text_storms(text);
  if (settings->verbosity > 0 && lacks_origins(process))
    text_line(text, "Use --track-origins=yes to see where uninitialised values come from");
  if (settings->verbosity == 1 && settings->error_list == ERROR_LIST_NO)
    text_line(text, "For lists of detected and suppressed errors, rerun with: -s");
}

static void put_summaries(struct text *text)
{
  const struct settings *settings = &text->process->settings;
  const bool has_digest = settings->digest && settings->verbosity > 0;
  if (settings->verbosity > 0 || settings->error_list != ERROR_LIST_NO)
    text_error_summary(text);
  if (settings->error_list != ERROR_LIST_NO)
    text_error_list(text);
  if (has_digest && settings->leak_check != LEAK_CHECK_NO)
    text_digest(text, &text->process->check);
  if (has_digest)
    text_growth_digest(text);
}

/* Has the core or the last error said all that there is to say? */
static bool has_had_last_word(const struct process *process, bool is_cut)
{
  if (process->settings.is_memcheck && process->end.reason == RECORD_END_TOOL_FAILED)
    return true;
  return !is_cut && (process->ends_by_error || process_was_killed_by_debugger(process));
}

static void text_on_end(void *context, const struct process *process, const char *cut_reason)
{
  struct text *text = text_about(context, process);
  if (has_had_last_word(process, cut_reason))
    return;
  if (cut_reason)
    put_cut(text, cut_reason);
  if (process->in_vain) {
    text_line(text, "Warning: %s", process->in_vain);
    text_blank(text);
  }
  if (text->config.is_log)
    return;
  if (process->settings.leaks_only && process->settings.verbosity > 0)
    text_line(text, "%s were not looked for (--checks=leaks).",
              error_table_size(process->errors) > 0 ? "Other errors" : "Errors");
  if (heap_sight_is_unseen(process->sight.view) && (process->settings.verbosity > 0 || !process->settings.is_memcheck))
    text_heap_unseen(text);
  put_hints(text);
  put_summaries(text);
}

static const struct writer_ops text_ops = {
  .begin = text_on_begin,
  .message = text_on_message,
  .error = text_on_error,
  .error_limit = text_on_error_limit,
  .heap = text_on_heap,
  .growth = text_on_growth,
  .leak_check = text_on_leak_check,
  .xtree = text_on_xtree,
  .tell_error = text_on_tell_error,
  .place = text_on_place,
  .loss = text_on_loss,
  .block = text_on_block,
  .snapshot_begun = text_on_snapshot_begun,
  .snapshot = text_on_snapshot,
  .end = text_on_end,
  .destroy = free,
};

void text_writer_create(const struct text_config *config, struct writer *ret)
{
  struct text *text = memory_zeroed(1, sizeof *text);
  text->config = *config;
  text->last_tid = 1;
  *ret = (struct writer){&text_ops, text};
}

void text_writer_redirect(const struct writer *writer, const struct text_config *config)
{
  struct text *text = writer->context;
  text_end_line(text);
  text->config = *config;
}
