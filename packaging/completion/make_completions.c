/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Generates the scripts with which shells complete seep's command line, from the tables of options, subcommands,
 * limits and formats.
 *
 * usage: make_completions bash|zsh|fish > SCRIPT */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/options.h"
#include "packaging/completion/completion.h"

static void fail(const char *what)
{
  fprintf(stderr, "make_completions: %s\n", what);
  exit(EXIT_FAILURE);
}

static char *copy(const char *text)
{
  char *copied = strdup(text);
  if (!copied)
    fail("no memory");
  return copied;
}

/* --- words --- */

/* The separators of a table become spaces. */
static char *split(const char *words)
{
  char *text = copy(words);
  for (char *c = text; *c; c++)
    if (*c == '|' || *c == ',')
      *c = ' ';
  return text;
}

static char *join(const char *words, const char *more)
{
  char *text;
  if (asprintf(&text, "%s %s", words, more) < 0)
    fail("no memory");
  return text;
}

static char *formats(void)
{
  static const char names[] =
#define FORMAT(id, name, kind, help) name " "
#include "host/reports/formats/formats.def"
#undef FORMAT
    ;
  char *text = copy(names);
  text[strlen(text) - 1] = '\0';
  return text;
}

static bool has_formats(const char *command)
{
  return strcmp(command, "report") == 0 || strcmp(command, "gate") == 0 || strcmp(command, "explain") == 0;
}

/* --- options --- */

static void set_text(struct completion_option *option, const char *argument)
{
  bool is_no_or_directory = strcmp(argument, "DIR|no") == 0 || strcmp(argument, "no|DIR") == 0;
  option->kind = strcmp(argument, "FILE") == 0                               ? VALUE_FILE
                 : strcmp(argument, "DIR") == 0 || is_no_or_directory        ? VALUE_DIRECTORY
                 : strcmp(argument, "memcheck") == 0 || strstr(argument, "syms|") ? VALUE_WORDS
                                                                                  : VALUE_ANY;
  if (option->kind == VALUE_WORDS || is_no_or_directory)
    option->words = is_no_or_directory ? copy("no") : split(argument);
}

static void set_value(struct completion_option *option, enum option_id id)
{
  const struct option_entry *entry = options_entry(id);
  switch (entry->type) {
  case OPTION_BOOL:
    option->kind = options_is_question(id) ? VALUE_NONE : VALUE_WORDS;
    option->may_stand_alone = entry->argument != NULL;
    option->words = copy("yes no");
    break;
  case OPTION_CHOICE:
    option->kind = VALUE_WORDS;
    option->words = id == OPTION_leak_check ? join(split(entry->argument), "yes") : split(entry->argument);
    break;
  case OPTION_SET:
    option->kind = VALUE_SET;
    option->words = join(split(entry->argument), "all none");
    break;
  case OPTION_NUMBER:
    option->kind = VALUE_ANY;
    break;
  case OPTION_COUNT_UP:
    option->kind = VALUE_NONE;
    break;
  case OPTION_TEXT:
  case OPTION_LIST:
    set_text(option, entry->argument);
    break;
  }
}

static void add_option(struct completion *completion, struct completion_option option)
{
  struct completion_option *options =
    reallocarray(completion->options, completion->option_count + 1, sizeof *options);
  if (!options)
    fail("no memory");
  completion->options = options;
  options[completion->option_count++] = option;
}

static void add_run_options(struct completion *completion)
{
  for (enum option_id id = 0; id < OPTION_COUNT; id++) {
    struct completion_option option = {.name = options_entry(id)->name, .help = options_entry(id)->help};
    set_value(&option, id);
    add_option(completion, option);
  }
}

static void add_suboptions(struct completion *completion)
{
#define SUBOPTION(command_, name_, kind_, help_) \
  add_option(completion, (struct completion_option){.command = #command_, .name = name_, .kind = VALUE_##kind_, \
                                                    .help = help_});
#include "host/base/subcommands.def"
#define LIMIT(id, option, placeholder, measure, leak_kind, help_) \
  add_option(completion, (struct completion_option){.command = "gate", .name = option, .kind = VALUE_ANY, \
                                                    .help = help_});
#include "host/verdicts/gate/limits.def"
#undef LIMIT
  for (size_t i = 0; i < completion->option_count; i++) {
    struct completion_option *option = &completion->options[i];
    if (option->command && strcmp(option->name, "format") == 0)
      option->words = has_formats(option->command) ? formats() : copy("text json");
    if (option->command && strcmp(option->name, "json") == 0)
      option->may_stand_alone = true;
  }
}

static struct completion_command commands[] = {
#define SUBCOMMAND(name, use, takes, help) {#name, takes, help},
#include "host/base/subcommands.def"
};

static void release(struct completion *completion)
{
  for (size_t i = 0; i < completion->option_count; i++)
    free(completion->options[i].words);
  free(completion->options);
}

int main(int argc, char **argv)
{
  static const struct {
    const char *shell;
    void (*print)(const struct completion *);
  } printers[] = {{"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}};
  struct completion completion = {.commands = commands, .command_count = sizeof commands / sizeof *commands};
  bool is_known = false;
  add_run_options(&completion);
  add_suboptions(&completion);
  for (size_t i = 0; argc == 2 && i < sizeof printers / sizeof *printers; i++)
    if (strcmp(argv[1], printers[i].shell) == 0) {
      printers[i].print(&completion);
      is_known = true;
    }
  release(&completion);
  if (!is_known)
    fail("usage: make_completions bash|zsh|fish");
  if (fflush(stdout) != 0 || ferror(stdout))
    fail(strerror(errno));
  return EXIT_SUCCESS;
}
