/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Places, plain text, suppressions, gaps and tests as several formats show them. */
#include "host/reports/formats/format_parts.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "host/base/memory.h"
#include "host/base/normalise_path.h"
#include "host/base/order.h"
#include "host/base/print.h"
#include "host/base/text_after.h"
#include "host/base/utf8.h"
#include "host/model/findings/finding_kinds.h"
#include "host/model/frames/shown_frames.h"
#include "host/model/process/model.h"
#include "host/model/words/sentences.h"

enum { PLACE_BYTES = 300, SENTENCE_BYTES = 1000, ENTRY_NAME_BYTES = 100 }; /* what a person reads of a long name */

/* --- places --- */

static void make_relative(char *path, const char *root)
{
  size_t length = root ? strlen(root) : 0;
  while (length > 0 && root[length - 1] == '/')
    length--;
  if (length > 0 && strncmp(path, root, length) == 0 && path[length] == '/')
    memmove(path, path + length + 1, strlen(path + length + 1) + 1);
}

void format_path(const struct format_options *options, const char *directory, const char *path, char **ret)
{
  char *joined;
  *ret = NULL;
  if (!path)
    return;
  bool is_whole = *path == '/' || !directory || !*directory;
  joined = print_text("%s%s%s", is_whole ? "" : directory, is_whole ? "" : "/", path);
  normalise_path(joined);
  make_relative(joined, options->source_root);
  *ret = joined;
}

void format_source(const struct format_options *options, const struct frame *frame, char **ret)
{
  format_path(options, frame->directory, frame->file, ret);
}

const struct frame *format_frame_to_show(const struct finding_stack *stack, size_t place)
{
  for (size_t i = place; i < stack->count; i++)
    if (stack->frames[i].file)
      return &stack->frames[i];
  return place < stack->count ? &stack->frames[place] : NULL;
}

void format_place(const struct findings *findings, const struct format_options *options, const struct finding *finding,
                  struct format_place *ret)
{
  const struct frame *frame = format_frame_to_show(&finding->stack, finding->place);
  struct format_place place = {.frame = frame};
  if (frame && frame->file) {
    place.line = frame->line;
    place.column = frame->line > 0 ? frame->column : 0;
    format_source(options, frame, &place.path);
  } else if (frame && frame->object)
    format_path(options, NULL, frame->object, &place.path);
  else if (finding->hit_count > 0)
    format_path(options, NULL, findings->processes[finding->hits[0].process].exe, &place.path);
  *ret = place;
}

size_t format_note_place(const struct finding_note *note)
{
  static const char allocated[] = "allocated";
  const char *label = note->title ? note->title : note->sentence;
  const bool is_allocation = strncasecmp(label, allocated, strlen(allocated)) == 0;
  return place_find(note->stack.frames, note->stack.count, is_allocation, true).place;
}

/* --- text --- */

const char *format_label(const struct finding *finding)
{
  static const struct {
    const char *kind, *label;
  } labels[] = {
    {"InvalidRead", "read here"},
    {"InvalidWrite", "written here"},
    {"InvalidFree", "freed here"},
    {"MismatchedFree", "freed here"},
    {"MismatchedAllocateDeallocateSize", "freed here"},
    {"MismatchedAllocateDeallocateAlignment", "freed here"},
    {"UninitCondition", "used here"},
    {"UninitValue", "used here"},
    {"SyscallParam", "passed here"},
  };
  if (!finding_is_error(finding))
    return "allocated here";
  if (finding->name == ERROR_NAME_DOUBLE_FREE)
    return "freed again here";
  for (size_t i = 0; i < sizeof labels / sizeof *labels; i++)
    if (strcmp(finding->kind, labels[i].kind) == 0)
      return labels[i].label;
  return "here";
}

static void put_line(FILE *stream, const char *before, const char *text, size_t max_bytes, const char *after)
{
  char *line = utf8_line(text, max_bytes);
  fprintf(stream, "%s%s%s", before, line, after);
  free(line);
}

/* The innermost function, what was called from the place, and its callers; libraries in between are one line each. */
static void put_frames(FILE *stream, const struct finding_stack *stack, size_t place)
{
  const size_t end = shown_frames_end(stack->frames, stack->count, place);
  for (size_t i = 0; i < end;) {
    const size_t folded = i > 0 ? shown_frames_fold(stack->frames, end, i) : 0;
    char *line = folded > 0 ? shown_frames_folded(folded) : finding_frame_short(&stack->frames[i]);
    put_line(stream, folded > 0 ? "    " : i == 0 ? "    at " : "    by ", line, PLACE_BYTES, "\n");
    free(line);
    i += folded > 0 ? folded : 1;
  }
}

static size_t place_of(const struct finding_stack *stack, bool is_leak)
{
  return place_find(stack->frames, stack->count, is_leak, true).place;
}

/* The stacks, and how much came by each when there are several. */
static void put_variants(FILE *stream, const struct finding *finding)
{
  for (size_t i = 0; i < finding->variant_count && i < FORMAT_VARIANTS_SHOWN; i++) {
    char *amount = finding->variant_count > 1 ? finding_variant_amount(finding, i) : NULL;
    if (amount)
      fprintf(stream, "  %s:\n", amount);
    free(amount);
    put_frames(stream, &finding->variants[i].stack, finding->variants[i].places.place);
  }
  if (finding->variant_count > FORMAT_VARIANTS_SHOWN)
    fprintf(stream, "  and %zu more stacks\n", finding->variant_count - FORMAT_VARIANTS_SHOWN);
}

/* What the title has said already, such as how far into a block it was, is not said again. */
static void put_note(FILE *stream, const struct finding_note *note)
{
  char *words = sentence_for_people(note->sentence, note->title);
  put_line(stream, " ", words, SENTENCE_BYTES, "\n");
  put_frames(stream, &note->stack, place_of(&note->stack, false));
  free(words);
}

char *format_plain_text(const struct finding *finding)
{
  char *text;
  size_t size;
  FILE *stream = print_begin(&text, &size);
  put_line(stream, "", finding->title, SENTENCE_BYTES, "\n");
  put_variants(stream, finding);
  for (size_t i = 0; i < finding->note_count; i++) {
    put_note(stream, &finding->notes[i]);
  }
  return print_end(stream, &text);
}

char *format_headline(const struct finding *finding)
{
  char *text;
  size_t size;
  FILE *stream = print_begin(&text, &size);
  put_line(stream, "", finding->title, SENTENCE_BYTES, "");
  const struct frame *frame = format_frame_to_show(&finding->stack, finding->place);
  char *place = frame ? finding_frame_short(frame) : NULL;
  if (place)
    put_line(stream, " at ", place, PLACE_BYTES, "");
  free(place);
  return print_end(stream, &text);
}

/* --- what was not looked at --- */

/* Messages about a run may begin with the path of a record, or with the run's own name; that is then the subject. */
static void tell_of_run(const struct gap *gap, const char *message, format_gap_listener *tell, void *context)
{
  const char *who = gap_subject(gap);
  size_t size = strlen(who);
  const char *missing = text_after(message, "no run ");
  message = missing ? missing : message;
  bool names_it = strncmp(message, who, size) == 0 && (message[size] == '/' || message[size] == ':');
  const char *colon = names_it ? strstr(message + size, ": ") : NULL;
  if (!colon) {
    tell(context, gap, who, message);
    return;
  }
  char *path = memory_text_begin(message, (size_t)(colon - message));
  tell(context, gap, path, colon + 2);
  free(path);
}

static size_t count_of_kind(const struct gaps *gaps, size_t index)
{
  size_t count = 0;
  while (index + count < gaps->count && gaps->items[index + count].kind == gaps->items[index].kind)
    count++;
  return count;
}

/* What the user has asked for holds for all processes alike, so it is told once. */
static char *choice_sentence(const struct gap *first, size_t count)
{
  return count == 1 ? gap_sentence(first)
                    : print_text("%s: %zu processes: %s", gap_entry(first->kind)->words, count, first->remark);
}

void format_tell_gaps(const struct findings *findings, format_gap_listener *tell, void *context)
{
  struct gaps gaps;
  gaps_find(findings, &gaps);
  for (size_t i = 0; i < gaps.count; i++) {
    const struct gap *gap = &gaps.items[i];
    enum gap_about about = gap_entry(gap->kind)->about;
    const size_t count = gap_is_choice(gap) ? count_of_kind(&gaps, i) : 1;
    char *sentence = about == GAP_RUN ? memory_text(gap->remark) : choice_sentence(gap, count);
    i += count - 1;
    if (about == GAP_RUN)
      tell_of_run(gap, sentence, tell, context);
    else
      tell(context, gap, count > 1 ? gap->run->name : gap_subject(gap), sentence);
    free(sentence);
  }
  gaps_release(&gaps);
}

/* --- tests --- */

ORDER_POINTERS(by_text, char, strcmp(x, y))

static bool is_tested(const struct finding_unchecked *unchecked)
{
  return unchecked->test || finding_unchecked_was_meant(unchecked);
}

/* Those that the findings name, into `ret` if it is not NULL; returns how many. */
static size_t tests_of_findings(const struct findings *findings, const char **ret)
{
  size_t count = 0;
  for (size_t i = 0; i < findings->count; i++)
    for (size_t hit = 0; hit < findings->items[i].hit_count; hit++)
      count += finding_hit_tests(findings, &findings->items[i].hits[hit], ret ? ret + count : NULL);
  return count;
}

void format_tests_make(const struct findings *findings, struct format_tests *ret)
{
  const size_t most = findings->process_count + findings->unchecked_count + tests_of_findings(findings, NULL);
  const char **names = memory_zeroed(most + 1, sizeof *names);
  size_t total, count = 0;
  for (size_t i = 0; i < findings->process_count; i++)
    names[i] = finding_process_test(&findings->processes[i]);
  total = findings->process_count;
  for (size_t i = 0; i < findings->unchecked_count; i++)
    if (is_tested(&findings->unchecked[i]))
      names[total++] = finding_test_name(findings->unchecked[i].test, findings->unchecked[i].exe);
  total += tests_of_findings(findings, names + total);
  qsort(names, total, sizeof *names, by_text);
  for (size_t i = 0; i < total; i++)
    if (count == 0 || strcmp(names[count - 1], names[i]) != 0)
      names[count++] = names[i];
  *ret = (struct format_tests){names, count};
}

void format_tests_release(struct format_tests *tests)
{
  free(tests->names);
}

size_t format_test_index(const struct format_tests *tests, const char *name)
{
  const char **found = bsearch(&name, tests->names, tests->count, sizeof *tests->names, by_text);
  return found ? (size_t)(found - tests->names) : SIZE_MAX;
}
