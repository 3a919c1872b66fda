/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `seep cost PROGRAM` is a run that counts instead of checking; `seep cost diff BEFORE AFTER` compares two of them. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/commands.h"
#include "host/base/installed.h"
#include "host/base/memory.h"
#include "host/base/plain_text.h"
#include "host/base/print.h"
#include "host/base/text_after.h"
#include "host/cost/cost_diff.h"
#include "host/model/frames/short_name.h"
#include "host/model/words/numbers.h"

enum { FUNCTIONS_SHOWN = 12, LINES_SHOWN = 8 };

struct request {
  double threshold; /* percent of all instructions: less is no change */
};

static void usage(FILE *output)
{
  fputs("usage: seep cost [options] [--] PROGRAM [arguments]\n"
        "       seep cost diff [options] BEFORE AFTER\n"
        "Count the instructions that PROGRAM executes, by function and source line. The\n"
        "same input gives the same counts. Memory is not checked. seep report shows the\n"
        "run again; --format=cachegrind:FILE writes it for cg_annotate.\n"
        "\n"
        "diff compares two such runs: functions and lines that cost more or less.\n"
        "\n"
        "  --threshold=PERCENT  pass over changes below this part of all instructions\n"
        "\n"
        "Other options are those of seep PROGRAM.\n",
        output);
}

/* --- counting --- */

/* Leaks are not looked for, and blocks not counted. */
static struct error *count(int argc, char **argv)
{
  static const char *const first[] = {"run", "--cost=yes", "--leak-check=no", "--growth=no"};
  enum { FIRST = sizeof first / sizeof *first };
  char **arguments = memory_zeroed((size_t)argc + FIRST + 1, sizeof *arguments), **next = arguments;
  *next++ = (char *)installed_program();
  for (size_t i = 0; i < FIRST; i++)
    *next++ = (char *)first[i];
  memcpy(next, argv + 1, (size_t)(argc - 1) * sizeof *argv);
  execv(*arguments, arguments);
  struct error *error = error_errno(errno, "cannot start %s", *arguments);
  free(arguments);
  return error;
}

/* --- comparing --- */

static struct error *take_argument(void *context, const char *argument, bool *ret_taken)
{
  struct request *request = context;
  const char *threshold = text_after(argument, "--threshold=");
  char *end;
  if (!threshold)
    return NULL;
  *ret_taken = true;
  request->threshold = strtod(threshold, &end);
  if (end == threshold || (*end != '\0' && strcmp(end, "%") != 0) || !(request->threshold >= 0) ||
      request->threshold > 100)
    return error_format("--threshold=%s: not a percentage from 0 to 100", threshold);
  return NULL;
}

static double percent(uint64_t part, uint64_t whole)
{
  return whole > 0 ? 100 * (double)part / (double)whole : 0;
}

static uint64_t distance(uint64_t a, uint64_t b)
{
  return a > b ? a - b : b - a;
}

/* "+1,234" */
static char *signed_number(uint64_t before, uint64_t after)
{
  return print_text("%c%s", after >= before ? '+' : '-', grouped_number(distance(before, after)).digits);
}

static char *name_of(const struct cost_change *change)
{
  return short_function_name(change->function);
}

static char *place_of(const struct cost_change *change, bool is_line)
{
  char *name = name_of(change);
  char *place = is_line && change->line > 0 ? print_text("%s:%u in %s", change->path, change->line, name)
                                            : print_text("%s in %s", name, change->module);
  free(name);
  return place;
}

static void put_change(const struct cost_diff *diff, const struct cost_change *change, bool is_line)
{
  char *sign = signed_number(change->before, change->after), *place = place_of(change, is_line);
  printf("%16s %+6.1f%%  ", sign,
         (change->after >= change->before ? 1 : -1) * percent(distance(change->before, change->after), diff->before));
  plain_text_put(place, stdout);
  putchar('\n');
  free(place);
  free(sign);
}

static bool is_told(const struct cost_diff *diff, const struct cost_change *change, double threshold)
{
  return percent(distance(change->before, change->after), diff->before) >= threshold;
}

static void put_changes(const struct cost_diff *diff, const struct request *request, bool are_lines)
{
  const struct cost_change *changes = are_lines ? diff->lines : diff->functions;
  const size_t count = are_lines ? diff->line_count : diff->function_count, most = are_lines ? LINES_SHOWN
                                                                                            : FUNCTIONS_SHOWN;
  size_t shown = 0, told = 0;
  for (size_t i = 0; i < count; i++) {
    if ((are_lines && changes[i].line == 0) || !is_told(diff, &changes[i], request->threshold) || told++ >= most)
      continue;
    if (shown++ == 0)
      printf("\n%16s %7s  %s\n", "instructions", "", are_lines ? "line" : "function");
    put_change(diff, &changes[i], are_lines);
  }
  if (told > shown)
    printf("%16s %7s  ... and %zu more\n", "", "", told - shown);
}

/* The change that goes the way of all, and how much of it. */
static void put_verdict(const struct cost_diff *diff)
{
  const bool is_more = diff->after > diff->before;
  const uint64_t all = distance(diff->before, diff->after);
  size_t i = 0;
  while (i < diff->function_count && (diff->functions[i].after > diff->functions[i].before) != is_more)
    i++;
  printf("\n%s to %s instructions: ", grouped_number(diff->before).digits, grouped_number(diff->after).digits);
  if (all == 0) {
    puts("no more and no fewer");
    return;
  }
  printf("%.*f%% %s", percent(all, diff->before) < 10 ? 2 : 0, percent(all, diff->before), is_more ? "more" : "fewer");
  if (i < diff->function_count) {
    const struct cost_change *change = &diff->functions[i];
    char *name = name_of(change);
    printf(", of which %.*f in ", percent(all, diff->before) < 10 ? 2 : 0,
           percent(distance(change->before, change->after), diff->before));
    plain_text_put(name, stdout);
    free(name);
  }
  putchar('\n');
}

static void put_diff(const struct cost_diff *diff, const struct request *request)
{
  if (diff->shared_functions == 0)
    puts("The two runs have no function in common: they are of different programs.");
  put_changes(diff, request, false);
  put_changes(diff, request, true);
  put_verdict(diff);
}

static struct error *compare(const struct command *command, const struct request *request)
{
  struct cost_table *before = NULL, *after = NULL;
  struct cost_diff diff;
  if (command->run_count != 2)
    return error_format("two runs are needed; see seep cost --help");
  struct error *error = cost_table_read(command, command->runs[0], &before);
  if (!error)
    error = cost_table_read(command, command->runs[1], &after);
  if (!error) {
    cost_diff_make(before, after, &diff);
    put_diff(&diff, request);
    cost_diff_release(&diff);
  }
  cost_table_destroy(before);
  cost_table_destroy(after);
  return error;
}

static int compare_runs(int argc, char **argv)
{
  struct command command;
  struct request request = {0};
  struct error *error = command_parse(argc, argv, take_argument, &request, &command);
  if (error)
    return command_failed("cost diff", error);
  if (command.wants_help)
    usage(stdout);
  else
    error = compare(&command, &request);
  const int status = error ? command_failed("cost diff", error) : COMMAND_OK;
  command_release(&command);
  return command_flush("cost diff") == COMMAND_OK ? status : COMMAND_FAILED;
}

int command_cost(int argc, char **argv)
{
  if (argc > 1 && strcmp(argv[1], "diff") == 0)
    return compare_runs(argc - 1, argv + 1);
  if (argc > 1 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)) {
    usage(stdout);
    return command_flush("cost");
  }
  return command_failed("cost", count(argc, argv));
}
