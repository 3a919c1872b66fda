/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Workflow commands, which GitHub's runner takes from a job's output. It shows ten annotations of each level for a
 * step, so no more are written; the first findings are the worst. */
#include <stdlib.h>
#include <string.h>

#include "host/base/ci_commands.h"
#include "host/base/plain_text.h"
#include "host/model/findings/finding_kinds.h"
#include "host/reports/formats/format_parts.h"

enum { ANNOTATIONS_MAX = 10 };

/* A message may hold anything once these are escaped; in a property colons and commas are escaped too. */
static bool is_escaped(char character, bool is_property)
{
  return strchr("%\r\n", character) || (is_property && strchr(":,", character));
}

/* Azure takes commands from anywhere in a line, the message of another one included. */
static void put_escaped(FILE *output, const char *text, bool is_property)
{
  struct job_line line = {.has_begun = true};
  char shown[PLAIN_SHOWN_BYTES];
  for (size_t size = strlen(text), bytes; size > 0; size -= bytes, text += bytes) {
    bytes = plain_character(text, size, shown);
    if (is_escaped(*text, is_property))
      fprintf(output, "%%%02X", *text);
    else if (job_line_completes(&line, shown, strlen(shown), '\0'))
      fprintf(output, "\\x%02x", *text);
    else
      fputs(*text == '\t' ? "\t" : shown, output);
  }
}

/* As the gate would judge it. */
enum level { LEVEL_NOTICE, LEVEL_WARNING, LEVEL_ERROR };

static enum level level_of(const struct format_options *options, const struct finding *finding)
{
  return format_is_failing(options, finding)           ? LEVEL_ERROR
         : finding_level_of(finding) > KIND_INFO ? LEVEL_WARNING
                                                 : LEVEL_NOTICE;
}

static void put_place(FILE *output, const struct format_place *place)
{
  if (!place->path || !place->frame || !place->frame->file)
    return;
  fputs("file=", output);
  put_escaped(output, place->path, true);
  if (place->line > 0)
    fprintf(output, ",line=%u", place->line);
  if (place->column > 0)
    fprintf(output, ",col=%u", place->column);
  putc(',', output);
}

static void put_finding(const struct findings *findings, const struct format_options *options,
                        const struct finding *finding, FILE *output)
{
  struct format_place place;
  format_place(findings, options, finding, &place);
  char *text = format_plain_text(finding);
  static const char *const words[] = {"notice", "warning", "error"};
  fprintf(output, "::%s ", words[level_of(options, finding)]);
  put_place(output, &place);
  fputs("title=", output);
  put_escaped(output, finding->title, true);
  fputs("::", output);
  put_escaped(output, text, false);
  fprintf(output, "%%0A%s\n", finding->identity.digits);
  free(text);
  free(place.path);
}

static void put_problem(void *context, const struct gap *gap, const char *who, const char *what)
{
  FILE *output = context;
  fprintf(output, "::%s title=Not everything was checked::", gap_is_choice(gap) ? "notice" : "error");
  put_escaped(output, who, false);
  fputs(": ", output);
  put_escaped(output, what, false);
  putc('\n', output);
}

struct error *format_github(const struct findings *findings, const struct format_options *options, FILE *output)
{
  size_t written[LEVEL_ERROR + 1] = {0}, left_out = 0;
  format_tell_gaps(findings, put_problem, output);
  for (size_t i = 0; i < findings->count; i++) {
    const struct finding *finding = &findings->items[i];
    if (!format_is_listed(options, finding) && !format_is_failing(options, finding))
      continue;
    size_t *count = &written[level_of(options, finding)];
    if ((*count)++ >= ANNOTATIONS_MAX) {
      left_out++;
      continue;
    }
    put_finding(findings, options, finding, output);
  }
  if (left_out > 0)
    fprintf(output, "%zu more findings have no annotation, as GitHub shows %d of a level\n", left_out, ANNOTATIONS_MAX);
  return NULL;
}
