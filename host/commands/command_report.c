/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `seep report [RUN...] [options]`: print earlier runs again. Without --format each process is reported again as it
 * was when it ran; with one, the findings of all runs are merged first. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/commands.h"
#include "host/base/memory.h"
#include "host/base/plain_text.h"
#include "host/base/terminal.h"
#include "host/base/text_after.h"
#include "host/commands/open_page.h"
#include "host/commands/wanted_formats.h"
#include "host/cost/cost_formats.h"
#include "host/model/findings/suite_facts.h"
#include "host/reports/formats/format_parts.h"
#include "host/runs/command.h"
#include "host/runs/run_parts.h"
#include "host/reports/xml/xml_documents.h"

struct request {
  struct wanted_formats formats;
  bool only_own, opens;
  const struct cost_format *cost; /* NULL: none is wanted */
  const char *cost_file;          /* NULL: standard output */
};

static void usage(FILE *output)
{
  fputs("usage: seep report [options] [RUN...]\n"
        "Print the report of earlier runs again; without RUN, of the newest saved run.\n"
        "RUN is a directory with records, a single record, or the name of a saved run.\n"
        "\n"
        "  --format=NAME[:FILE]  merge the findings of all runs and write them in this\n"
        "                        format to FILE or standard output; may be repeated\n"
        "  --open                show the page (html; seep.html if it has no name) in the\n"
        "                        browser: $BROWSER, or that of the desktop\n"
        "  --own-only            leave out findings in library code only (see --own)\n"
        "  --xml=yes             print Valgrind's XML; with --xml-file=FILE to a file,\n"
        "                        one for each process if %p is in its name\n"
        "\n"
        "Formats:\n",
        output);
  wanted_formats_help(output);
  fputs("Formats of seep cost:\n", output);
  for (const struct cost_format *format = cost_format_find(NULL); format->name; format++)
    fprintf(output, "  %-15s %s\n", format->name, format->help);
  fputs("\n"
        "Other options are those of a run (seep --help-all); the default is what the run\n"
        "had. Kinds of leaks that any of the runs shows are listed for all.\n",
        output);
}

/* "--format=NAME[:FILE]" of costs. */
static bool take_cost_format(struct request *request, const char *argument)
{
  const char *format = text_after(argument, "--format=");
  const char *colon = format ? strchrnul(format, ':') : NULL;
  if (!format)
    return false;
  char *name = memory_text_begin(format, (size_t)(colon - format));
  const struct cost_format *found = cost_format_find(name);
  free(name);
  if (!found)
    return false;
  request->cost = found;
  request->cost_file = *colon ? colon + 1 : NULL;
  return true;
}

static struct error *take_argument(void *context, const char *argument, bool *ret_taken)
{
  struct request *request = context;
  if (take_cost_format(request, argument)) {
    *ret_taken = true;
    return NULL;
  }
  bool *const flag = strcmp(argument, "--own-only") == 0 ? &request->only_own
                     : strcmp(argument, "--open") == 0   ? &request->opens
                                                         : NULL;
  if (!flag)
    return wanted_formats_take(&request->formats, argument, ret_taken);
  *ret_taken = true;
  *flag = true;
  return NULL;
}

/* --- as it was when it ran --- */

static void warn(void *context, const char *message)
{
  (void)context;
  fprintf(stderr, "seep report: %s\n", message);
}

/* What is no XML keeps out of its way. */
static FILE *words_output(const struct options *options)
{
  bool is_taken = options_flag(options, OPTION_xml) && options_text(options, OPTION_xml_fd)
                  && options_number(options, OPTION_xml_fd) == STDOUT_FILENO;
  return is_taken ? stderr : stdout;
}

static struct error *report_session(const struct command_session *session)
{
  struct xml_documents *documents = NULL;
  char *directory = getcwd(NULL, 0);
  struct xml_documents_config config = {
    .options = session->options, .directory = directory ? directory : ".", .is_past = true,
    .pid = session->load->count > 0 ? session->load->records[0].pid : 0, .warn = warn,
  };
  struct error *error = xml_documents_create(&config, &documents);
  if (!error)
    error = run_reader_read_with_xml(session->load, report_session_report(session->session),
                                     words_output(session->options), documents);
  if (!error && xml_documents_have_failed(documents))
    error = error_format("the XML could not be written (is the disk full?)");
  xml_documents_destroy(documents);
  free(directory);
  return error;
}

/* Signals and unseen heaps stand in the reports of the processes; what nobody could report is told after them. */
static void warn_of_gap(void *context, const struct gap *gap, const char *who, const char *what)
{
  enum gap_about about = gap_entry(gap->kind)->about;
  (void)context;
  if (about == GAP_PROCESS || about == GAP_CHOICE || about == GAP_ERROR_CHOICE)
    return;
  fputs("seep report: ", stderr);
  plain_text_put(who, stderr);
  fputs(": ", stderr);
  plain_text_put(what, stderr);
  fputc('\n', stderr);
}

static struct error *warn_of_gaps(struct findings_builder *builder)
{
  const struct findings *findings;
  struct error *error = findings_end_run(builder, NULL);
  if (!error)
    findings_finish(builder, &findings);
  if (error)
    return error;
  format_tell_gaps(findings, warn_of_gap, NULL);
  return NULL;
}

static struct error *report_part(const struct command *command, const struct command_session *like,
                                 struct run_reader **part)
{
  struct command_session session = *like;
  session.load = *part;
  *part = NULL;
  RETURN_IF_ERROR(command_session_open(command, &session));
  if (like->is_later_part)
    report_expect_several(report_session_report(session.session));
  struct error *error = report_session(&session);
  *part = session.load;
  session.load = NULL;
  command_session_close(&session);
  return error;
}

/* Processes with other options come last, except in XML, where one document may be about several. */
static struct error *report_parts(const struct command *command, const struct run *run, bool is_whole,
                                  struct findings_builder *builder, const struct writer *listener)
{
  struct run_reader *load;
  struct run_parts parts = {0};
  struct error *error = run_reader_create(run, &load);
  if (error)
    return error;
  if (is_whole)
    run_parts_make_one(load, &parts);
  else
    run_parts_make(load, &parts);
  run_reader_destroy(load);
  for (size_t i = 0; i < parts.count && !error; i++) {
    const struct command_session like = {.run = run, .colour = terminal_has_colour(STDOUT_FILENO), .listener = listener,
                                         .is_later_part = i > 0};
    parts.items[i]->is_missed = findings_miss_process;
    parts.items[i]->missed_context = builder;
    error = report_part(command, &like, &parts.items[i]);
  }
  run_parts_release(&parts);
  return error;
}

/* What is wrong with the files of a suite does not keep the processes from being reported. */
static struct error *report_with(const struct command *command, const struct run *run, bool is_whole,
                                 struct findings_builder *builder)
{
  struct error *problem = findings_begin_run(builder, run->name, run->directory);
  struct error *error = report_parts(command, run, is_whole, builder, problem ? NULL : findings_listener(builder));
  if (error) {
    error_free(problem);
    return error;
  }
  return problem ? problem : warn_of_gaps(builder);
}

static struct error *report_run(const struct command *command, const char *name)
{
  struct run *run;
  struct options *options = NULL;
  struct findings_builder *builder = NULL;
  struct error *error = run_dir_find(name, &run);
  if (error)
    return error;
  if (!(error = command_options(command, &options))) {
    findings_builder_create(options, &builder);
    findings_want_no_items(builder);
    error = report_with(command, run, options_flag(options, OPTION_xml), builder);
  }
  findings_builder_destroy(builder);
  options_destroy(options);
  run_destroy(run);
  return error;
}

static int report_processes(const struct command *command)
{
  int status = COMMAND_OK;
  for (size_t i = 0; i < command->run_count || i == 0; i++) {
    struct error *error = report_run(command, command->run_count > 0 ? command->runs[i] : NULL);
    if (error)
      status = command_failed("report", error);
  }
  return status;
}

/* --- merged --- */

static int say_unreadable(const struct findings *findings)
{
  int status = COMMAND_OK;
  for (size_t i = 0; i < findings->run_count; i++)
    if (findings->runs[i].error)
      status = command_failed("report", error_format("%s", findings->runs[i].error));
  return status;
}

static int report_merged(const struct command *command, const struct request *request)
{
  struct findings_builder *builder;
  const struct findings *findings;
  char *root = getcwd(NULL, 0);
  struct format_options options = {.only_own = request->only_own, .source_root = root, .command = command};
  struct error *error = command_findings(command, &builder, &findings);
  if (error) {
    free(root);
    return command_failed("report", error);
  }
  options.leak_kinds = findings->leak_kinds;
  int status = say_unreadable(findings);
  if (wanted_formats_write(&request->formats, "report", findings, options) != COMMAND_OK)
    status = COMMAND_FAILED;
  findings_builder_destroy(builder);
  free(root);
  return status;
}

/* --- a suite on a terminal --- */

static bool is_suite(const char *name)
{
  struct suite_facts *facts = NULL;
  struct run *run;
  struct error *error = run_dir_find(name, &run);
  if (!error && run->directory)
    error_free(suite_facts_read(run->directory, &facts));
  const bool result = facts != NULL;
  suite_facts_destroy(facts);
  if (!error)
    run_destroy(run);
  error_free(error);
  return result;
}

/* A report of each process for itself, or one that programs read, was asked for. */
static bool wants_processes(const struct command *command)
{
  struct options *options;
  struct error *error = command_options(command, &options);
  const bool result = error || options_choice(options, OPTION_style) != 0 || options_flag(options, OPTION_xml) ||
                      options_number(options, OPTION_verbose) > 0;
  if (!error)
    options_destroy(options);
  error_free(error);
  return result;
}

/* Who looks at a suite on a terminal wants its findings, each once, and not what each of its processes has said. */
static void choose_format(const struct command *command, struct wanted_formats *formats)
{
  const char *newest = NULL;
  const char *const *runs = command->run_count > 0 ? command->runs : &newest;
  if (formats->count > 0 || terminal_columns(STDOUT_FILENO) == 0 || wants_processes(command))
    return;
  for (size_t i = 0; i < command->run_count || i == 0; i++)
    if (!is_suite(runs[i]))
      return;
  formats->items[formats->count++].format = format_find("people");
}

/* The file of the page that is written; NULL: none is. */
static const char *page_file(const struct wanted_formats *formats)
{
  for (size_t i = 0; i < formats->count; i++)
    if (formats->items[i].file && strcmp(formats->items[i].format->name, "html") == 0)
      return formats->items[i].file;
  return NULL;
}

static void want_page(struct wanted_formats *formats)
{
  if (page_file(formats) || formats->count == WANTED_FORMATS_MAX)
    return;
  formats->items[formats->count].format = format_find("html");
  formats->items[formats->count++].file = "seep.html";
}

static int report(const struct command *command, struct request *request)
{
  if (request->cost)
    return cost_format_write(request->cost, command, request->cost_file);
  if (request->opens)
    want_page(&request->formats);
  choose_format(command, &request->formats);
  int status = request->formats.count > 0 ? report_merged(command, request) : report_processes(command);
  const char *page = status == COMMAND_OK ? page_file(&request->formats) : NULL;
  if (page)
    open_page_tell(page);
  struct error *error = page && request->opens ? open_page(page) : NULL;
  return error ? command_failed("report", error) : status;
}

int command_report(int argc, char **argv)
{
  struct command command;
  struct request request = {0};
  struct error *error = command_parse(argc, argv, take_argument, &request, &command);
  if (error)
    return command_failed("report", error);
  int status = COMMAND_OK;
  if (command.wants_help)
    usage(stdout);
  else
    status = report(&command, &request);
  if (command_flush("report") != COMMAND_OK)
    status = COMMAND_FAILED;
  command_release(&command);
  return status;
}
