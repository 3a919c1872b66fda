/* SPDX-License-Identifier: GPL-2.0-or-later */
/* GitLab's code quality report: a list of issues with what GitLab needs of each and no more. What was not looked at is
 * an issue, too: there is no other place for it here, and an empty list looks like good news. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/fnv.h"
#include "host/base/print.h"
#include "host/base/utf8.h"
#include "host/model/findings/finding_kinds.h"
#include "host/reports/formats/format_parts.h"
#include "host/output/json_text.h"

static const char *severity(const struct finding *finding)
{
  static const char *const words[] = {
    [KIND_INFO] = "info", [KIND_MINOR] = "minor", [KIND_MAJOR] = "major", [KIND_CRITICAL] = "critical"};
  return words[finding_level_of(finding)];
}

/* With what is known first of lost blocks; malloc'ed. */
static char *describe(const struct finding *finding)
{
  char *headline = format_headline(finding);
  if (!finding_is_leak(finding) || finding->note_count == 0)
    return headline;
  char *sentence = utf8_line(finding->notes[0].sentence, 0);
  char *description = print_text("%s. %s", headline, sentence);
  free(headline);
  free(sentence);
  return description;
}

/* An issue must lie at a line of a file. */
static json_t *make_issue(const struct findings *findings, const struct format_options *options,
                          const struct finding *finding)
{
  struct format_place place;
  format_place(findings, options, finding, &place);
  char *description = describe(finding);
  json_t *issue = json_pack("{so so ss ss s{so s{si}}}", "description", description ? json_text(description) : NULL,
                            "check_name", json_text(finding->kind), "fingerprint", finding->identity.digits, "severity",
                            severity(finding), "location", "path",
                            json_text(place.path && *place.path ? place.path : "?"), "lines", "begin",
                            place.line > 0 ? (int)place.line : 1);
  free(description);
  free(place.path);
  return issue;
}

struct list {
  struct json_output output;
  const char *separator;
  uint64_t problems; /* so far */
};

static void put_issue(struct list *list, json_t *issue)
{
  fputs(list->separator, list->output.file);
  list->separator = ",\n";
  json_write(&list->output, issue);
}

/* Several may have one text; GitLab wants a fingerprint of each. */
static void put_problem(void *context, const struct gap *gap, const char *who, const char *what)
{
  struct list *list = context;
  const char *code = gap_entry(gap->kind)->code;
  char fingerprint[17], *text = NULL;
  uint64_t hash = fnv_bytes(fnv_number(FNV_EMPTY, list->problems++, sizeof list->problems), code, strlen(code));
  snprintf(fingerprint, sizeof fingerprint, "%016" PRIx64, fnv_bytes(hash, who, strlen(who)));
  text = print_text("Not everything was checked: %s: %s", who, what);
  put_issue(list, json_pack("{so ss ss ss s{so s{si}}}", "description", text ? json_text(text) : NULL, "check_name",
                            code, "fingerprint", fingerprint, "severity", gap_is_choice(gap) ? "info" : "critical",
                            "location", "path", json_text(*who ? who : "?"), "lines", "begin", 1));
  free(text);
}

struct error *format_gitlab(const struct findings *findings, const struct format_options *options, FILE *file)
{
  struct list list = {.output = {.file = file}, .separator = "\n"};
  putc('[', file);
  for (size_t i = 0; i < findings->count && !ferror(file); i++)
    if (format_is_listed(options, &findings->items[i]))
      put_issue(&list, make_issue(findings, options, &findings->items[i]));
  format_tell_gaps(findings, put_problem, &list);
  fputs("]\n", file);
  return NULL;
}
