/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A terminal shows what can be done about each finding first, with the lines of the sources; files and pipes have text
 * that scripts know. */
#include "host/commands/explained_findings.h"

#include <stdlib.h>
#include <unistd.h>

#include "host/base/commands.h"
#include "host/base/memory.h"
#include "host/base/plain_stream.h"
#include "host/base/terminal.h"
#include "host/reports/formats/format_parts.h"

/* Those of the findings that are there again. */
static void choose_again(const struct explain_outcome *outcome, struct format_choice *ret)
{
  struct format_choice choice = {.items = memory_zeroed(outcome->wanted->count + 1, sizeof *choice.items)};
  for (size_t i = 0; i < outcome->wanted->count; i++) {
    const struct finding *found = NULL;
    explain_item_find(&outcome->wanted->items[i], outcome->now.findings, &found);
    if (found)
      choice.items[choice.count++] = found;
  }
  format_choice_sort(&choice);
  *ret = choice;
}

/* What came of trying, of the findings that are there again; *ret is malloc'ed. */
static size_t make_remarks(const struct explained *explained, struct format_remark **ret)
{
  const struct explain_outcome *outcome = explained->outcome;
  struct format_remark *remarks = memory_zeroed(outcome->wanted->count + 1, sizeof *remarks);
  size_t count = 0;
  for (size_t i = 0; i < outcome->wanted->count && explained->tries; i++) {
    const struct finding *now = NULL;
    explain_item_find(&outcome->wanted->items[i], outcome->now.findings, &now);
    char *text = now ? explain_tries_sentence(explained->tries, i, now) : NULL;
    if (text)
      remarks[count++] = (struct format_remark){now, text};
  }
  *ret = remarks;
  return count;
}

static bool writes_to_output(const struct wanted_formats *formats)
{
  for (size_t i = 0; i < formats->count; i++)
    if (!formats->items[i].file)
      return true;
  return false;
}

static struct error *is_for_terminal(const struct explained *explained, bool *ret)
{
  struct options *options;
  RETURN_IF_ERROR(command_options(explained->command, &options));
  *ret = explained->formats->count == 0 && terminal_columns(STDOUT_FILENO) > 0 &&
         options_choice(options, OPTION_style) == 0 && !options_flag(options, OPTION_xml);
  options_destroy(options);
  return NULL;
}

static void show(const struct explained *explained, struct format_options options)
{
  options.is_terminal = terminal_has_colour(STDOUT_FILENO);
  options.columns = terminal_columns(STDOUT_FILENO);
  putchar('\n');
  format_people_findings(explained->outcome->now.findings, &options, stdout);
  plain_stream_wrap(stdout);
}

static struct error *write_formats(const struct explained *explained, struct format_options options, int *ret_status)
{
  static const char text_format[] = "--format=text";
  struct wanted_formats formats = *explained->formats;
  bool is_taken;
  if (formats.count == 0 && options.choice->count > 0)
    RETURN_IF_ERROR(wanted_formats_take(&formats, text_format, &is_taken));
  *ret_status = wanted_formats_write(&formats, "explain", explained->outcome->now.findings, options);
  return NULL;
}

static struct error *tell_found(const struct explained *explained, const struct format_choice *choice, int *ret_status)
{
  bool is_shown;
  struct format_remark *remarks;
  RETURN_IF_ERROR(is_for_terminal(explained, &is_shown));
  const size_t remark_count = make_remarks(explained, &remarks);
  char *root = getcwd(NULL, 0);
  const struct format_options options = {.choice = choice,
                                         .source_root = root,
                                         .command = explained->command,
                                         .remarks = remarks,
                                         .remark_count = remark_count,
                                         .is_of_one_test = is_shown};
  struct error *error = NULL;
  if (is_shown)
    show(explained, options);
  else
    error = write_formats(explained, options, ret_status);
  for (size_t i = 0; i < remark_count; i++)
    free(remarks[i].text);
  free(remarks);
  free(root);
  return error;
}

static bool has_advice(const struct format_choice *choice)
{
  for (size_t i = 0; i < choice->count; i++)
    if (choice->items[i]->explanation_count > 0 && choice->items[i]->explanations[0].suggestion)
      return true;
  return false;
}

/* What is said beside a format of its own on standard output goes to standard error. */
struct error *explained_tell(const struct explained *explained, int *ret_status)
{
  const struct explain_outcome *outcome = explained->outcome;
  struct format_choice choice;
  size_t missing = 0;
  choose_again(outcome, &choice);
  struct error *error = tell_found(explained, &choice, ret_status);
  const bool may_try = has_advice(&choice) && !explained->tries;
  free(choice.items);
  if (error)
    return error;
  explain_outcome_tell(outcome, writes_to_output(explained->formats) ? stderr : stdout, &missing);
  if (may_try && terminal_columns(STDERR_FILENO) > 0)
    fprintf(stderr, "seep explain: to see whether freeing it there works: seep explain --try-fix %s\n",
            outcome->before.findings->runs[0].name);
  if (missing > 0) {
    fprintf(stderr, "seep explain: to try again: seep explain %s\n", outcome->before.findings->runs[0].name);
    *ret_status = *ret_status == COMMAND_OK ? COMMAND_OVER_LIMIT : *ret_status;
  }
  return NULL;
}
