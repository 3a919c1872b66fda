/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "config.h" // VALGRIND_BIN

#include "host/launcher/prepare/other_tool.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char installed[] = VALGRIND_BIN "/valgrind";

/* What follows "--tool=" at the start of a text; NULL: it does not begin so. */
static const char *tool_in(const char *text)
{
  static const char option[] = "--tool=";
  return strncmp(text, option, strlen(option)) == 0 ? text + strlen(option) : NULL;
}

/* The value of the last --tool= among words separated by spaces; `ret` is unchanged if there is none. */
static void find_in_words(const char *words, char ret[static OTHER_TOOL_BYTES])
{
  for (const char *word = words; word; word = strchr(word, ' ')) {
    word += strspn(word, " ");
    const char *tool = tool_in(word);
    if (tool)
      snprintf(ret, OTHER_TOOL_BYTES, "%.*s", (int)strcspn(tool, " "), tool);
  }
}

bool other_tool_is_wanted(char *const *arguments, char ret_tool[static OTHER_TOOL_BYTES])
{
  strcpy(ret_tool, "memcheck");
  find_in_words(getenv("VALGRIND_OPTS"), ret_tool);
  for (char *const *argument = arguments + 1; *argument && **argument == '-' && strcmp(*argument, "--") != 0;
       argument++)
    if (tool_in(*argument))
      snprintf(ret_tool, OTHER_TOOL_BYTES, "%s", tool_in(*argument));
  return strcmp(ret_tool, "memcheck") != 0 && strcmp(ret_tool, "seep") != 0;
}

/* Seep may be installed under the name of valgrind; executing it would loop for ever. */
static bool is_seep(const char *valgrind)
{
  char *theirs = realpath(valgrind, NULL), *mine = realpath("/proc/self/exe", NULL);
  const bool is_same = theirs && mine && strcmp(theirs, mine) == 0;
  free(theirs);
  free(mine);
  return is_same;
}

/* Valgrind repeats a name that it does not know as it is, whatever that does to a terminal. */
static bool is_name(const char *tool)
{
  return tool[strspn(tool, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")] == '\0';
}

struct error *other_tool_run(char *const *arguments)
{
  char tool[OTHER_TOOL_BYTES];
  if (other_tool_is_wanted(arguments, tool) && !is_name(tool))
    return error_format("--tool=%s: there is no such tool", tool);
  if (is_seep(installed))
    return error_format("Valgrind's other tools cannot be run: %s is Seep", installed);
  execv(installed, arguments);
  return error_errno(errno, "Valgrind's other tools cannot be run: %s", installed);
}
