/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Workflow commands, which GitHub's runner takes from a job's output. It shows ten annotations of each level for a
 * step, so no more are written; the first findings are the worst. */
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "report/findings/finding_kinds.h"
#include "report/formats/format_parts.h"

enum { ANNOTATIONS_MAX = 10 };

/* A message may hold anything once these are escaped; in a property colons and commas are escaped too. */
static void put_escaped(FILE *output, const char *text, bool is_property)
{
  char *clean = utf8_clean(text);
  for (const char *at = clean; at && *at; at++)
    if (strchr("%\r\n", *at) || (is_property && strchr(":,", *at)))
      fprintf(output, "%%%02X", *at);
    else
      putc((unsigned char)*at < ' ' && *at != '\t' ? '?' : *at, output);
  free(clean);
}

static const char *level_of(const struct finding *finding)
{
  static const char *const words[] = {
    [KIND_INFO] = "notice", [KIND_MINOR] = "warning", [KIND_MAJOR] = "error", [KIND_CRITICAL] = "error"};
  return words[finding_level_of(finding)];
}

static void put_place(FILE *output, const struct format_place *place)
{
  if (!place->path || !place->frame || !place->frame->file)
    return;
  fputs("file=", output);
  put_escaped(output, place->path, true);
  if (place->line > 0)
    fprintf(output, ",line=%u", place->line);
  putc(',', output);
}

static struct error *put_finding(const struct findings *findings, const struct format_options *options,
                                 const struct finding *finding, FILE *output)
{
  struct format_place place;
  struct error *error = format_place(findings, options, finding, &place);
  if (error)
    return error;
  char *text = format_plain_text(finding);
  if (text) {
    fprintf(output, "::%s ", level_of(finding));
    put_place(output, &place);
    fputs("title=", output);
    put_escaped(output, finding_kind_of(finding->kind).title, true);
    fputs("::", output);
    put_escaped(output, text, false);
    fprintf(output, "%%0A%s\n", finding->identity.digits);
  } else {
    error = error_no_memory();
  }
  free(text);
  free(place.path);
  return error;
}

static void put_problem(void *context, const struct gap *gap, const char *who, const char *what)
{
  FILE *output = context;
  (void)gap;
  fputs("::error title=Not everything was checked::", output);
  put_escaped(output, who, false);
  fputs(": ", output);
  put_escaped(output, what, false);
  putc('\n', output);
}

struct error *format_github(const struct findings *findings, const struct format_options *options, FILE *output)
{
  size_t written[KIND_CRITICAL + 1] = {0}, left_out = 0;
  struct error *error = format_tell_gaps(findings, put_problem, output);
  for (size_t i = 0; i < findings->count && !error; i++) {
    const struct finding *finding = &findings->items[i];
    if (!format_is_listed(options, finding))
      continue;
    size_t *count = &written[finding_level_of(finding) >= KIND_MAJOR ? KIND_MAJOR : finding_level_of(finding)];
    if ((*count)++ >= ANNOTATIONS_MAX) {
      left_out++;
      continue;
    }
    error = put_finding(findings, options, finding, output);
  }
  if (!error && left_out > 0)
    fprintf(output, "%zu more findings have no annotation, as GitHub shows %d of a level\n", left_out, ANNOTATIONS_MAX);
  return error;
}
