/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What shells complete: subcommands, options and the values of options. */
#ifndef SEEP_PACKAGING_COMPLETION_COMPLETION_H
#define SEEP_PACKAGING_COMPLETION_COMPLETION_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum value_kind {
  VALUE_NONE,
  VALUE_ANY,       /* something that cannot be completed */
  VALUE_FILE,
  VALUE_DIRECTORY,
  VALUE_WORDS,     /* one of `words` */
  VALUE_SET,       /* some of `words`, with commas between them */
};

struct completion_option {
  const char *command; /* the subcommand that has it; NULL: it is an option of runs, which almost all have */
  const char *name;    /* without the dashes */
  enum value_kind kind;
  bool may_stand_alone; /* the value may be left out */
  char *words;          /* separated by spaces; NULL: none */
  const char *help;
};

struct completion_command {
  const char *name;
  const char *takes; /* as in host/base/subcommands.def */
  const char *help;
};

/* The words after RUNS, which are offered as well. */
static inline const char *completion_words(const struct completion_command *command)
{
  const char *space = strchr(command->takes, ' ');
  return space ? space + 1 : "";
}

struct completion {
  struct completion_command *commands;
  struct completion_option *options;
  size_t command_count, option_count;
};

/* The script for a shell, to standard output. */
void print_bash(const struct completion *completion);
void print_zsh(const struct completion *completion);
void print_fish(const struct completion *completion);

#endif
