/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Makes the manual page: copies a template and puts the options of the table and the version where it says so.
 *
 * usage: make_manual TEMPLATE > PAGE */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/options.h"

/* Text for roff: hyphens that are typed, backslashes, and no line that begins as a request. */
static void print_text(const char *text)
{
  if (*text == '.' || *text == '\'')
    fputs("\\&", stdout);
  for (; *text; text++) {
    if (*text == '-' || *text == '\\')
      putchar('\\');
    putchar(*text);
    if (*text == '\\')
      putchar('e');
    else if (*text == '|' || *text == ',')
      fputs("\\:", stdout); /* a line may end here */
  }
}

static const char *placeholder(const struct option_entry *entry)
{
  switch (entry->type) {
  case OPTION_BOOL:
    return entry->argument ? entry->argument : "yes|no";
  case OPTION_NUMBER:
    return "NUMBER";
  case OPTION_SET:
    return "SET";
  default:
    return entry->argument;
  }
}

static void print_name(enum option_id id)
{
  const struct option_entry *entry = options_entry(id);
  bool may_stand_alone = entry->type == OPTION_BOOL && entry->argument;
  fputs(".TP\n\\fB\\-\\-", stdout);
  print_text(entry->name);
  fputs("\\fR", stdout);
  if (entry->type != OPTION_COUNT_UP && !options_is_question(id)) {
    fputs(may_stand_alone ? "[=" : "=", stdout);
    fputs("\\fI", stdout);
    print_text(may_stand_alone ? "yes|no" : placeholder(entry));
    fputs(may_stand_alone ? "\\fR]" : "\\fR", stdout);
  }
  putchar('\n');
}

/* What the value may be, where its name does not say it. */
static void print_values(const struct option_entry *entry)
{
  if (entry->type == OPTION_NUMBER) {
    const char *dots = strstr(entry->argument, "..");
    char least[32];
    snprintf(least, sizeof least, "%.*s", (int)(dots - entry->argument), entry->argument);
    fputs("A number from ", stdout);
    print_text(least);
    fputs(" to ", stdout);
    print_text(dots + 2);
    fputs(strncmp(entry->argument, "0x", 2) == 0 ? ", in hexadecimal.\n" : ".\n", stdout);
  } else if (entry->type == OPTION_SET) {
    fputs("SET is one or more of ", stdout);
    for (const char *words = entry->argument; *words; words++) {
      if (*words == '-')
        putchar('\\');
      fputs(*words == ',' ? ", " : (char[]){*words, '\0'}, stdout);
    }
    fputs(", separated by commas, or all, or none.\n", stdout);
  }
}

static void print_defaults(const struct option_entry *entry)
{
  if (!entry->seep_default || entry->type == OPTION_COUNT_UP)
    return;
  putchar('[');
  print_text(entry->seep_default);
  if (strcmp(entry->seep_default, entry->memcheck_default) != 0) {
    fputs("; ", stdout);
    print_text(entry->memcheck_default);
  }
  fputs("]\n", stdout);
}

static void print_option(enum option_id id)
{
  const struct option_entry *entry = options_entry(id);
  print_name(id);
  if (*entry->help >= 'a' && *entry->help <= 'z')
    putchar(*entry->help - 'a' + 'A');
  print_text(entry->help + (*entry->help >= 'a' && *entry->help <= 'z'));
  fputs(".\n", stdout);
  print_values(entry);
  if (!options_is_question(id))
    print_defaults(entry);
}

static bool begins_group(enum option_id first)
{
  for (enum option_id id = 0; id < first; id++)
    if (strcmp(options_entry(id)->group, options_entry(first)->group) == 0)
      return false;
  return true;
}

static void print_options(void)
{
  for (enum option_id first = 0; first < OPTION_COUNT; first++) {
    const char *group = options_entry(first)->group;
    if (!begins_group(first))
      continue;
    printf(".SS %s\n", group);
    for (enum option_id id = first; id < OPTION_COUNT; id++)
      if (strcmp(options_entry(id)->group, group) == 0)
        print_option(id);
  }
}

/* One line of the template, with what it asks for put in. */
static void print_line(const char *line)
{
  const char *version = strstr(line, "@VERSION@");
  if (strcmp(line, "@OPTIONS@\n") == 0)
    print_options();
  else if (version)
    printf("%.*s%s%s", (int)(version - line), line, PACKAGE_VERSION, version + strlen("@VERSION@"));
  else
    fputs(line, stdout);
}

int main(int argc, char **argv)
{
  FILE *template = argc == 2 ? fopen(argv[1], "r") : NULL;
  if (!template) {
    fprintf(stderr, "make_manual: %s: %s\n", argc == 2 ? argv[1] : "usage: make_manual TEMPLATE", strerror(errno));
    return EXIT_FAILURE;
  }
  char line[1024];
  while (fgets(line, sizeof line, template))
    print_line(line);
  fclose(template);
  return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
