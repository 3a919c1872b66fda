/* SPDX-License-Identifier: GPL-2.0-or-later */
/* GitLab's code quality report: a list of issues with what GitLab needs of each and no more. */
#include <stdlib.h>

#include "report/format_parts.h"
#include "report/json_text.h"
#include "report/kinds.h"

static const char *severity(const struct finding *finding)
{
  static const char *const words[] = {
    [KIND_INFO] = "info", [KIND_MINOR] = "minor", [KIND_MAJOR] = "major", [KIND_CRITICAL] = "critical"};
  return words[kind_level_of(finding)];
}

/* An issue must lie at a line of a file. */
static json_t *make_issue(const struct findings *findings, const struct format_options *options,
                          const struct finding *finding)
{
  struct format_place place;
  struct error *error = format_place(findings, options, finding, &place);
  if (error) {
    error_free(error);
    return NULL;
  }
  char *headline = format_headline(finding);
  json_t *issue = json_pack("{so so ss ss s{so s{si}}}", "description", headline ? json_text(headline) : NULL,
                            "check_name", json_text(finding->kind), "fingerprint", finding->identity.digits, "severity",
                            severity(finding), "location", "path", json_text(place.path && *place.path ? place.path : "?"), "lines",
                            "begin", place.line > 0 ? (int)place.line : 1);
  free(headline);
  free(place.path);
  return issue;
}

struct error *format_gitlab(const struct findings *findings, const struct format_options *options, FILE *file)
{
  struct json_output output = {.file = file};
  struct error *error = NULL;
  const char *separator = "\n";
  putc('[', file);
  for (size_t i = 0; i < findings->count && !error && !ferror(file); i++) {
    if (!format_lists(options, &findings->items[i]))
      continue;
    fputs(separator, file);
    error = json_write(&output, make_issue(findings, options, &findings->items[i]));
    separator = ",\n";
  }
  fputs("]\n", file);
  return error;
}
