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
  RETURN_IF_ERROR(is_for_terminal(explained, &is_shown));
  char *root = getcwd(NULL, 0);
  const struct format_options options = {
    .choice = choice, .source_root = root, .command = explained->command, .is_of_one_test = is_shown};
  struct error *error = NULL;
  if (is_shown)
    show(explained, options);
  else
    error = write_formats(explained, options, ret_status);
  free(root);
  return error;
}

/* What is said beside a format of its own on standard output goes to standard error. */
struct error *explained_tell(const struct explained *explained, int *ret_status)
{
  const struct explain_outcome *outcome = explained->outcome;
  struct format_choice choice;
  size_t missing = 0;
  choose_again(outcome, &choice);
  struct error *error = tell_found(explained, &choice, ret_status);
  free(choice.items);
  if (error)
    return error;
  explain_outcome_tell(outcome, writes_to_output(explained->formats) ? stderr : stdout, &missing);
  if (missing > 0) {
    fprintf(stderr, "seep explain: to try again: seep explain %s\n", outcome->before.findings->runs[0].name);
    *ret_status = *ret_status == COMMAND_OK ? COMMAND_OVER_LIMIT : *ret_status;
  }
  return NULL;
}
