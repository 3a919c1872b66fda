/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A function for bash that does not depend on bash-completion. Bash splits words at "=", so the function takes the
 * line up to the cursor and splits it at spaces itself. */
#include <stdio.h>
#include <string.h>

#include "packaging/completion/completion.h"

static const char head[] =
  "# bash completion for seep                                -*- shell-script -*-\n"
  "# Made by make_completions from the tables of options.\n"
  "\n"
  "# What stands behind an option: words, a set of words, a file, a directory.\n"
  "_seep_value()\n"
  "{\n"
  "  local kind=$1 words=$2 value=$3 before=\n"
  "  case $kind in\n"
  "    set)\n"
  "      [[ $value == *,* ]] && before=${value%,*},\n"
  "      COMPREPLY=($(compgen -P \"$before\" -W \"$words\" -- \"${value##*,}\"))\n"
  "      ;;\n"
  "    file) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -W \"$words\" -- \"$value\") $(compgen -f -- "
  "\"$value\")) ;;\n"
  "    directory) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -W \"$words\" -- \"$value\") $(compgen -d -- "
  "\"$value\")) ;;\n"
  "    words) COMPREPLY=($(compgen -W \"$words\" -- \"$value\")) ;;\n"
  "  esac\n"
  "}\n"
  "\n"
  "# Names of kept runs, and files.\n"
  "_seep_runs()\n"
  "{\n"
  "  local state=${XDG_STATE_HOME:-$HOME/.local/state}/seep/runs\n"
  "  compopt -o filenames 2>/dev/null\n"
  "  COMPREPLY=($(compgen -W \"$(ls \"$state\" 2>/dev/null)\" -- \"$1\") $(compgen -f -- \"$1\"))\n"
  "}\n"
  "\n"
  "# Processes that run under Seep.\n"
  "_seep_processes()\n"
  "{\n"
  "  ls -l /proc/*/exe 2>/dev/null | sed -n 's|.* /proc/\\([0-9]*\\)/exe -> .*/seep-amd64-linux$|\\1|p'\n"
  "}\n";

static const char tail[] =
  "_seep()\n"
  "{\n"
  "  local line=${COMP_LINE:0:COMP_POINT} word command= first=1 i\n"
  "  local -a words\n"
  "  COMPREPLY=()\n"
  "  read -ra words <<<\"$line\"\n"
  "  [[ $line == *[[:space:]] ]] && words+=('')\n"
  "  local last=$((${#words[@]} - 1)) current\n"
  "  current=${words[last]}\n"
  "  if ((last > 1)) && [[ \" $_seep_commands \" == *\" ${words[1]} \"* ]]; then\n"
  "    command=${words[1]} first=2\n"
  "  fi\n"
  "  # The program, which has completions of its own.\n"
  "  if [[ -z $command || \" $_seep_runners \" == *\" $command \"* ]]; then\n"
  "    for ((i = first; i < last; i++)); do\n"
  "      if [[ ${words[i]} == -- || ${words[i]} != -* ]]; then\n"
  "        [[ ${words[i]} == -- ]] && ((i++))\n"
  "        if ((i < last)) && declare -F _command_offset >/dev/null; then\n"
  "          _command_offset $((i + COMP_CWORD - last))\n"
  "        elif ((i < last)); then\n"
  "          compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- \"$current\"))\n"
  "        else\n"
  "          COMPREPLY=($(compgen -c -- \"$current\"))\n"
  "        fi\n"
  "        return\n"
  "      fi\n"
  "    done\n"
  "  fi\n"
  "  case $current in\n"
  "    --*=*)\n"
  "      _seep_option \"$command\" \"${current%%=*}\" \"${current#*=}\"\n"
  "      [[ $COMP_WORDBREAKS == *=* ]] || COMPREPLY=(\"${COMPREPLY[@]/#/${current%%=*}=}\")\n"
  "      return\n"
  "      ;;\n"
  "    -*)\n"
  "      COMPREPLY=($(compgen -W \"$(_seep_names \"$command\")\" -- \"$current\"))\n"
  "      [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null\n"
  "      return\n"
  "      ;;\n"
  "  esac\n"
  "  _seep_operand \"$command\" \"$current\" $((last - first))\n"
  "}\n"
  "complete -F _seep seep seep-valgrind\n";

static bool needs_value(const struct completion_option *option)
{
  return option->kind != VALUE_NONE && !option->may_stand_alone;
}

static void print_names(const struct completion *completion, const char *command)
{
  for (size_t i = 0; i < completion->option_count; i++) {
    const struct completion_option *option = &completion->options[i];
    bool is_there = command ? option->command && strcmp(option->command, command) == 0 : !option->command;
    if (is_there)
      printf(" --%s%s", option->name, needs_value(option) ? "=" : "");
  }
}

static void print_all_names(const struct completion *completion)
{
  printf("\n_seep_names()\n{\n  printf '%%s' '-h -q -v -s");
  print_names(completion, NULL);
  printf("'\n  case $1 in\n");
  for (size_t i = 0; i < completion->command_count; i++) {
    printf("    %s) printf '%%s' '", completion->commands[i].name);
    print_names(completion, completion->commands[i].name);
    printf("' ;;\n");
  }
  printf("  esac\n}\n");
}

static void print_values(const struct completion *completion)
{
  static const char *const kinds[] = {[VALUE_FILE] = "file", [VALUE_DIRECTORY] = "directory", [VALUE_WORDS] = "words",
                                      [VALUE_SET] = "set"};
  printf("\n# The value of option $2 of subcommand $1, as far as it is there.\n_seep_option()\n{\n  case $1:$2 in\n");
  for (size_t i = 0; i < completion->option_count; i++) {
    const struct completion_option *option = &completion->options[i];
    if (option->kind != VALUE_NONE && option->kind != VALUE_ANY)
      printf("    %s:--%s) _seep_value %s '%s' \"$3\" ;;\n", option->command ? option->command : "*", option->name,
             kinds[option->kind], option->words ? option->words : "");
  }
  printf("  esac\n}\n");
}

static bool takes(const struct completion_command *command, const char *what)
{
  return strncmp(command->takes, what, strlen(what)) == 0;
}

static void print_operands(const struct completion *completion)
{
  printf("\n# The subcommand, a program or what the subcommand takes; $3: how many came before.\n_seep_operand()\n{\n"
         "  case $1 in\n");
  for (size_t i = 0; i < completion->command_count; i++) {
    const struct completion_command *command = &completion->commands[i];
    if (takes(command, "PROGRAM"))
      printf("    %s) COMPREPLY=($(compgen -c -- \"$2\")) ;;\n", command->name);
    else if (takes(command, "RUNS"))
      printf("    %s) _seep_runs \"$2\"; COMPREPLY+=($(compgen -W '%s' -- \"$2\")) ;;\n", command->name,
             completion_words(command));
    else if (takes(command, "PROCESS"))
      printf("    %s) COMPREPLY=($(compgen -W \"$(_seep_processes)\" -- \"$2\")) ;;\n", command->name);
    else
      printf("    %s) COMPREPLY=($(compgen -W '%s' -- \"$2\")) ;;\n", command->name, command->takes);
  }
  printf("    *)\n      COMPREPLY=($(compgen -c -- \"$2\"))\n"
         "      (($3 == 0)) && COMPREPLY+=($(compgen -W \"$_seep_commands\" -- \"$2\"))\n      ;;\n  esac\n}\n");
}

static void print_lists(const struct completion *completion)
{
  printf("\n_seep_commands='");
  for (size_t i = 0; i < completion->command_count; i++)
    printf("%s%s", i ? " " : "", completion->commands[i].name);
  printf("'\n_seep_runners='");
  for (size_t i = 0; i < completion->command_count; i++)
    if (takes(&completion->commands[i], "PROGRAM"))
      printf("%s ", completion->commands[i].name);
  printf("'\n");
}

void print_bash(const struct completion *completion)
{
  fputs(head, stdout);
  print_lists(completion);
  print_all_names(completion);
  print_values(completion);
  print_operands(completion);
  putchar('\n');
  fputs(tail, stdout);
}
