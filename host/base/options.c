/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A set of options is an array of texts, one per line of the table. Setting an option checks the value, stores it, and
 * then updates other options that it affects (--show-reachable edits --show-leak-kinds, -q undoes -v, one log replaces
 * another). */
#include "host/base/options.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/base/nearest.h"
#include "host/base/options_check.h"
#include "host/base/print.h"

static const struct option_entry entries[OPTION_COUNT] = {
#define OPTION(id, name, type, side, seep_default, memcheck_default, group, argument, help) \
  {name, type, side, seep_default, memcheck_default, group, argument, help},
#include "shared/base/options.def"
#undef OPTION
};

struct option_value {
  char *text;   /* not LIST */
  char **items; /* LIST */
  size_t count;
  bool given;
};

struct options {
  struct option_value values[OPTION_COUNT];
};

const struct option_entry *options_entry(enum option_id id)
{
  return &entries[id];
}

bool options_is_dynamic(enum option_id id)
{
  static const bool is_dynamic[OPTION_COUNT] = {
#define DYNAMIC(id) [OPTION_##id] = true,
#include "shared/base/dynamic_options.def"
#undef DYNAMIC
  };
  return is_dynamic[id];
}

/* --- making and copying --- */

struct error *options_create(bool memcheck_defaults, struct options **ret)
{
  struct options *options = memory_zeroed(1, sizeof *options);
  for (enum option_id id = 0; id < OPTION_COUNT; id++) {
    const char *value = memcheck_defaults ? entries[id].memcheck_default : entries[id].seep_default;
    struct error *error = value ? options_check_value(id, value, &options->values[id].text) : NULL;
    if (error) {
      options_destroy(options);
      return error_context(error, "default of --%s", entries[id].name);
    }
  }
  *ret = options;
  return NULL;
}

static void value_release(struct option_value *value)
{
  free(value->text);
  for (size_t i = 0; i < value->count; i++)
    free(value->items[i]);
  free(value->items);
  *value = (struct option_value){0};
}

void options_destroy(struct options *options)
{
  if (!options)
    return;
  for (enum option_id id = 0; id < OPTION_COUNT; id++)
    value_release(&options->values[id]);
  free(options);
}

/* Takes `text` over. */
static void value_append(struct option_value *value, char *text)
{
  value->items = memory_resize(value->items, value->count + 1, sizeof *value->items);
  value->items[value->count++] = text;
}

static void value_copy(const struct option_value *from, struct option_value *to)
{
  to->given = from->given;
  if (from->text)
    to->text = memory_text(from->text);
  for (size_t i = 0; i < from->count; i++) {
    char *text = memory_text(from->items[i]);
    value_append(to, text);
  }
}

void options_copy(const struct options *options, struct options **ret)
{
  struct options *copy = memory_zeroed(1, sizeof *copy);
  for (enum option_id id = 0; id < OPTION_COUNT; id++)
    value_copy(&options->values[id], &copy->values[id]);
  *ret = copy;
}

/* --- setting --- */

/* Takes `text` over. */
static void replace_text(struct options *options, enum option_id id, char *text)
{
  free(options->values[id].text);
  options->values[id].text = text;
}

static struct error *replace_value(struct options *options, enum option_id id, const char *value)
{
  char *text;
  struct error *error = options_check_value(id, value, &text);
  if (!error)
    replace_text(options, id, text);
  return error;
}

static struct error *count_to(struct options *options, enum option_id id, int64_t count)
{
  char text[24];
  snprintf(text, sizeof text, "%lld", (long long)count);
  return replace_value(options, id, text);
}

/* Put kinds into --show-leak-kinds or take them out. */
static struct error *show_kinds(struct options *options, const char *kind, bool show)
{
  const char *words = entries[OPTION_show_leak_kinds].argument;
  int index = options_word_index(words, ',', kind, strlen(kind));
  unsigned bits = options_set_bits(options, OPTION_show_leak_kinds), bit = index < 0 ? 15 : 1u << index;
  char text[128] = "";
  bits = show ? bits | bit : bits & ~bit;
  for (const char *word = words, *end; bits; bits >>= 1, word = end + 1) {
    end = strchrnul(word, ',');
    if (bits & 1)
      snprintf(text + strlen(text), sizeof text - strlen(text), "%s%.*s", *text ? "," : "", (int)(end - word), word);
  }
  options->values[OPTION_show_leak_kinds].given = true;
  return replace_value(options, OPTION_show_leak_kinds, *text ? text : "none");
}

/* -q and -v cancel each other. */
static struct error *apply_quiet(struct options *options)
{
  int64_t verbose = options_number(options, OPTION_verbose);
  if (!options_flag(options, OPTION_quiet) || verbose == 0)
    return NULL;
  struct error *error = replace_value(options, OPTION_quiet, "no");
  return error ? error : count_to(options, OPTION_verbose, verbose - 1);
}

static struct error *apply_show_reachable(struct options *options)
{
  bool show = options_flag(options, OPTION_show_reachable);
  return show_kinds(options, show ? "all" : "reachable", show);
}

/* The log goes to the last place named, and so does the XML. */
static void apply_place(struct options *options, enum option_id id)
{
  enum { KINDS = 2, PLACES = 3 };
  static const enum option_id places[KINDS][PLACES] = {{OPTION_log_fd, OPTION_log_file, OPTION_log_socket},
                                                       {OPTION_xml_fd, OPTION_xml_file, OPTION_xml_socket}};
  bool is_xml = id == OPTION_xml_fd || id == OPTION_xml_file || id == OPTION_xml_socket;
  for (size_t i = 0; i < PLACES; i++)
    if (places[is_xml][i] != id)
      value_release(&options->values[places[is_xml][i]]);
}

/* Options that were not given get the other defaults, where these differ. */
static struct error *apply_personality(struct options *options)
{
  bool memcheck = options_choice(options, OPTION_personality) == 1;
  for (enum option_id id = 0; id < OPTION_COUNT; id++) {
    const char *seep = entries[id].seep_default, *standard = memcheck ? entries[id].memcheck_default : seep;
    if (options->values[id].given || !standard || strcmp(seep, entries[id].memcheck_default) == 0)
      continue;
    RETURN_IF_ERROR(replace_value(options, id, standard));
  }
  return NULL;
}

static struct error *apply_consequences(struct options *options, enum option_id id)
{
  switch (id) {
  case OPTION_personality:
    return apply_personality(options);
  case OPTION_quiet:
    return apply_quiet(options);
  case OPTION_show_reachable:
    return apply_show_reachable(options);
  case OPTION_show_possibly_lost:
    return show_kinds(options, "possible", options_flag(options, id));
  case OPTION_log_fd:
  case OPTION_log_file:
  case OPTION_log_socket:
  case OPTION_xml_fd:
  case OPTION_xml_file:
  case OPTION_xml_socket:
    apply_place(options, id);
    return NULL;
  default:
    return NULL;
  }
}

/* All heuristics are, with Memcheck's personality, those that Memcheck has. */
static const char *meaning_of(const struct options *options, enum option_id id, const char *value)
{
  const bool is_memcheck = options_choice(options, OPTION_personality) == 1;
  return is_memcheck && id == OPTION_leak_check_heuristics && strcmp(value, "all") == 0 ? entries[id].memcheck_default
                                                                                         : value;
}

static struct error *store_value(struct options *options, enum option_id id, const char *value)
{
  char *text;
  RETURN_IF_ERROR(options_check_value(id, meaning_of(options, id, value), &text));
  if (entries[id].type == OPTION_LIST)
    value_append(&options->values[id], text);
  else
    replace_text(options, id, text);
  options->values[id].given = true;
  return apply_consequences(options, id);
}

/* Count one more "--verbose"; the first one cancels a -q. */
static struct error *count_up(struct options *options, enum option_id id)
{
  if (id == OPTION_verbose && options_flag(options, OPTION_quiet))
    return replace_value(options, OPTION_quiet, "no");
  options->values[id].given = true;
  return count_to(options, id, options_number(options, id) + 1);
}

/* An option without "=value". */
static struct error *store_alone(struct options *options, enum option_id id)
{
  const struct option_entry *entry = &entries[id];
  if (entry->type == OPTION_COUNT_UP)
    return count_up(options, id);
  if (entry->type == OPTION_BOOL && entry->argument)
    return store_value(options, id, "yes");
  return error_format("expected --%s=%s", entry->name, entry->argument ? entry->argument : "yes|no");
}

/* --- from arguments to options --- */

static const struct {
  char letter;
  const char *name;
} short_options[] = {
  {'h', "--help"}, {'q', "--quiet"}, {'v', "--verbose"}, {'s', "--show-error-list=yes"}, {'d', "--debug-log"},
};

/* The long form of "-v" and its like; `argument` itself when it is none. */
static const char *without_short(const char *argument)
{
  if (argument[0] == '-' && argument[1] && !argument[2])
    for (size_t i = 0; i < sizeof short_options / sizeof *short_options; i++)
      if (short_options[i].letter == argument[1])
        return short_options[i].name;
  return argument;
}

static const char *running;           /* the subcommand; NULL: none */
static const char *const *more_of_it; /* options that it takes */

void options_set_command(const char *command, const char *const *more)
{
  running = command;
  more_of_it = more;
}

static void offer_own(struct nearest *nearest)
{
  static const struct {
    const char *command, *name;
  } own[] = {
#define SUBOPTION(command, name, kind, help) {#command, name},
#include "host/base/subcommands.def"
  };
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    if (running && strcmp(own[i].command, running) == 0)
      nearest_offer(nearest, own[i].name);
  for (const char *const *name = more_of_it; name && *name; name++)
    nearest_offer(nearest, *name);
}

static struct error *unknown_option(const char *argument)
{
  const char *name = argument + strspn(argument, "-");
  struct nearest nearest = {.typed = name, .length = strcspn(name, "=")};
  offer_own(&nearest);
  for (enum option_id id = 0; id < OPTION_COUNT; id++)
    nearest_offer(&nearest, entries[id].name);
  const char *meant = nearest_word(&nearest);
  if (meant && strlen(meant) == nearest.length && strncmp(meant, name, nearest.length) == 0)
    return name[nearest.length] == '=' ? error_format("%s: --%s takes no value", argument, meant)
                                       : error_format("--%s: a value is missing, --%s=...", meant, meant);
  if (meant)
    return error_format("unknown option %s; did you mean --%s?", argument, meant);
  if (running)
    return error_format("unknown option %s; see seep %s --help, and seep --help-all for the options of runs", argument,
                        running);
  return error_format("unknown option %s; seep --help-all lists all options", argument);
}

static int find_by_name(const char *name, size_t length)
{
  for (enum option_id id = 0; id < OPTION_COUNT; id++)
    if (strlen(entries[id].name) == length && memcmp(entries[id].name, name, length) == 0)
      return id;
  return -1;
}

/* Skips "memcheck:" and "seep:"; false if the option is meant for another tool. */
static bool skip_tool_prefix(const char **name)
{
  size_t length = strcspn(*name, ":=");
  if ((*name)[length] != ':')
    return true;
  if (options_word_index("memcheck|seep", '|', *name, length) < 0)
    return false;
  *name += length + 1;
  return true;
}

enum { OPTION_UNKNOWN = -1, OPTION_OF_OTHER_TOOL = -2 };

/* The option that an argument names, an id or one of these; *ret_rest is what follows its name. */
static int find_argument(const char *argument, const char **ret_rest)
{
  const char *name = without_short(argument);
  if (strncmp(name, "--", 2) != 0)
    return OPTION_UNKNOWN;
  name += 2;
  if (!skip_tool_prefix(&name))
    return OPTION_OF_OTHER_TOOL;
  const size_t length = strcspn(name, "=");
  *ret_rest = name + length;
  return find_by_name(name, length);
}

static struct error *set_argument(struct options *options, const char *argument)
{
  const char *rest;
  const int id = find_argument(argument, &rest);
  if (id == OPTION_OF_OTHER_TOOL)
    return NULL;
  if (id < 0)
    return unknown_option(argument);
  struct error *error = *rest ? store_value(options, id, rest + 1) : store_alone(options, id);
  return error_context(error, "%s", argument);
}

bool options_knows(const char *argument)
{
  const char *rest;
  return find_argument(argument, &rest) >= 0;
}

struct error *options_set(struct options *options, const char *argument, const char *origin)
{
  return error_context(set_argument(options, argument), "%s", origin);
}

struct error *options_set_value(struct options *options, enum option_id id, const char *value, const char *origin)
{
  return error_context(store_value(options, id, value), "%s: --%s=%s", origin, entries[id].name, value);
}

/* --- options that depend on each other --- */

static struct error *check_origins(struct options *options)
{
  if (options_flag(options, OPTION_undef_value_errors) || !options_flag(options, OPTION_track_origins))
    return NULL;
  if (options_given(options, OPTION_track_origins))
    return error_format("--track-origins=yes has no effect when --undef-value-errors=no");
  return replace_value(options, OPTION_track_origins, "no");
}

static bool has_xml_place(const struct options *options)
{
  const char *fd = options_text(options, OPTION_xml_fd);
  return options_text(options, OPTION_xml_file) || options_text(options, OPTION_xml_socket)
         || (fd && options_number(options, OPTION_xml_fd) >= 0);
}

/* As in Memcheck, --xml=yes implies a full leak check and no limit on errors. */
static struct error *finish_xml(struct options *options)
{
  if (!options_flag(options, OPTION_xml))
    return NULL;
  if (!has_xml_place(options))
    return error_format("--xml=yes, but no XML destination specified\n"
                        "--xml=yes has been specified, but there is no XML output\n"
                        "destination.  You must specify an XML output destination\n"
                        "using --xml-fd, --xml-file or --xml-socket.");
  if (strcmp(options_text(options, OPTION_gen_suppressions), "yes") == 0)
    return error_format("--xml=yes together with --gen-suppressions=yes\n"
                        "When --xml=yes is specified, --gen-suppressions=no\n"
                        "or --gen-suppressions=all is allowed, but not --gen-suppressions=yes.");
  struct error *error = replace_value(options, OPTION_leak_check, "full");
  return error ? error : replace_value(options, OPTION_error_limit, "no");
}

/* The tree is made of allocation stacks. */
static struct error *check_xtree(const struct options *options)
{
  const char *kept = options_text(options, OPTION_keep_stacktraces);
  bool is_full = strcmp(options_text(options, OPTION_xtree_memory), "full") == 0;
  if (!is_full || (strcmp(kept, "none") != 0 && strcmp(kept, "free") != 0))
    return NULL;
  return error_format("--keep-stacktraces=%s: to use --xtree-memory=full, you must keep at least the alloc stacktrace",
                      kept);
}

static struct error *keep_origins(struct options *options)
{
  if (!options_flag(options, OPTION_undef_value_errors))
    return error_format("--undef-value-errors=no: --explain=values is about such errors; omit one of them");
  if (options_given(options, OPTION_track_origins) && !options_flag(options, OPTION_track_origins))
    return error_format("--track-origins=no: --explain=values needs the origins of values; omit one of them");
  return replace_value(options, OPTION_track_origins, "yes");
}

/* Blocks are followed by their allocation stacks, and what became of them is told at the leak check at exit. */
static struct error *finish_explain(struct options *options)
{
  const char *kept = options_text(options, OPTION_keep_stacktraces);
  if (!options_text(options, OPTION_explain))
    return NULL;
  if (strcmp(options_text(options, OPTION_explain), "values") == 0)
    return keep_origins(options);
  if (strcmp(kept, "none") == 0 || strcmp(kept, "free") == 0)
    return error_format("--keep-stacktraces=%s: --explain needs the stacks of allocations; omit one of them", kept);
  if (options_given(options, OPTION_leak_check) && strcmp(options_text(options, OPTION_leak_check), "full") != 0)
    return error_format("--leak-check=%s: --explain needs a full leak check; omit one of them",
                        options_text(options, OPTION_leak_check));
  /* Faster engines would be left at nearly every instruction. */
  if (strcmp(options_text(options, OPTION_explain), "all") == 0 && !options_given(options, OPTION_engine))
    RETURN_IF_ERROR(replace_value(options, OPTION_engine, "precise"));
  return replace_value(options, OPTION_leak_check, "full");
}

/* What does not go to the screen, or waits for gdb, is read by tools, unless somebody says otherwise. */
static struct error *finish_style(struct options *options)
{
  const bool is_for_tools = options_text(options, OPTION_log_file) || options_text(options, OPTION_log_socket) ||
                            options_number(options, OPTION_log_fd) != 2 || options_flag(options, OPTION_time_stamp) ||
                            options_given(options, OPTION_vgdb_error) || options_given(options, OPTION_vgdb_stop_at);
  if (!is_for_tools || options_given(options, OPTION_style))
    return NULL;
  return replace_value(options, OPTION_style, "memcheck");
}

bool options_leaks_only(const struct options *options)
{
  return options_choice(options, OPTION_checks) == 1;
}

struct error *options_finish(struct options *options)
{
  if (options_flag(options, OPTION_exit_on_first_error) && options_number(options, OPTION_error_exitcode) == 0)
    return error_format("--exit-on-first-error=yes needs a status to exit with: give --error-exitcode too");
  if (options_number(options, OPTION_verbose) > 0 && !options_given(options, OPTION_show_error_list))
    RETURN_IF_ERROR(replace_value(options, OPTION_show_error_list, "yes"));
  struct error *error = finish_xml(options);
  if (!error)
    error = finish_style(options);
  if (!error)
    error = check_xtree(options);
  if (!error)
    error = finish_explain(options);
  return error ? error : check_origins(options);
}

/* --- reading --- */

const char *options_text(const struct options *options, enum option_id id)
{
  const struct option_value *value = &options->values[id];
  return value->count ? value->items[value->count - 1] : value->text;
}

bool options_flag(const struct options *options, enum option_id id)
{
  const char *text = options_text(options, id);
  return text && strcmp(text, "yes") == 0;
}

int64_t options_number(const struct options *options, enum option_id id)
{
  const char *text = options_text(options, id);
  return text ? strtoll(text, NULL, 0) : 0;
}

size_t options_choice(const struct options *options, enum option_id id)
{
  const char *text = options_text(options, id);
  int index = text ? options_word_index(entries[id].argument, '|', text, strlen(text)) : 0;
  return index < 0 ? 0 : index;
}

unsigned options_set_bits(const struct options *options, enum option_id id)
{
  const char *text = options_text(options, id);
  unsigned bits = 0;
  for (const char *word = text, *end; word && *word; word = *end ? end + 1 : end) {
    end = strchrnul(word, ',');
    int index = options_word_index(entries[id].argument, ',', word, end - word);
    bits |= index < 0 ? 0 : 1u << index;
  }
  return bits;
}

size_t options_count(const struct options *options, enum option_id id)
{
  return options->values[id].count;
}

const char *options_at(const struct options *options, enum option_id id, size_t index)
{
  return options->values[id].items[index];
}

bool options_given(const struct options *options, enum option_id id)
{
  return options->values[id].given;
}

char *options_argument(const struct options *options, enum option_id id, size_t index)
{
  const struct option_value *value = &options->values[id];
  const char *item = index < value->count ? value->items[index] : NULL;
  const char *text = entries[id].type == OPTION_LIST ? item : value->text;
  return text ? print_text("--%s=%s", entries[id].name, text) : NULL;
}

const char *options_value_among(char *const *arguments, enum option_id id)
{
  const char *name = entries[id].name, *found = NULL;
  size_t size = strlen(name);
  for (; arguments && *arguments; arguments++)
    if (strncmp(*arguments, "--", 2) == 0 && strncmp(*arguments + 2, name, size) == 0 && (*arguments)[2 + size] == '=')
      found = *arguments + 2 + size + 1;
  return found;
}

void options_arguments_release(char **list)
{
  for (size_t i = 0; list && list[i]; i++)
    free(list[i]);
  free(list);
}

void options_given_arguments(const struct options *options, char ***ret, size_t *ret_count)
{
  size_t count = 0, capacity = 1;
  for (enum option_id id = 0; id < OPTION_COUNT; id++)
    capacity += entries[id].type == OPTION_LIST ? options_count(options, id) : 1;
  char **list = memory_zeroed(capacity, sizeof *list);
  for (enum option_id id = 0; id < OPTION_COUNT; id++) {
    const size_t values = entries[id].type == OPTION_LIST ? options_count(options, id) : 1;
    for (size_t i = 0; options_given(options, id) && i < values; i++)
      list[count++] = options_argument(options, id, i);
  }
  *ret = list;
  *ret_count = count;
}
