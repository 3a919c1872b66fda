/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Options are written in groups, by the side that uses them (enum option_side); reading them back undoes each step. */
#include "config.h"
#include "host/launcher/prepare/tool_arguments.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/base/print.h"

/* Which of its two things the tool does. It is said again to mark the end of the options, because the core drops
 * "--". */
static const char *const tools[] = {"--tool=seep", "--tool=seep-cost"};
enum { TOOLS = sizeof tools / sizeof *tools };

/* Always given to the core, behind that. Below the tool's own place mappings have addresses that the program asks for,
 * so that its data segment may grow (brk). */
static const char *const always[] = {"--command-line-only=yes", "-q",
                                     ("--aspace-minaddr=" CORE_LOAD_ADDRESS)};
static const char mute[] = "--log-fd=-1";
enum { ALWAYS_COUNT = sizeof always / sizeof *always, FIRST_OPTION = 2 + ALWAYS_COUNT };

/* --- writing --- */

struct arguments {
  char **items; /* NULL-terminated */
  size_t count;
};

/* Takes ownership of `text`. */
static void add_text(struct arguments *arguments, char *text)
{
  arguments->items = memory_resize(arguments->items, arguments->count + 2, sizeof *arguments->items);
  arguments->items[arguments->count++] = text;
  arguments->items[arguments->count] = NULL;
}

static void add_formatted(struct arguments *arguments, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add_formatted(struct arguments *arguments, const char *format, ...)
{
  va_list values;
  va_start(values, format);
  add_text(arguments, print_args(format, values));
  va_end(values);
}

/* With its value, or with each value of a list. */
static void add_values(struct arguments *arguments, const struct options *options, enum option_id id)
{
  size_t count = options_entry(id)->type == OPTION_LIST ? options_count(options, id) : 1;
  for (size_t i = 0; i < count; i++)
    add_text(arguments, options_argument(options, id, i));
}

/* The core's debugging option has a short form only. */
static void add_for_core(struct arguments *arguments, const struct options *options, enum option_id id)
{
  if (id == OPTION_debug_log) {
    for (int64_t count = options_number(options, id); count > 0; count--)
      add_formatted(arguments, "-d");
    return;
  }
  add_values(arguments, options, id);
}

static void add_core_options(struct arguments *arguments, const struct launch *launch)
{
  const struct options *options = launch->options;
  for (enum option_id id = 0; id < OPTION_COUNT; id++)
    if (options_entry(id)->side == OPTION_CORE && options_given(options, id))
      add_for_core(arguments, options, id);
  /* The core's default depends on -q, which it is always given, whatever the user said. */
  if (!options_given(options, OPTION_sigill_diagnostics))
    add_formatted(arguments, "--sigill-diagnostics=%s", options_flag(options, OPTION_quiet) ? "no" : "yes");
}

static bool is_for_tool(enum option_id id)
{
  return options_entry(id)->side == OPTION_TOOL || options_entry(id)->side == OPTION_BOTH;
}

static void add_tool_options(struct arguments *arguments, const struct launch *launch)
{
  for (enum option_id id = 0; id < OPTION_COUNT; id++)
    if (is_for_tool(id) && options_text(launch->options, id))
      add_values(arguments, launch->options, id);
}

/* Options that only the launcher needs, or that are handed on in another form. */
static bool ends_with_launcher(enum option_id id)
{
  static const enum option_id done[] = {
    OPTION_help, OPTION_help_all, OPTION_help_debug, OPTION_help_dyn_options, OPTION_version,
    OPTION_command_line_only, OPTION_tool, OPTION_record, OPTION_personality,
    OPTION_show_reachable, OPTION_show_possibly_lost, /* they are in --show-leak-kinds */
  };
  for (size_t i = 0; i < sizeof done / sizeof *done; i++)
    if (done[i] == id)
      return true;
  return false;
}

static bool names_file(enum option_id id)
{
  return id == OPTION_log_file || id == OPTION_xml_file || id == OPTION_suppressions
         || id == OPTION_extra_debuginfo_path;
}

/* A traced child may be started in another directory, so names of files are made absolute. */
static void add_host_option(struct arguments *arguments, const struct launch *launch, enum option_id id, size_t index)
{
  const struct option_entry *entry = options_entry(id);
  const char *text = entry->type == OPTION_LIST ? options_at(launch->options, id, index)
                                                : options_text(launch->options, id);
  if (!text)
    return;
  bool is_relative = names_file(id) && *text != '/';
  add_formatted(arguments, "--seep-host=--%s=%s%s%s", entry->name, is_relative ? launch->directory : "",
                is_relative ? "/" : "", text);
}

static void add_host_options(struct arguments *arguments, const struct launch *launch)
{
  const struct options *options = launch->options;
  if (options_given(options, OPTION_personality) || options_choice(options, OPTION_personality) != 0)
    add_host_option(arguments, launch, OPTION_personality, 0);
  for (enum option_id id = 0; id < OPTION_COUNT; id++) {
    if (options_entry(id)->side != OPTION_HOST || !options_given(options, id) || ends_with_launcher(id))
      continue;
    size_t count = options_entry(id)->type == OPTION_LIST ? options_count(options, id) : 1;
    for (size_t i = 0; i < count; i++)
      add_host_option(arguments, launch, id, i);
  }
}

static void add_channel(struct arguments *arguments, const struct launch *launch)
{
  if (launch->socket_name)
    add_formatted(arguments, "--seep-socket=%s", launch->socket_name);
  if (launch->channel >= 0)
    add_formatted(arguments, "--seep-channel=%d", launch->channel);
  if (launch->run_directory)
    add_formatted(arguments, "--seep-run=%s", launch->run_directory);
  if (launch->handed.descriptors)
    add_formatted(arguments, "--seep-descriptors=%s", launch->handed.descriptors);
  if (launch->handed.folder)
    add_formatted(arguments, "--seep-folder=%s", launch->handed.folder);
  if (launch->handed.name)
    add_formatted(arguments, "--seep-name=%s", launch->handed.name);
  if (launch->handed.restrictions)
    add_formatted(arguments, "--seep-restrictions=%s", launch->handed.restrictions);
}

void tool_arguments_make(const struct launch *launch, char ***ret)
{
  struct arguments arguments = {0};
  const char *const tool = tools[options_flag(launch->options, OPTION_cost)];
  add_formatted(&arguments, "%s", launch->program[0]);
  add_formatted(&arguments, "%s", tool);
  for (size_t i = 0; i < ALWAYS_COUNT; i++)
    add_formatted(&arguments, "%s", always[i]);
  if (launch->is_mute)
    add_formatted(&arguments, "%s", mute);
  add_core_options(&arguments, launch);
  add_tool_options(&arguments, launch);
  add_channel(&arguments, launch);
  add_host_options(&arguments, launch);
  add_formatted(&arguments, "%s", tool);
  add_formatted(&arguments, "--");
  for (char *const *word = launch->program; *word; word++)
    add_formatted(&arguments, "%s", *word);
  *ret = arguments.items;
}

void tool_arguments_release(char **arguments)
{
  for (char **argument = arguments; argument && *argument; argument++)
    free(*argument);
  free(arguments);
}

/* --- reading --- */

static bool is_tool(const char *argument)
{
  size_t i = 0;
  while (i < TOOLS && strcmp(argument, tools[i]) != 0)
    i++;
  return i < TOOLS;
}

bool tool_arguments_are_inherited(char *const *arguments)
{
  if (!arguments[0] || !arguments[1] || !is_tool(arguments[1]))
    return false;
  for (size_t i = 0; i < ALWAYS_COUNT; i++)
    if (!arguments[i + 1] || !arguments[i + 2] || strcmp(arguments[i + 2], always[i]) != 0)
      return false;
  for (char *const *argument = arguments + FIRST_OPTION; *argument && **argument == '-'; argument++)
    if (strcmp(*argument, arguments[1]) == 0)
      return true;
  return false;
}

/* What follows `prefix` in a text that begins with it; NULL when it does not. */
static const char *after_prefix(const char *text, const char *prefix)
{
  size_t length = strlen(prefix);
  return strncmp(text, prefix, length) == 0 ? text + length : NULL;
}

/* False: it is an option. */
static bool take_handed(const char *argument, struct inherited_arguments *taken)
{
  const struct {
    const char *prefix, **value;
  } handed[] = {
    {"--seep-socket=", &taken->socket_name}, {"--seep-run=", &taken->run_directory},
    {"--seep-name=", &taken->handed.name}, {"--seep-descriptors=", &taken->handed.descriptors},
    {"--seep-folder=", &taken->handed.folder}, {"--seep-restrictions=", &taken->handed.restrictions},
  };
  const char *value;
  for (size_t i = 0; i < sizeof handed / sizeof *handed; i++)
    if ((value = after_prefix(argument, handed[i].prefix))) {
      *handed[i].value = value;
      return true;
    }
  return after_prefix(argument, "--seep-channel=") || strcmp(argument, mute) == 0;
}

void tool_arguments_take_handed(char **arguments, struct inherited_arguments *ret)
{
  char **argument = arguments + FIRST_OPTION;
  *ret = (struct inherited_arguments){0};
  for (; strcmp(*argument, arguments[1]) != 0; argument++)
    take_handed(*argument, ret);
  ret->program = argument + 1;
  if (*ret->program && strcmp(*ret->program, "--") == 0)
    ret->program++;
}

struct error *tool_arguments_take_inherited(char **arguments, struct options *options, struct inherited_arguments *ret)
{
  struct inherited_arguments taken;
  tool_arguments_take_handed(arguments, &taken);
  for (char **argument = arguments + FIRST_OPTION; strcmp(*argument, arguments[1]) != 0; argument++) {
    const char *of_host = after_prefix(*argument, "--seep-host=");
    RETURN_IF_ERROR(take_handed(*argument, &taken)
                      ? NULL
                      : options_set(options, of_host ? of_host : *argument, "options of the parent process"));
  }
  if (!*taken.program)
    return error_format("options of the parent process: no program follows them");
  *ret = taken;
  return NULL;
}
