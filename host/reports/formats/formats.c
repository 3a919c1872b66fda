/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of formats.def. */
#include "host/reports/formats/formats.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/order.h"
#include "host/base/plain_stream.h"

enum { DATA, LINES };
static const struct format formats[] = {
#define FORMAT(id, name, kind, help) {name, help, format_##id, kind == LINES},
#include "host/reports/formats/formats.def"
#undef FORMAT
  {NULL, NULL, NULL, false},
};

const struct format *format_find(const char *name)
{
  const struct format *format = formats;
  while (name && format->name && strcmp(format->name, name) != 0)
    format++;
  return format->name ? format : NULL;
}

struct error *format_write(const struct format *format, const struct findings *findings,
                           const struct format_options *options, FILE *output)
{
  FILE *lines;
  if (!format->is_lines)
    return format->write(findings, options, output);
  plain_stream_open(output, &lines);
  struct error *error = format->write(findings, options, lines);
  fclose(lines); /* the caller looks for errors of its output */
  return error;
}

/* By identity, as formats may look at copies of findings. */
ORDER_POINTERS(by_identity, struct finding, UP_TEXT(identity.digits))

void format_choice_sort(struct format_choice *choice)
{
  if (choice->count > 0)
    qsort(choice->items, choice->count, sizeof(const struct finding *), by_identity);
}

static bool is_chosen(const struct format_choice *choice, const struct finding *finding)
{
  return choice->count > 0 &&
         bsearch(&finding, choice->items, choice->count, sizeof(const struct finding *), by_identity);
}

bool format_is_listed(const struct format_options *options, const struct finding *finding)
{
  if (finding_is_suppressed(finding))
    return false;
  if (options->choice)
    return is_chosen(options->choice, finding);
  if (options->only_own && !finding_is_own(finding))
    return false;
  return !finding_is_leak(finding) || (options->leak_kinds >> finding->leak_kind & 1);
}

bool format_is_failing(const struct format_options *options, const struct finding *finding)
{
  if (options->choice)
    return is_chosen(options->choice, finding);
  return finding_fails_alone(finding) && (!options->only_own || finding_is_own(finding));
}

const char *format_remark_of(const struct format_options *options, const struct finding *finding)
{
  for (size_t i = 0; i < options->remark_count; i++)
    if (options->remarks[i].finding == finding)
      return options->remarks[i].text;
  return NULL;
}
