/* SPDX-License-Identifier: GPL-2.0-or-later */
/* fish takes one line for each option and its conditions; the program's own completions follow its name. */
#include <stdio.h>
#include <string.h>

#include "packaging/completion/completion.h"

static const char head[] =
  "# fish completion for seep\n"
  "# Made by make_completions from the tables of options.\n"
  "\n"
  "# The words before the cursor that are no options, without the command itself.\n"
  "function __seep_operands\n"
  "  set -l words (commandline -opc)\n"
  "  for word in $words[2..-1]\n"
  "    string match -q -- '-*' $word; or echo $word\n"
  "  end\n"
  "end\n"
  "\n"
  "function __seep_in\n"
  "  set -l operands (__seep_operands)\n"
  "  test (count $operands) -gt 0; and contains -- $operands[1] $argv\n"
  "end\n"
  "\n"
  "# Is the program still to come, so that options are seep's?\n"
  "function __seep_before_program\n"
  "  set -l operands (__seep_operands)\n"
  "  contains -- -- (commandline -opc); and return 1\n"
  "  test (count $operands) -eq 0; and return 0\n"
  "  contains -- $operands[1] $__seep_commands; or return 1\n"
  "  contains -- $operands[1] $__seep_runners; and test (count $operands) -gt 1; and return 1\n"
  "  return 0\n"
  "end\n"
  "\n"
  "# Is it the program that comes next?\n"
  "function __seep_at_program\n"
  "  set -l operands (__seep_operands)\n"
  "  __seep_before_program; or return 1\n"
  "  test (count $operands) -eq 0; or contains -- $operands[1] $__seep_runners\n"
  "end\n"
  "\n"
  "# The command line from the program on, for its own completions.\n"
  "function __seep_program\n"
  "  set -l words (commandline -opc) (commandline -ct)\n"
  "  set -e words[1]\n"
  "  contains -- $words[1] $__seep_runners; and set -e words[1]\n"
  "  while set -q words[2]; and string match -q -- '-*' $words[1]\n"
  "    set -l word $words[1]\n"
  "    set -e words[1]\n"
  "    test $word = --; and break\n"
  "  end\n"
  "  if test (count $words) -gt 1\n"
  "    complete -C (string join ' ' -- (string escape -- $words[1..-2]) $words[-1])\n"
  "  else\n"
  "    complete -C \"$words\"\n"
  "  end\n"
  "end\n"
  "\n"
  "function __seep_runs\n"
  "  set -l state $HOME/.local/state\n"
  "  set -q XDG_STATE_HOME; and set state $XDG_STATE_HOME\n"
  "  for run in $state/seep/runs/*\n"
  "    basename $run\n"
  "  end\n"
  "end\n"
  "\n"
  "function __seep_processes\n"
  "  ls -l /proc/*/exe 2>/dev/null | sed -n 's|.* /proc/\\([0-9]*\\)/exe -> .*/seep-amd64-linux$|\\1|p'\n"
  "end\n"
  "\n";

static void print_quoted(const char *text)
{
  putchar('\'');
  for (; *text; text++) {
    if (*text == '\'' || *text == '\\')
      putchar('\\');
    putchar(*text);
  }
  putchar('\'');
}

static void print_value(const struct completion_option *option)
{
  const char *words = option->words ? option->words : "";
  switch (option->kind) {
  case VALUE_NONE:
    break;
  case VALUE_ANY:
    printf(" -x");
    break;
  case VALUE_FILE:
    printf(option->may_stand_alone ? "" : " -r -F");
    break;
  case VALUE_DIRECTORY:
    printf(" -x -a '(__fish_complete_directories) %s'", words);
    break;
  case VALUE_WORDS:
    printf(option->may_stand_alone ? " -f -a '%s'" : " -x -a '%s'", words);
    break;
  case VALUE_SET:
    printf(" -x -a '(__fish_append , %s)'", words);
    break;
  }
}

static void print_option(const struct completion_option *option)
{
  printf("complete -c seep -n '__seep_before_program");
  if (option->command)
    printf("; and __seep_in %s", option->command);
  printf("' -l %s", option->name);
  print_value(option);
  printf(" -d ");
  print_quoted(option->help);
  putchar('\n');
}

static void print_command(const struct completion_command *command)
{
  printf("complete -c seep -n 'test (count (__seep_operands)) -eq 0; and __seep_before_program' -a %s -d ",
         command->name);
  print_quoted(command->help);
  putchar('\n');
  if (strcmp(command->takes, "PROGRAM") == 0)
    return;
  bool takes_runs = strncmp(command->takes, "RUNS", strlen("RUNS")) == 0;
  bool takes_process = strcmp(command->takes, "PROCESS") == 0;
  printf("complete -c seep -n '__seep_in %s' -a '%s%s'%s\n", command->name,
         takes_runs ? "(__seep_runs) " : takes_process ? "(__seep_processes)" : command->takes,
         takes_runs ? completion_words(command) : "", takes_runs ? " -F" : " -f");
}

static void print_names(const struct completion *completion, const char *name, const char *takes)
{
  printf("set -g %s", name);
  for (size_t i = 0; i < completion->command_count; i++)
    if (!takes || strcmp(completion->commands[i].takes, takes) == 0)
      printf(" %s", completion->commands[i].name);
  putchar('\n');
}

void print_fish(const struct completion *completion)
{
  fputs(head, stdout);
  print_names(completion, "__seep_commands", NULL);
  print_names(completion, "__seep_runners", "PROGRAM");
  printf("\ncomplete -c seep -f\ncomplete -c seep-valgrind -w seep\n");
  for (size_t i = 0; i < completion->command_count; i++)
    print_command(&completion->commands[i]);
  printf("complete -c seep -n '__seep_at_program' -x -a '(__fish_complete_command)'\n"
         "complete -c seep -n 'not __seep_before_program' -x -a '(__seep_program)'\n");
  for (size_t i = 0; i < completion->option_count; i++)
    print_option(&completion->options[i]);
}
