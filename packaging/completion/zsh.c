/* SPDX-License-Identifier: GPL-2.0-or-later */
/* zsh's _arguments does the work, given the options and what they take. */
#include <stdio.h>
#include <string.h>

#include "packaging/completion/completion.h"

static const char head[] = "#compdef seep seep-valgrind\n"
                           "# Made by make_completions from the tables of options.\n"
                           "\n"
                           "_seep_runs()\n"
                           "{\n"
                           "  local -a runs\n"
                           "  runs=(${XDG_STATE_HOME:-$HOME/.local/state}/seep/runs/*(N:t))\n"
                           "  _alternative 'runs:run:compadd -a runs' 'files:file:_files'\n"
                           "}\n"
                           "\n"
                           "_seep_processes()\n"
                           "{\n"
                           "  local -a processes\n"
                           "  processes=($(ls -l /proc/*/exe 2>/dev/null | sed -n 's|.* /proc/\\([0-9]*\\)/exe -> "
                           ".*/seep-amd64-linux$|\\1|p'))\n"
                           "  compadd -a processes\n"
                           "}\n";

static const char tail[] =
  "\n"
  "_seep_first()\n"
  "{\n"
  "  _alternative 'commands:seep command:_seep_commands' 'programs:program:_command_names -e' 'files:program:_files'\n"
  "}\n"
  "\n"
  "_seep_subcommand()\n"
  "{\n"
  "  local command=$words[1]\n"
  "  local -a own\n"
  "  own=(${(P)${:-_seep_options_of_$command}})\n"
  "  case $command in\n";

static const char end[] =
  "  esac\n"
  "}\n"
  "\n"
  "_seep()\n"
  "{\n"
  "  if (( CURRENT > 2 )) && [[ \" $_seep_command_names \" == *\" $words[2] \"* ]]; then\n"
  "    shift words\n"
  "    (( CURRENT-- ))\n"
  "    _seep_subcommand\n"
  "  else\n"
  "    _arguments -S : $_seep_options '1:program or command:_seep_first' '*::arguments:_normal'\n"
  "  fi\n"
  "}\n"
  "\n"
  "_seep \"$@\"\n";

/* Within single quotes and, for _arguments, within brackets. */
static void print_help(const char *help)
{
  for (; *help; help++) {
    if (*help == '\'')
      fputs("'\\''", stdout);
    else if (*help == '[' || *help == ']' || *help == ':' || *help == '\\')
      printf("\\%c", *help);
    else
      putchar(*help);
  }
}

static void print_value(const struct completion_option *option)
{
  const char *words = option->words ? option->words : "";
  switch (option->kind) {
  case VALUE_NONE:
    break;
  case VALUE_ANY:
    printf(":value: ");
    break;
  case VALUE_FILE:
    printf(":file:_files");
    break;
  case VALUE_DIRECTORY:
    printf(":directory:_files -/");
    break;
  case VALUE_WORDS:
    printf(":value:(%s)", words);
    break;
  case VALUE_SET:
    printf(":values:_values -s , value %s", words);
    break;
  }
}

static void print_options(const struct completion *completion, const char *command)
{
  printf("\ntypeset -ga _seep_options%s%s\n_seep_options%s%s=(\n", command ? "_of_" : "", command ? command : "",
         command ? "_of_" : "", command ? command : "");
  for (size_t i = 0; i < completion->option_count; i++) {
    const struct completion_option *option = &completion->options[i];
    bool is_there = command ? option->command && strcmp(option->command, command) == 0 : !option->command;
    if (!is_there)
      continue;
    printf("  '*--%s%s[", option->name, option->kind == VALUE_NONE ? "" : option->may_stand_alone ? "=-" : "=");
    print_help(option->help);
    putchar(']');
    if (option->may_stand_alone)
      putchar(':');
    print_value(option);
    printf("'\n");
  }
  printf(")\n");
}

static void print_commands(const struct completion *completion)
{
  printf("\n_seep_commands()\n{\n  local -a commands\n  commands=(\n");
  for (size_t i = 0; i < completion->command_count; i++) {
    printf("    '%s:", completion->commands[i].name);
    print_help(completion->commands[i].help);
    printf("'\n");
  }
  printf("  )\n  _describe 'seep command' commands\n}\n\ntypeset -g _seep_command_names='");
  for (size_t i = 0; i < completion->command_count; i++)
    printf("%s%s", i ? " " : "", completion->commands[i].name);
  printf("'\n");
}

static void print_operands(const struct completion_command *command)
{
  printf("    %s) _arguments -S : $own $_seep_options ", command->name);
  if (strcmp(command->takes, "PROGRAM") == 0)
    printf("'1:program:_command_names -e' '*::arguments:_normal' ;;\n");
  else if (strncmp(command->takes, "RUNS", strlen("RUNS")) == 0)
    printf("'*:run:{_seep_runs; compadd -- %s}' ;;\n", completion_words(command));
  else if (strcmp(command->takes, "PROCESS") == 0)
    printf("'1:process:_seep_processes' '2:label:' ;;\n");
  else
    printf("'1:what:(%s)' ;;\n", command->takes);
}

void print_zsh(const struct completion *completion)
{
  fputs(head, stdout);
  print_options(completion, NULL);
  for (size_t i = 0; i < completion->command_count; i++)
    print_options(completion, completion->commands[i].name);
  print_commands(completion);
  fputs(tail, stdout);
  for (size_t i = 0; i < completion->command_count; i++)
    print_operands(&completion->commands[i]);
  fputs(end, stdout);
}
