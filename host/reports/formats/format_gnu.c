/* SPDX-License-Identifier: GPL-2.0-or-later */
/* "file:line: error: message", as compilers print it and the GNU coding standards have it: editors find their way from
 * such lines to the sources without being told how. A finding is one error or warning at its place; a note for each
 * other line of its stacks follows, innermost first, so that an editor steps through them in the order of a backtrace.
 * Left out are lines without a source, which would lead nowhere, and those of the language's library, where nobody
 * looks for the mistake. */
#include <stdlib.h>
#include <string.h>

#include "host/base/plain_text.h"
#include "host/base/utf8.h"
#include "host/model/findings/finding_kinds.h"
#include "host/reports/formats/format_parts.h"
#include "host/model/frames/short_name.h"

enum { NAME_BYTES = 300 };

struct page {
  const struct format_options *options;
  FILE *output;
};

static const char *level_word(const struct finding *finding)
{
  static const char *const words[] = {
    [KIND_INFO] = "note", [KIND_MINOR] = "warning", [KIND_MAJOR] = "error", [KIND_CRITICAL] = "error"};
  return words[finding_level_of(finding)];
}

/* A relative path of a library's source is relative to where somebody else built the library. */
static bool can_be_opened(const struct frame *frame)
{
  bool is_whole = frame->file && (*frame->file == '/' || (frame->directory && *frame->directory == '/'));
  return frame->file && frame->line > 0 && (is_whole || frame_is_own(frame));
}

static void put_place(const struct page *page, const char *path, unsigned line, const char *level)
{
  if (path)
    plain_text_put(path, page->output);
  else
    fputs("seep", page->output);
  if (path && line > 0)
    fprintf(page->output, ":%u", line);
  fprintf(page->output, ": %s: ", level);
}

static void put_name(const struct page *page, const char *before, const struct frame *frame)
{
  char *shorter = frame->function ? short_function_name(frame->function) : NULL;
  char *name = shorter ? utf8_line(shorter, NAME_BYTES) : NULL;
  fputs(before, page->output);
  plain_text_put(name ? name : "???", page->output);
  free(shorter);
  free(name);
}

/* `text`, `before`, and the name of the function; `before` is NULL: without that. */
static void put_note(const struct page *page, const struct frame *frame, const char *text, const char *before)
{
  char *path;
  format_source(page->options, frame, &path);
  put_place(page, path, frame->line, "note");
  plain_text_put(text, page->output);
  if (before)
    put_name(page, before, frame);
  putc('\n', page->output);
  free(path);
}

/* All frames but the one that has had its line. */
static void put_others(const struct page *page, const struct finding_stack *stack, const struct frame *told)
{
  for (size_t i = 0; i < stack->count; i++) {
    const struct frame *frame = &stack->frames[i];
    if (frame != told && can_be_opened(frame) && frame->role != FRAME_RUNTIME)
      put_note(page, frame, "", told && frame < told ? "in " : "called by ");
  }
}

/* One of the stacks, and if there are several, how much came by it. */
static void put_variant(const struct page *page, const struct finding *finding, size_t i)
{
  const struct finding_stack *stack = &finding->variants[i].stack;
  size_t place = finding->variant_count > 1 ? finding->variants[i].places.place : finding->place;
  const struct frame *shown = format_frame_to_show(stack, place);
  if (finding->variant_count > 1 && shown && can_be_opened(shown)) {
    char *amount = finding_variant_amount(finding, i);
    put_note(page, shown, amount, " in ");
    free(amount);
  }
  put_others(page, stack, shown);
}

/* Of "Address 0x... is 4 bytes inside a block of size 10 free'd" the line that freed it, not free() itself. */
static const struct frame *frame_of_note(const struct finding_note *note)
{
  const struct finding_stack *stack = &note->stack;
  const struct frame *first = NULL;
  for (size_t i = 0; i < stack->count; i++) {
    if (!can_be_opened(&stack->frames[i]))
      continue;
    if (frame_is_own(&stack->frames[i]))
      return &stack->frames[i];
    first = first ? first : &stack->frames[i];
  }
  return first;
}

/* "Block was alloc'd at" goes on in the next line of a stack; here it ends. */
static char *sentence_of_note(const struct finding_note *note)
{
  char *sentence = utf8_line(note->sentence, 0);
  size_t length = strlen(sentence);
  if (length > 3 && strcmp(sentence + length - 3, " at") == 0)
    sentence[length - 3] = '\0';
  return sentence;
}

static void put_note_without_stack(const struct page *page, const struct finding_note *note,
                                   const struct format_place *place, const char *sentence)
{
  char *path;
  format_path(page->options, NULL, note->file, &path);
  put_place(page, path ? path : place->path, path ? note->line : place->line, "note");
  plain_text_put(sentence, page->output);
  putc('\n', page->output);
  free(path);
}

static void put_note_of(const struct page *page, const struct finding_note *note, const struct format_place *place)
{
  const struct frame *frame = frame_of_note(note);
  char *sentence = sentence_of_note(note);
  if (frame)
    put_note(page, frame, sentence, note->names_place ? NULL : " in ");
  else
    put_note_without_stack(page, note, place, sentence);
  free(sentence);
  put_others(page, &note->stack, frame);
}

static void put_headline(const struct page *page, const struct finding *finding, const struct format_place *place)
{
  put_place(page, place->path, place->frame && place->frame->file ? place->line : 0, level_word(finding));
  plain_text_put(finding->title, page->output);
  if (place->frame && place->frame->function)
    put_name(page, ", in ", place->frame);
  fprintf(page->output, " [%s]\n", finding->identity.digits);
}

static void put_finding(const struct findings *findings, const struct page *page, const struct finding *finding)
{
  struct format_place place;
  format_place(findings, page->options, finding, &place);
  put_headline(page, finding, &place);
  for (size_t i = 0; i < finding->variant_count && i < FORMAT_VARIANTS_SHOWN; i++)
    put_variant(page, finding, i);
  for (size_t i = 0; i < finding->note_count; i++)
    put_note_of(page, &finding->notes[i], &place);
  free(place.path);
}

static void put_problem(void *context, const struct gap *gap, const char *who, const char *what)
{
  const struct page *page = context;
  fputs(gap_is_choice(gap) ? "seep: note: " : "seep: error: ", page->output);
  plain_text_put(who, page->output);
  fputs(": ", page->output);
  plain_text_put(what, page->output);
  putc('\n', page->output);
}

struct error *format_gnu(const struct findings *findings, const struct format_options *options, FILE *output)
{
  struct page page = {options, output};
  format_tell_gaps(findings, put_problem, &page);
  for (size_t i = 0; i < findings->count; i++)
    if (format_is_listed(options, &findings->items[i]))
      put_finding(findings, &page, &findings->items[i]);
  return NULL;
}
