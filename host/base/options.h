/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Options: one table (options.def), from which the parser, --help-all, the manual and the guest side's own list are
 * generated.
 *
 * An option's value is kept as text; the accessors below convert it. Parsing has already checked every value against
 * its type and range, so the accessors cannot fail. */
#ifndef SEEP_HOST_BASE_OPTIONS_H
#define SEEP_HOST_BASE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "host/base/error.h"

/* Which side an option is for. */
enum option_side {
  OPTION_CORE, /* handed to Valgrind's core as it is */
  OPTION_TOOL, /* for the guest side of Seep */
  OPTION_HOST, /* for launcher and reporter */
  OPTION_BOTH, /* for Seep's guest side and the host */
  OPTION_NONE, /* accepted, so that command lines keep working; has no effect */
};

enum option_type {
  OPTION_BOOL,   /* yes|no; "--name" alone means yes where the table says so */
  OPTION_COUNT_UP, /* "--name" again and again counts, "--name=N" sets */
  OPTION_NUMBER, /* decimal or 0x, with the range of the table */
  OPTION_CHOICE, /* one of the words of the table, separated by | */
  OPTION_SET,    /* words of the table separated by commas, or all, or none */
  OPTION_TEXT,
  OPTION_LIST, /* text that may be given many times */
};

enum option_id {
#define OPTION(id, name, type, side, seep_default, memcheck_default, group, argument, help) OPTION_##id,
#include "shared/base/options.def"
#undef OPTION
  OPTION_COUNT,
};

/* A line of the table. */
struct option_entry {
  const char *name;
  enum option_type type;
  enum option_side side;
  const char *seep_default, *memcheck_default;
  const char *group, *argument, *help;
};

/* The entry of an option; always the same. */
const struct option_entry *options_entry(enum option_id id);

/* May the guest change it while it runs (VALGRIND_CLO_CHANGE, vgdb's v.clo)? */
bool options_is_dynamic(enum option_id id);

/* Does it ask for information (--help, --version ...)? */
bool options_is_question(enum option_id id);

struct options;

/* All options at their defaults: Seep's own, or exactly Memcheck's. */
struct error *options_create(bool memcheck_defaults, struct options **ret);
void options_copy(const struct options *options, struct options **ret);
void options_destroy(struct options *options);

/* Take one argument "--name=value", "--name", "-q" ... from `origin` (for messages: "command line", "SEEP_OPTS", a
 * file). An unknown option is an error that suggests the nearest name. */
struct error *options_set(struct options *options, const char *argument, const char *origin);

/* The subcommand that runs. Where an option is unknown its own ones are suggested, too: those of subcommands.def, and
 * `more` (NULL-terminated, static; NULL: none). */
void options_set_command(const char *command, const char *const *more);

/* Does an argument that options_set() takes name an option of this version? */
bool options_knows(const char *argument);

/* The same, by id and value. */
struct error *options_set_value(struct options *options, enum option_id id, const char *value, const char *origin);

/* After all options have been set: check those that depend on each other, and fill in defaults that do. */
struct error *options_finish(struct options *options);

/* --checks=leaks: the program runs natively, and errors are not looked for. */
bool options_leaks_only(const struct options *options);

const char *options_text(const struct options *options, enum option_id id); /* the last value; NULL: not set */
bool options_flag(const struct options *options, enum option_id id);        /* BOOL */
int64_t options_number(const struct options *options, enum option_id id);   /* NUMBER, COUNT_UP; 0 when not set */
size_t options_choice(const struct options *options, enum option_id id);    /* CHOICE: index of the word in the table */
unsigned options_set_bits(const struct options *options, enum option_id id); /* SET: bit n for word n of the table */
size_t options_count(const struct options *options, enum option_id id);     /* LIST: how often given */
const char *options_at(const struct options *options, enum option_id id, size_t index);
bool options_given(const struct options *options, enum option_id id);       /* anywhere, rather than by default */

/* The option as an argument that options_set() takes again, "--name=value"; malloc'ed; `index` counts a LIST's values
 * and is 0 for others. NULL: not set. */
char *options_argument(const struct options *options, enum option_id id, size_t index);

/* All options that were given, from any source, as arguments; a malloc'ed, NULL-terminated list. */
void options_given_arguments(const struct options *options, char ***ret, size_t *ret_count);
void options_arguments_release(char **list);

/* Among arguments "--name=value" (NULL-terminated, may be NULL) the value of the last one of that option; NULL:
 * there is none. */
const char *options_value_among(char *const *arguments, enum option_id id);

/* The options that people need most, on lines of at most 80 columns. */
void options_help_short(FILE *output, const struct options *defaults);

/* All of them, grouped; `debugging`: the groups for debugging too. */
void options_help(FILE *output, const struct options *defaults, bool debugging);

/* --help-dyn-options. */
void options_help_dynamic(FILE *output);

#endif
