/* SPDX-License-Identifier: GPL-2.0-or-later */
/* --help and --help-all, made from tables: the option on the left, what it does and its default on the right, 80
 * columns in all. */
#include <string.h>

#include "host/base/options.h"

enum { HELP_COLUMN = 30, HELP_WIDTH = 80, CHOICE_MAX = 46 };

/* Words that need the right side, as the left one is too narrow for them. */
static bool has_long_words(const struct option_entry *entry)
{
  return entry->type == OPTION_SET || (entry->type == OPTION_CHOICE && strlen(entry->argument) > CHOICE_MAX);
}

static const char *value_placeholder(const struct option_entry *entry)
{
  switch (entry->type) {
  case OPTION_BOOL:
    return "yes|no";
  case OPTION_NUMBER:
    return strncmp(entry->argument, "0x", 2) == 0 ? "HEX" : "NUMBER";
  case OPTION_SET:
    return "SET";
  default:
    return has_long_words(entry) ? "WORD" : entry->argument;
  }
}

static bool may_stand_alone(const struct option_entry *entry)
{
  return entry->type == OPTION_COUNT_UP || (entry->type == OPTION_BOOL && entry->argument);
}

bool options_is_question(enum option_id id)
{
  return id == OPTION_help || id == OPTION_help_all || id == OPTION_help_debug || id == OPTION_help_dyn_options ||
         id == OPTION_version;
}

static int print_left(FILE *output, enum option_id id)
{
  const struct option_entry *entry = options_entry(id);
  if (entry->type == OPTION_COUNT_UP || options_is_question(id))
    return fprintf(output, "  --%s", entry->name);
  return fprintf(output, may_stand_alone(entry) ? "  --%s[=%s]" : "  --%s=%s", entry->name, value_placeholder(entry));
}

/* The words of `text` from column `column` on, wrapped; returns the column it ends at. */
static int print_wrapped(FILE *output, const char *text, int column)
{
  while (*text) {
    int length = strcspn(text, " ");
    if (column > HELP_COLUMN && column + 1 + length > HELP_WIDTH)
      column = fprintf(output, "\n%*s", HELP_COLUMN, "") - 1;
    else if (column > HELP_COLUMN)
      column += fprintf(output, " ");
    column += fprintf(output, "%.*s", length, text);
    text += length;
    text += strspn(text, " ");
  }
  return column;
}

/* "(some of a, b, c)": with room after the commas, so that long lists can be wrapped. */
static int print_words(FILE *output, const struct option_entry *entry, int column)
{
  char text[256];
  size_t size = 0;
  for (const char *words = entry->argument; *words && size + 3 < sizeof text; words++) {
    text[size++] = *words == '|' ? ',' : *words;
    if (text[size - 1] == ',')
      text[size++] = ' ';
  }
  text[size] = '\0';
  column = print_wrapped(output, entry->type == OPTION_SET ? "(some of" : "(one of", column);
  column = print_wrapped(output, text, column);
  return column + fprintf(output, ")");
}

/* Where the right side begins: on the same line when there is room. */
static int go_right(FILE *output, int column)
{
  if (column >= HELP_COLUMN)
    return fprintf(output, "\n%*s", HELP_COLUMN, "") - 1;
  return column + fprintf(output, "%*s", HELP_COLUMN - column, "");
}

/* All words of a set, which stand in front of it, are called that. */
static const char *short_default(const struct option_entry *entry, const char *standard)
{
  return entry->type == OPTION_SET && strcmp(standard, entry->argument) == 0 ? "all" : standard;
}

static void print_option(FILE *output, enum option_id id, const char *standard)
{
  const struct option_entry *entry = options_entry(id);
  int column = print_left(output, id);
  column = print_wrapped(output, entry->help, go_right(output, column));
  if (has_long_words(entry))
    column = print_words(output, entry, column);
  if (standard && entry->type != OPTION_COUNT_UP && !options_is_question(id)) {
    char text[80];
    snprintf(text, sizeof text, "[%s]", short_default(entry, standard));
    print_wrapped(output, text, column);
  }
  fputc('\n', output);
}

static bool is_debugging(const char *group)
{
  return strncmp(group, "Debugging", 9) == 0;
}

/* The group's options, with its name above, when no earlier option was of the group. */
static void print_group(FILE *output, enum option_id first, const struct options *defaults)
{
  const char *group = options_entry(first)->group;
  for (enum option_id id = 0; id < first; id++)
    if (strcmp(options_entry(id)->group, group) == 0)
      return;
  fprintf(output, "\n%s, with defaults in [ ]:\n", group);
  for (enum option_id id = first; id < OPTION_COUNT; id++)
    if (strcmp(options_entry(id)->group, group) == 0)
      print_option(output, id, options_text(defaults, id));
}

void options_help(FILE *output, const struct options *defaults, bool debugging)
{
  for (enum option_id id = 0; id < OPTION_COUNT; id++)
    if (debugging || !is_debugging(options_entry(id)->group))
      print_group(output, id, defaults);
}

/* A default that says nothing by itself, as a status of 0, is left out. */
static void print_short(FILE *output, const char *left, const char *help, enum option_type type, const char *standard)
{
  int column = print_wrapped(output, help, go_right(output, fprintf(output, "  %s", left)));
  if (standard && (type == OPTION_CHOICE || type == OPTION_SET || (type == OPTION_BOOL && strchr(left, '=')))) {
    char text[80];
    snprintf(text, sizeof text, "[%s]", standard);
    print_wrapped(output, text, column);
  }
  fputc('\n', output);
}

void options_help_short(FILE *output, const struct options *defaults)
{
  fputs("\nOptions, with defaults in [ ]:\n", output);
#define SHORT(id, left, help) \
  print_short(output, left, help, options_entry(OPTION_##id)->type, options_text(defaults, OPTION_##id));
#include "host/base/short_help.def"
#undef SHORT
}

void options_help_dynamic(FILE *output)
{
  fputs("Options that can be changed while the program runs:\n", output);
  for (enum option_id id = 0; id < OPTION_COUNT; id++)
    if (options_is_dynamic(id)) {
      print_left(output, id);
      fputc('\n', output);
    }
}
