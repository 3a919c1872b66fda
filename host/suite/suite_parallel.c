/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/suite/suite_parallel.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/base/print.h"

static const struct {
  const char *name, *subcommand, *option;
} commands[] = {
#define COMMAND(name, subcommand, option) {name, subcommand, option},
#define VARIABLE(name, prefix)
#include "host/suite/suite_parallel.def"
};

static const struct {
  const char *name, *prefix;
} variables[] = {
#define COMMAND(name, subcommand, option)
#define VARIABLE(name, prefix) {name, prefix},
#include "host/suite/suite_parallel.def"
};

/* After how many words the option goes; 0: nothing is known of this command. */
static size_t find_place(char **command, const char **ret_option)
{
  const char *slash = strrchr(command[0], '/'), *name = slash ? slash + 1 : command[0];
  for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
    const char *subcommand = commands[i].subcommand;
    if (strcmp(name, commands[i].name) != 0 || (subcommand && (!command[1] || strcmp(command[1], subcommand) != 0)))
      continue;
    *ret_option = commands[i].option;
    return subcommand ? 2 : 1;
  }
  return 0;
}

void suite_parallel_command(char **command, unsigned jobs, char ***ret)
{
  const char *option = NULL;
  size_t count = 0, place = find_place(command, &option);
  while (command[count])
    count++;
  char **longer = memory_zeroed(count + 2, sizeof *longer);
  if (place)
    longer[place] = print_text("%s%u", option, jobs);
  for (size_t i = 0; i < count; i++)
    longer[i + (place && i >= place)] = command[i];
  *ret = longer;
}

struct error *suite_parallel_environment(unsigned jobs)
{
  for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
    char value[64];
    snprintf(value, sizeof value, "%s%u", variables[i].prefix, jobs);
    if (setenv(variables[i].name, value, 0) < 0)
      return error_errno(errno, "cannot set %s", variables[i].name);
  }
  return NULL;
}
