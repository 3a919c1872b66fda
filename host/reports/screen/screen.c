/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/reports/screen/screen.h"

#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/grow.h"
#include "host/base/memory.h"
#include "host/base/print.h"
#include "host/reports/screen/place_span.h"
#include "host/reports/text/suppression_prompt.h"
#include "host/model/words/signal_name.h"

enum { VERBOSITY_NAMES = 2 }; /* -v */

/* Hand an event on to the text writer. */
#define FORWARD(screen, event, ...)                                     \
  do {                                                                  \
    if ((screen)->text.ops->event)                                      \
      (screen)->text.ops->event((screen)->text.context, __VA_ARGS__);   \
  } while (0)

/* --- what the parts share --- */

void screen_line(struct screen *screen, enum drawing_colour colour, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  char *text = print_args(format, args);
  va_end(args);
  drawing_put_text(&screen->style, DRAWING_BOLD, "seep: ", screen->config.output);
  drawing_put_wrapped(&screen->style, colour, text, (unsigned)strlen("seep: "), screen->config.output);
  free(text);
}

/* Several processes may share a screen: their findings stand below a line that says whose they are. */
static void put_whose(struct screen *screen, const struct process *process)
{
  struct text_sharers *sharers = screen->config.sharers;
  if (!sharers || sharers->last_pid == process->pid)
    return;
  if (sharers->is_after_verdict)
    fputc('\n', screen->config.output);
  sharers->is_after_verdict = false;
  if (sharers->last_pid != 0 || sharers->are_several)
    screen_line(screen, DRAWING_BOLD, "process %llu (%s)%s:", (unsigned long long)process->pid,
                process->argv && process->argv[0] ? process->argv[0] : "?",
                process->forked_from ? ", a forked child" : "");
  sharers->last_pid = process->pid;
}

static void put_marker(const struct screen *screen, const char *marker)
{
  if (marker && *marker)
    fprintf(screen->config.output, "%s\n", marker);
}

void screen_draw(struct screen *screen, const struct process *process, struct drawing *drawing)
{
  put_whose(screen, process);
  put_marker(screen, process->settings.marker_begin);
  drawing_put(drawing, &screen->style, screen->config.output);
  put_marker(screen, process->settings.marker_end);
  drawing_release(drawing);
}

bool screen_wants_suppression(struct screen *screen, const struct process *process)
{
  if (process->settings.gen_suppressions != GEN_SUPPRESSIONS_ASK)
    return process->settings.gen_suppressions == GEN_SUPPRESSIONS_ALL;
  return screen->config.ask && suppression_prompt_ask(screen->config.ask, screen->config.output, process->pid);
}

void screen_put_suppression(struct screen *screen, struct suppression_match *match)
{
  error_free(suppressions_generate(&match->finding, NULL, screen->config.output));
  suppression_match_release(match);
}

/* --- errors --- */

/* False: an error of the kind was drawn at that place before. */
static bool note_place(struct screen *screen, enum error_name kind, const char *where)
{
  for (size_t i = 0; i < screen->place_count; i++)
    if (screen->places[i].kind == kind && strcmp(screen->places[i].where, where) == 0)
      return false;
  char *copy = memory_text(where);
  *NEW_ITEM(screen->places, screen->place_count, screen->place_capacity) = (struct screen_place){kind, copy};
  return true;
}

/* The same at the same place, from elsewhere: the title, the place and the callers, without sources. */
static void shorten(struct drawing *drawing)
{
  char *title = drawing->title ? print_text("%s (same place again)", drawing->title) : NULL;
  if (title) {
    free(drawing->title);
    drawing->title = title;
  }
  for (size_t i = 0; i < drawing->span_count; i++)
    excerpt_release(&drawing->spans[i].excerpt);
}

void screen_note_first(struct screen *screen, bool is_error, const char *words, const struct drawing *drawing)
{
  const char *where = drawing->span_count > 0 ? drawing->spans[0].where : NULL;
  if (screen->first_is_error)
    return;
  free(screen->first);
  screen->first = print_text("%s%s%s", words, where ? " at " : "", where ? where : "");
  screen->first_is_error = is_error;
}

static void screen_on_error(void *context, const struct process *process, const struct error_context *error)
{
  struct screen *screen = context;
  struct suppression_match match;
  struct drawing drawing;
  if (screen->is_redirected) {
    FORWARD(screen, error, process, error);
    return;
  }
  screen_error_draw(process, error, &drawing);
  screen_note_first(screen, true, error_name_words(error_name_of(error), 1), &drawing);
  const char *where = drawing.span_count > 0 && drawing.spans[0].where ? drawing.spans[0].where : "";
  if (!note_place(screen, error_name_of(error), where) && process->settings.verbosity <= 1)
    shorten(&drawing);
  screen_draw(screen, process, &drawing);
  if (!screen_wants_suppression(screen, process))
    return;
  suppression_match_error(error, &process->settings, &match);
  screen_put_suppression(screen, &match);
}

static void screen_on_error_limit(void *context, const struct process *process)
{
  (void)process;
  screen_line(context, DRAWING_YELLOW, "too many errors; no more are shown (--error-limit=no shows all)");
}

/* Was an error drawn there, whatever its kind? */
static bool has_place(const struct screen *screen, const char *where)
{
  for (size_t i = 0; where && i < screen->place_count; i++)
    if (strcmp(screen->places[i].where, where) == 0)
      return true;
  return false;
}

static void screen_on_signal(void *context, const struct process *process, const struct process_signal *signal)
{
  struct screen *screen = context;
  const bool is_fault = signal->code > 0 && signal->code != 0x80;
  struct drawing drawing = {.colour = DRAWING_RED, .level = "fatal"};
  screen->signal = signal->number;
  drawing.title = is_fault && (signal->number == SIGSEGV || signal->number == SIGBUS)
                    ? print_text("killed by %s: access to address 0x%llx",
                                  signal_name(signal->number), (unsigned long long)signal->address)
                    : print_text("killed by %s", signal_name(signal->number));
  if (span_of_stack(process, signal->stack, SPAN_HAPPENED, "here", &drawing.spans[0]))
    drawing.span_count = 1;
  if (drawing.span_count > 0 && has_place(screen, drawing.spans[0].where))
    excerpt_release(&drawing.spans[0].excerpt);
  if (process->settings.verbosity > 0)
    screen_draw(screen, process, &drawing);
  else
    drawing_release(&drawing);
}

/* --- messages --- */

/* Empty lines set off what is not shown here. What -v is for is names; how they are found is for more of it. */
static bool is_left_out(struct screen *screen, const struct process *process, const struct process_message *message)
{
  if (message->class == RECORD_MESSAGE_DEBUG && process->settings.verbosity <= VERBOSITY_NAMES)
    return true;
  if (process_message_is_of_fatal_signal(message))
    screen->leaves_out = true;
  if (process_message_is_of_descriptors(message))
    screen->leaves_out = false;
  return message->class != RECORD_MESSAGE_GUEST &&
         (screen->leaves_out || (message->size == 1 && *message->text == '\n'));
}

static void screen_on_message(void *context, const struct process *process, const struct process_message *message)
{
  struct screen *screen = context;
  if (!screen->is_redirected && is_left_out(screen, process, message))
    return;
  if (!screen->is_redirected)
    put_whose(screen, process);
  FORWARD(screen, message, process, message);
}

/* --- the rest --- */

static void screen_on_begin(void *context, const struct process *process)
{
  struct screen *screen = context;
  struct text_sharers *sharers = screen->config.sharers;
  if (sharers && sharers->first_pid == 0) {
    sharers->first_pid = process->pid;
    sharers->last_pid = sharers->are_several ? 0 : process->pid;
  }
  if (process->settings.verbosity > VERBOSITY_NAMES)
    FORWARD(screen, begin, process);
}

/* Its numbers are part of the verdict. */
static void screen_on_heap(void *context, const struct process *process)
{
  struct screen *screen = context;
  screen->leaves_out = false;
  (void)process;
}

static void screen_on_growth(void *context, const struct process *process)
{
  if (process->settings.verbosity > 0)
    screen_growth(context, process);
}

static void screen_on_leak_check(void *context, const struct process *process, const struct leak_check *check)
{
  struct screen *screen = context;
  screen->leaves_out = false;
  if (screen->is_redirected || check->xtree_file)
    FORWARD(screen, leak_check, process, check);
  else if (check->reason != RECORD_LEAK_AT_EXIT || process->settings.leak_check != LEAK_CHECK_NO)
    screen_leaks(screen, process, check);
}

static void screen_on_xtree(void *context, const struct process *process, const struct xtree *xtree)
{
  struct screen *screen = context;
  FORWARD(screen, xtree, process, xtree);
}

static void screen_on_tell_error(void *context, const struct process *process, const struct error_context *error)
{
  struct screen *screen = context;
  FORWARD(screen, tell_error, process, error);
}

static void screen_on_place(void *context, const struct process *process, const struct error_context *error)
{
  struct screen *screen = context;
  FORWARD(screen, place, process, error);
}

static void screen_on_loss(void *context, const struct process *process, const struct loss_record *record)
{
  struct screen *screen = context;
  FORWARD(screen, loss, process, record);
}

static void screen_on_block(void *context, const struct process *process, const struct record_block *block)
{
  struct screen *screen = context;
  FORWARD(screen, block, process, block);
}

static void screen_on_snapshot_begun(void *context, const struct process *process,
                                     const struct record_snapshot_begun *snapshot)
{
  struct screen *screen = context;
  FORWARD(screen, snapshot_begun, process, snapshot);
}

static void screen_on_snapshot(void *context, const struct process *process, const struct record_snapshot *snapshot)
{
  struct screen *screen = context;
  FORWARD(screen, snapshot, process, snapshot);
}

static void screen_on_end(void *context, const struct process *process, const char *cut_reason)
{
  struct screen *screen = context;
  if (process->settings.error_list != ERROR_LIST_NO &&
      options_given(process->settings.options, OPTION_show_error_list))
    FORWARD(screen, tell_error, process, NULL);
  if (process->settings.verbosity > 0 || cut_reason || heap_sight_is_unseen(process->sight.view) ||
      process->in_vain)
    put_whose(screen, process);
  screen_summary(screen, process, cut_reason);
  if (screen->config.sharers)
    screen->config.sharers->is_after_verdict = process->settings.verbosity > 0;
}

/* A forked child that is another program now is told of with the next process that ends. */
static void screen_on_close(void *context, const struct process *process)
{
  struct screen *screen = context;
  struct text_sharers *sharers = screen->config.sharers;
  const bool is_unchecked = process->state == PROCESS_REPLACED && !process->became_is_checked && process->became;
  if (!is_unchecked || screen_follows_suite(process))
    return;
  struct unchecked_programs alone = {.count = 0};
  unchecked_programs_add(&alone, process->became);
  if (sharers && process->forked_from != 0 && !sharers->is_after_verdict)
    unchecked_programs_join(&sharers->unchecked, &alone);
  else if (process->settings.verbosity > 0)
    screen_unchecked(screen, process, &alone);
}

static void screen_destroy(void *context)
{
  struct screen *screen = context;
  if (screen->text.ops)
    screen->text.ops->destroy(screen->text.context);
  for (size_t i = 0; i < screen->place_count; i++)
    free(screen->places[i].where);
  free(screen->places);
  free(screen->first);
  free(screen);
}

static const struct writer_ops screen_ops = {
  .begin = screen_on_begin,
  .message = screen_on_message,
  .error = screen_on_error,
  .error_limit = screen_on_error_limit,
  .heap = screen_on_heap,
  .growth = screen_on_growth,
  .leak_check = screen_on_leak_check,
  .xtree = screen_on_xtree,
  .tell_error = screen_on_tell_error,
  .place = screen_on_place,
  .loss = screen_on_loss,
  .block = screen_on_block,
  .snapshot_begun = screen_on_snapshot_begun,
  .snapshot = screen_on_snapshot,
  .signal = screen_on_signal,
  .end = screen_on_end,
  .close = screen_on_close,
  .destroy = screen_destroy,
};

static struct text_config text_config_of(const struct text_config *config)
{
  struct text_config text = *config;
  text.is_bare = true;
  return text;
}

void screen_writer_create(const struct text_config *config, struct writer *ret)
{
  const struct text_config text_config = text_config_of(config);
  struct screen *screen = memory_zeroed(1, sizeof *screen);
  screen->config = *config;
  screen->style = (struct drawing_style){.colour = config->colour, .columns = config->columns};
  text_writer_create(&text_config, &screen->text);
  *ret = (struct writer){&screen_ops, screen};
}

char *screen_writer_verdict(const struct writer *writer, const struct process *process)
{
  return screen_verdict(writer->context, process);
}

void screen_writer_redirect(const struct writer *writer, const struct text_config *answer)
{
  struct screen *screen = writer->context;
  const struct text_config config = answer ? *answer : text_config_of(&screen->config);
  screen->is_redirected = answer != NULL;
  text_writer_redirect(&screen->text, &config);
}
