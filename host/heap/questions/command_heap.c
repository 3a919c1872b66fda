/* SPDX-License-Identifier: GPL-2.0-or-later */
/* seep heap [RUN] [QUESTION [ARGUMENT...]]: the first word is a question when it is the name of one and no file. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/commands.h"
#include "host/base/nearest.h"
#include "host/base/plain_text.h"
#include "host/base/terminal.h"
#include "host/base/text_after.h"
#include "host/base/utf8.h"
#include "host/heap/exports/export.h"
#include "host/heap/questions/ask.h"
#include "host/runs/command.h"

enum { LIMIT_TEXT = 20, LIMIT_JSON = 1000 };

enum needs { NEEDS_ANY, NEEDS_SNAPSHOT, NEEDS_SAMPLES };

struct question_entry {
  const char *name, *argument, *help;
  enum needs needs;
  struct error *(*ask)(const struct question *question);
};

static const struct question_entry entries[] = {
#define QUESTION(id, argument, needs, help) {#id, argument, help, NEEDS_##needs, ask_##id},
#include "host/heap/questions/questions.def"
#undef QUESTION
};
enum { ENTRIES = sizeof entries / sizeof *entries };

static const struct question_entry overview = {"", "", "", NEEDS_ANY, ask_overview};

/* What the options of this command say. */
struct arguments {
  struct heap_request which;
  uint64_t limit; /* 0: not given */
  bool has_limit, is_json;
  const char *around;
};

static void usage(FILE *output)
{
  fputs("usage: seep heap [options] [RUN] [QUESTION [ARGUMENT]]\n"
        "Show what was on a program's heap, what kept it reachable, and what grew;\n"
        "without QUESTION, an overview. RUN is as for seep report, by default the newest.\n"
        "\n",
        output);
  for (size_t i = 0; i < ENTRIES; i++)
    fprintf(output, "  %-9s %-13s %s\n", entries[i].name, entries[i].argument, entries[i].help);
  fputs("\nFormats of export:\n", output);
  for (const struct export *export = export_find(NULL); export->name; export ++)
    fprintf(output, "  %-11s %s\n", export->name, export->help);
  fputs("\n"
        "WHAT is a function (cache_new), a place (cache.c:40), a type, the identity of a\n"
        "finding, a size (=512, 256..512) or an address (0x4a2f040).\n"
        "\n"
        "  --pid=PID      which process of the run [the one with the largest heap]\n"
        "  --at=N         which snapshot [the last complete one]; peak: that of the peak\n"
        "  --limit=N      lines per table [20]; 0: all\n"
        "  --format=json  write JSON\n"
        "  --around=WHAT  with export dot or gml: only the surroundings of a block\n"
        "\n"
        "diff compares RUN with another one, or with its own snapshot @N or @peak.\n"
        "Take snapshots with the option --snapshot (seep --help-all) or seep snapshot.\n"
        "Other options are those of a run; the default is what the run had.\n"
        "Exit status: 0 answered; 2 bad arguments, or there is no answer.\n",
        output);
}

/* --- arguments --- */

static struct error *take_number(const char *argument, const char *text, uint64_t *ret)
{
  char *end;
  errno = 0;
  *ret = strtoull(text, &end, 10);
  if (errno || *end || text[0] < '0' || text[0] > '9')
    return error_format("%s: expected a number", argument);
  return NULL;
}

static struct error *take_format(struct arguments *arguments, const char *format)
{
  arguments->is_json = strcmp(format, "json") == 0;
  if (!arguments->is_json && strcmp(format, "text") != 0)
    return error_format("--format=%s: expected text or json", format);
  return NULL;
}

static struct error *take_argument(void *context, const char *argument, bool *ret_taken)
{
  struct arguments *arguments = context;
  const char *value;
  *ret_taken = true;
  if ((value = text_after(argument, "--pid=")))
    return take_number(argument, value, &arguments->which.pid);
  if (strcmp(argument, "--at=peak") == 0) {
    arguments->which.snapshot = HEAP_AT_PEAK;
    return NULL;
  }
  if ((value = text_after(argument, "--at=")))
    return take_number(argument, value, &arguments->which.snapshot);
  if ((value = text_after(argument, "--format=")))
    return take_format(arguments, value);
  if ((value = text_after(argument, "--around=")) && *value) {
    arguments->around = value;
    return NULL;
  }
  if ((value = text_after(argument, "--limit="))) {
    arguments->has_limit = true;
    return take_number(argument, value, &arguments->limit);
  }
  *ret_taken = false;
  return NULL;
}

static const struct question_entry *find_entry(const char *word)
{
  for (size_t i = 0; i < ENTRIES; i++)
    if (strcmp(word, entries[i].name) == 0)
      return &entries[i];
  return NULL;
}

static struct error *no_such_question(const char *word)
{
  char list[256] = "";
  size_t used = 0;
  for (size_t i = 0; i < ENTRIES; i++)
    used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", entries[i].name);
  return error_format("unknown question '%.80s'; expected one of %s", word, list);
}

/* Are there as many arguments as the question takes? */
static struct error *check_count(const struct question_entry *entry, size_t count)
{
  size_t most = 0, optional = 0;
  for (const char *at = entry->argument; *at; at++) {
    most += at == entry->argument || at[-1] == ' ';
    optional += *at == '[';
  }
  if (count >= most - optional && count <= most)
    return NULL;
  if (most == 0)
    return error_format("'%s' takes no arguments", entry->name);
  return error_format("%s; usage: seep heap [RUN] %s %s",
                      count > most ? "there are too many arguments" : "an argument is missing", entry->name,
                      entry->argument);
}

/* What was meant by a word that is neither a question nor a run; NULL: a run, it seems. */
static const char *nearest_question(const char *word)
{
  struct nearest nearest = {.typed = word, .length = strlen(word)};
  struct run *run = NULL;
  for (size_t i = 0; i < ENTRIES; i++)
    nearest_offer(&nearest, entries[i].name);
  struct error *error = nearest_word(&nearest) ? run_dir_find(word, &run) : NULL;
  if (!error && run)
    run_destroy(run);
  const char *meant = error ? nearest_word(&nearest) : NULL;
  error_free(error);
  return meant;
}

/* Sort the words into run, question and its arguments. */
static struct error *sort_words(const struct command *command, struct question *question,
                                const struct question_entry **ret)
{
  const char *const *words = command->runs;
  size_t count = command->run_count, next = 0;
  const char *meant = count > 0 && !find_entry(words[0]) ? nearest_question(words[0]) : NULL;
  if (meant)
    return error_format("%s: neither a run nor a question; did you mean seep heap %s?", words[0], meant);
  if (count > 0 && !(find_entry(words[0]) && access(words[0], F_OK) != 0))
    question->run = words[next++];
  *ret = &overview;
  if (next < count && !(*ret = find_entry(words[next++])))
    return no_such_question(words[next - 1]);
  question->arguments = words + next;
  question->argument_count = count - next;
  return *ret == &overview ? NULL : check_count(*ret, question->argument_count);
}

/* --- answers --- */

static struct error *check_needs(const struct question_entry *entry, const struct heap *heap)
{
  if (entry->needs == NEEDS_SNAPSHOT && heap->problem)
    return error_format("'%s' needs a snapshot: %s", entry->name, heap->problem);
  if (entry->needs == NEEDS_SNAPSHOT && !heap->snapshot)
    return error_format("'%s' needs a snapshot, and the run has none of pid %llu; run the program with "
                        "--snapshot=exit, or use seep snapshot PID while it runs",
                        entry->name, (unsigned long long)heap->process->pid);
  if (entry->needs == NEEDS_SAMPLES && heap->growth->point_count == 0 && heap->growth->site_count == 0)
    return error_format("'%s' needs samples, and the run has none of pid %llu; run the program with --growth=yes",
                        entry->name, (unsigned long long)heap->process->pid);
  return NULL;
}

/* An export goes to standard output itself. */
static struct error *answer_question(const struct question_entry *entry, struct question *question, bool is_json)
{
  struct view_config config = {
    .output = stdout, .columns = terminal_columns(STDOUT_FILENO), .colour = terminal_has_colour(STDOUT_FILENO),
    .is_json = is_json, .is_utf8 = utf8_is_wanted()};
  if (entry->ask == ask_export)
    return ask_export(question);
  view_create(&config, &question->view);
  const bool is_empty = entry->needs == NEEDS_SNAPSHOT && ask_say_empty(question);
  return view_finish(question->view, is_empty ? NULL : entry->ask(question));
}

static struct error *open_and_answer(const struct command *command, const struct arguments *arguments)
{
  struct question question = {.command = command, .which = &arguments->which, .around = arguments->around};
  const struct question_entry *entry;
  struct heap_run *run = NULL;
  struct error *error = sort_words(command, &question, &entry);
  if (error)
    return error;
  question.limit = arguments->has_limit ? arguments->limit : arguments->is_json ? LIMIT_JSON : LIMIT_TEXT;
  if (arguments->has_limit && arguments->limit == 0)
    question.limit = UINT64_MAX;
  if (entry->ask != ask_diff || question.argument_count < 2) /* which else has both its heaps from its arguments */
    error = heap_open(command, question.run, &arguments->which, &run, &question.heap);
  if (error)
    return error;
  if (question.heap)
    error = check_needs(entry, question.heap);
  if (!error)
    error = answer_question(entry, &question, arguments->is_json);
  heap_close(run);
  return error;
}

int command_heap(int argc, char **argv)
{
  struct command command;
  struct arguments arguments = {0};
  struct error *error = command_parse(argc, argv, take_argument, &arguments, &command);
  if (error)
    return command_failed("heap", error);
  int status = COMMAND_OK;
  if (command.wants_help)
    usage(stdout);
  else if ((error = open_and_answer(&command, &arguments)))
    status = command_failed("heap", error);
  command_release(&command);
  return command_flush("heap") == COMMAND_OK ? status : COMMAND_FAILED;
}
