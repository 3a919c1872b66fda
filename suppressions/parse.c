/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An entry is read line by line, with one function for each kind of line; parse.h has the grammar. A function that
 * finds something else says what it expected. */
#include "suppressions/parse.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/base/print.h"

/* --- messages --- */

/* A line as messages show it, or words for the end of the file (NULL). */
static const char *quoted_line(struct parser *parser, const char *line)
{
  if (!line)
    return "the end of the file";
  char *output = parser->found;
  *output++ = '"';
  for (size_t i = 0; line[i] && i < PARSE_QUOTED_MAX_BYTES; i++) {
    unsigned char byte = (unsigned char)line[i];
    if (byte >= ' ' && byte != 0x7f)
      *output++ = (char)byte;
    else
      output += sprintf(output, "\\x%02x", byte);
  }
  strcpy(output, strlen(line) > PARSE_QUOTED_MAX_BYTES ? "...\"" : "\"");
  return parser->found;
}

struct error *parse_expected(struct parser *parser, const char *what, const char *line)
{
  return error_format("%s:%u: expected %s, found %s", parser->source.name, parser->source.line, what,
                      quoted_line(parser, line));
}

static struct error *unfinished_entry(struct parser *parser, const char *what)
{
  return error_format("%s:%u: expected %s, found the end of the file; the entry began in line %u", parser->source.name,
                      parser->source.line, what, parser->entry_line);
}

/* --- lines --- */

static bool begins_with(const char *line, const char *word)
{
  return strncmp(line, word, strlen(word)) == 0;
}

char *parse_skip_space(char *text)
{
  return text + strspn(text, " \t\v\f\r");
}

char *parse_include_argument(char *text)
{
  if (!begins_with(text, "include"))
    return NULL;
  text += strlen("include");
  return *text && strchr(" \t\"<", *text) ? parse_skip_space(text) : NULL;
}

static void add_remark(struct entry *entry, const char *text)
{
  char *joined = print_text("%s%s%s", entry->remarks ? entry->remarks : "", entry->remarks ? "\n" : "", text);
  free(entry->remarks);
  entry->remarks = joined;
}

/* A "#:" line inside an entry. */
static struct error *parse_remark(struct parser *parser, struct entry *entry, char *line)
{
  char *text = parse_skip_space(line + 2);
  bool taken;
  const char *expected = NULL;
  if (parse_include_argument(text))
    return parse_expected(parser, "no include inside an entry; move it before the entry", line);
  extensions_take(&entry->extensions, text, &taken, &expected);
  if (expected)
    return parse_expected(parser, expected, line);
  add_remark(entry, text);
  return NULL;
}

/* The next line of an entry that is no comment; remarks go into `entry` unless that is NULL. */
static struct error *next_line(struct parser *parser, struct entry *entry, char **ret)
{
  for (;;) {
    struct error *error = file_text_next_line(&parser->source, ret);
    if (error || !*ret || **ret != '#')
      return error;
    if (!entry || !begins_with(*ret, "#:"))
      continue;
    if ((error = parse_remark(parser, entry, *ret)))
      return error;
  }
}

/* --- tool and kind --- */

static bool lists_tool(const char *tools, const char *name)
{
  size_t size = strlen(name);
  for (;;) {
    size_t length = strcspn(tools, ",");
    if (length == size && memcmp(tools, name, size) == 0)
      return true;
    if (!tools[length])
      return false;
    tools += length + 1;
  }
}

static const struct kind *kind_for(const char *tools, const char *name)
{
  const struct kind *kind = kind_find(name);
  if (!kind)
    return NULL;
  bool core = lists_tool(tools, "core") || lists_tool(tools, "CoreError");
  bool memcheck = lists_tool(tools, "Memcheck"), seep = lists_tool(tools, "Seep");
  const bool fits[] = {[KIND_CORE] = core, [KIND_TOOL] = memcheck || seep, [KIND_SEEP] = seep && !memcheck};
  return fits[kind->owner] ? kind : NULL;
}

static bool is_for_seep(const char *tools)
{
  return lists_tool(tools, "Memcheck") || lists_tool(tools, "Seep") || lists_tool(tools, "core") ||
         lists_tool(tools, "CoreError");
}

/* *ret_skip: the entry is for other tools. */
static struct error *parse_kind(struct parser *parser, struct entry *entry, bool *ret_skip)
{
  char *line;
  RETURN_IF_ERROR(next_line(parser, entry, &line));
  if (!line)
    return unfinished_entry(parser, "\"Tool:Kind\"");
  char *colon = strchr(line, ':');
  if (!colon)
    return parse_expected(parser, "\"Tool:Kind\" such as \"Memcheck:Leak\"", line);
  *colon = '\0';
  *ret_skip = !is_for_seep(line);
  if (*ret_skip)
    return NULL;
  entry->kind = kind_for(line, colon + 1);
  if (entry->kind)
    return NULL;
  *colon = ':';
  return parse_expected(
    parser,
    "a kind of Memcheck (Leak, Cond, Value1..32, Addr1..32, Param, Free, Jump, Overlap, User, CoreMem, "
    "Mempool, FishyValue, ReallocZero, BadAlign, UnsafeZeroSize, SizeMismatch, AlignMismatch), of the "
    "core (CoreError:FdBadClose, FdNotClosed, FdBadUse) or of Seep alone (Seep:Growth, FoundLater)",
    line);
}

static struct error *skip_entry(struct parser *parser)
{
  char *line;
  struct error *error;
  while (!(error = next_line(parser, NULL, &line)) && line)
    if (strcmp(line, "}") == 0)
      return NULL;
  return error ? error : unfinished_entry(parser, "\"}\"");
}

/* --- extra lines --- */

static bool is_location(const char *line)
{
  return begins_with(line, "fun:") || begins_with(line, "obj:") || begins_with(line, "src:") ||
         strcmp(line, "...") == 0;
}

/* Words separated by commas; `all` and `none` stand alone. */
static bool parse_leak_kinds(char *text, unsigned *ret)
{
  unsigned kinds = 0, words = 0, special = 0;
  char *rest;
  for (char *word = strtok_r(text, ",", &rest); word; word = strtok_r(NULL, ",", &rest)) {
    unsigned bit = leak_kind_bit(word);
    bool is_all = strcmp(word, "all") == 0;
    if (!bit && !is_all && strcmp(word, "none") != 0)
      return false;
    kinds |= is_all ? LEAK_KINDS_ALL : bit;
    special += bit == 0;
    words++;
  }
  *ret = kinds;
  return words > 0 && (special == 0 || words == 1);
}

static struct error *parse_match_leak_kinds(struct parser *parser, struct entry *entry, char *line)
{
  static const char what[] = "\"match-leak-kinds:\" with definite, indirect, possible, reachable (separated by "
                             "commas without spaces), all or none";
  char *copy = memory_text(line);
  bool fits = parse_leak_kinds(parse_skip_space(line + strlen("match-leak-kinds:")), &entry->leak_kinds);
  struct error *error = fits ? NULL : parse_expected(parser, what, copy);
  free(copy);
  return error;
}

/* Takes the extra line of the entry's kind, if `line` is one. */
static struct error *parse_extra(struct parser *parser, struct entry *entry, char *line, bool *ret_taken)
{
  bool open = line && strcmp(line, "}") != 0 && !is_location(line); /* it is neither a location nor the end */
  const enum kind_extra extra = entry->kind->extra;
  *ret_taken = extra != KIND_EXTRA_NONE && open && (extra != KIND_EXTRA_LEAK || begins_with(line, "match-leak-kinds:"));
  if (extra == KIND_EXTRA_PARAM && !open)
    return parse_expected(parser, "the system call's parameter, such as \"write(buf)\"", line);
  if (!*ret_taken)
    return NULL;
  if (extra == KIND_EXTRA_LEAK)
    return parse_match_leak_kinds(parser, entry, line);
  char *parenthesis = strchr(line, '('), *end = parenthesis ? strchr(parenthesis, ')') : NULL;
  if (extra == KIND_EXTRA_FISHY && !end)
    return parse_expected(parser, "a function and its argument, such as \"malloc(size)\"", line);
  entry->extra = extra == KIND_EXTRA_FISHY ? memory_text_begin(line, (size_t)(end + 1 - line)) : memory_text(line);
  return NULL;
}

/* --- locations --- */

/* "FILE:LINE"; cuts the line number off. */
static struct error *parse_source(struct parser *parser, struct location *location, char *line)
{
  char *colon = strchr(line + strlen("src:"), ':');
  if (!colon)
    return NULL;
  char *end;
  unsigned long number = strtoul(colon + 1, &end, 10);
  if (end == colon + 1 || *end || number > UINT_MAX)
    return parse_expected(parser, "\"src:FILE\" or \"src:FILE:LINE\"", line);
  location->line = (unsigned)number;
  *colon = '\0';
  return NULL;
}

static struct error *parse_location(struct parser *parser, struct entry *entry, char *line)
{
  static const struct {
    const char *prefix;
    enum location_type type;
  } types[] = {{"fun:", LOCATION_FUNCTION}, {"obj:", LOCATION_OBJECT}, {"src:", LOCATION_SOURCE}};
  if (entry->location_count == SUPPRESSIONS_CALLERS_MAX)
    return parse_expected(parser, "\"}\" after 500 callers", line);
  if (!is_location(line))
    return parse_expected(parser, "\"fun:\", \"obj:\", \"src:\", \"...\" or \"}\"", line);
  struct location location = {.type = LOCATION_ANY};
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (begins_with(line, types[i].prefix))
      location.type = types[i].type;
  RETURN_IF_ERROR(location.type == LOCATION_SOURCE ? parse_source(parser, &location, line) : NULL);
  location.text = location.type != LOCATION_ANY ? memory_text(line + 4) : NULL;
  entry->locations = memory_resize(entry->locations, entry->location_count + 1, sizeof *entry->locations);
  entry->locations[entry->location_count++] = location;
  return NULL;
}

static struct error *parse_locations(struct parser *parser, struct entry *entry, char *line)
{
  struct error *error = NULL;
  while (!error && line && strcmp(line, "}") != 0) {
    error = parse_location(parser, entry, line);
    if (!error)
      error = next_line(parser, entry, &line);
  }
  if (error)
    return error;
  if (!line)
    return unfinished_entry(parser, "\"fun:\", \"obj:\", \"src:\", \"...\" or \"}\"");
  for (size_t i = 0; i < entry->location_count; i++)
    if (entry->locations[i].type != LOCATION_ANY)
      return NULL;
  return parse_expected(parser, "at least one location that is not \"...\"", line);
}

/* --- entries --- */

static struct error *parse_name(struct parser *parser, struct entry *entry)
{
  char *line;
  RETURN_IF_ERROR(next_line(parser, entry, &line));
  if (!line)
    return unfinished_entry(parser, "the entry's name");
  if (strcmp(line, "}") == 0)
    return parse_expected(parser, "the entry's name", line);
  entry->shown.name_line = parser->source.line;
  entry->name = memory_text(line);
  return NULL;
}

/* Everything after the opening brace. */
static struct error *parse_body(struct parser *parser, struct entry *entry, bool *ret_skip)
{
  char *line = NULL;
  bool taken = false;
  struct error *error = parse_name(parser, entry);
  if (!error)
    error = parse_kind(parser, entry, ret_skip);
  if (error || *ret_skip)
    return error ? error : skip_entry(parser);
  if (!(error = next_line(parser, entry, &line)))
    error = parse_extra(parser, entry, line, &taken);
  if (!error && taken)
    error = next_line(parser, entry, &line);
  return error ? error : parse_locations(parser, entry, line);
}

struct error *parse_entry(struct parser *parser)
{
  bool skip = false;
  struct entry *entry = entry_create();
  parser->entry_line = parser->source.line;
  struct error *error = parse_body(parser, entry, &skip);
  entry->shown.name = entry->name;
  entry->shown.remarks = entry->remarks;
  entry->shown.file = parser->source.name;
  entry->shown.line = parser->entry_line;
  entry->shown.end_line = parser->source.line;
  if (!error && !skip)
    pointer_list_add(&parser->load->set->entries, entry);
  else
    entry_destroy(entry);
  return error;
}
