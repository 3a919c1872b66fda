/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files and what they include. The chain of parsers, one per file being read, shows cycles; a list of all files of the
 * load keeps each from being read twice. Errors collect the chain on their way up. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/base/print.h"
#include "suppressions/parse.h"

enum { INCLUDE_DEPTH_MAX = 64 };

static struct error *load_file_into(struct load *load, const struct parser *includer, const char *path,
                                    bool *ret_missing);

/* --- includes --- */

/* Try one place. *ret_done: the file was there, readable or not. */
static struct error *include_from(struct parser *parser, const char *directory, size_t directory_bytes,
                                  const char *path, bool *ret_done)
{
  bool missing = false;
  char *joined = print_text("%.*s%s", path[0] == '/' ? 0 : (int)directory_bytes, directory, path);
  struct error *error = load_file_into(parser->load, parser, joined, &missing);
  free(joined);
  *ret_done = !missing;
  return error;
}

static struct error *include_somewhere(struct parser *parser, const char *path)
{
  const char *name = parser->source.name, *slash = strrchr(name, '/');
  const struct pointer_list *dirs = &parser->load->set->search_dirs;
  bool done;
  struct error *error = include_from(parser, name, slash ? (size_t)(slash + 1 - name) : 0, path, &done);
  for (size_t i = 0; !done && path[0] != '/' && i < dirs->count; i++) {
    error_free(error);
    error = include_from(parser, dirs->items[i], strlen(dirs->items[i]), path, &done);
  }
  if (done || dirs->count == 0 || path[0] == '/')
    return error;
  error_free(error);
  return error_format("%s is neither next to the including file nor in a search directory", path);
}

/* Names of the sets there are, separated by commas; malloc'ed. */
static char *list_sets(const char *directory)
{
  char *text;
  size_t size;
  struct dirent **items = NULL;
  int count = scandir(directory, &items, NULL, alphasort);
  FILE *output = print_begin(&text, &size);
  bool is_first = true;
  for (int i = 0; i < count; i++) {
    size_t length = strlen(items[i]->d_name), ending = strlen(".supp");
    if (length > ending && strcmp(items[i]->d_name + length - ending, ".supp") == 0) {
      fprintf(output, "%s<%.*s>", is_first ? "" : ", ", (int)(length - ending), items[i]->d_name);
      is_first = false;
    }
    free(items[i]);
  }
  free(items);
  return print_end(output, &text);
}

static struct error *no_such_set(const char *directory, const char *name)
{
  char *sets = directory ? list_sets(directory) : NULL;
  struct error *error = sets && *sets ? error_format("there is no set <%s>; there are %s", name, sets)
                                      : error_format("there is no set <%s>, nor any other in %s", name,
                                                     directory ? directory : "this process");
  free(sets);
  return error;
}

/* A set that Seep brings; `name` is a word. */
static struct error *include_set(struct parser *parser, const char *name)
{
  const char *directory = parser->load->set->sets_dir;
  bool missing = false;
  if (!directory)
    return no_such_set(NULL, name);
  char *path = print_text("%s/%s.supp", directory, name);
  struct error *error = load_file_into(parser->load, parser, path, &missing);
  free(path);
  if (!missing)
    return error;
  error_free(error);
  return no_such_set(directory, name);
}

/* "<glib>" with nothing after it; cuts the brackets off. */
static char *set_name(char *argument)
{
  static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789-";
  size_t size = argument[0] == '<' ? strspn(argument + 1, letters) : 0;
  if (size == 0 || argument[size + 1] != '>' || *parse_skip_space(argument + size + 2))
    return NULL;
  argument[size + 1] = '\0';
  return argument + 1;
}

/* `argument` is what follows the word include. */
static struct error *parse_include(struct parser *parser, char *argument, const char *line)
{
  char *set = set_name(argument);
  if (set)
    return error_context(include_set(parser, set), "%s:%u: in an include", parser->source.name, parser->source.line);
  char *end = argument[0] == '"' ? strchr(argument + 1, '"') : NULL;
  if (!end || end == argument + 1 || *parse_skip_space(end + 1))
    return parse_expected(parser, "include and a file name in double quotes, or the name of a set in <>", line);
  *end = '\0';
  return error_context(include_somewhere(parser, argument + 1), "%s:%u: in an include", parser->source.name,
                       parser->source.line);
}

/* --- files --- */

/* A line between entries. */
static struct error *parse_line(struct parser *parser, char *line)
{
  bool comment = line[0] == '#';
  char *directive = !comment ? line : line[1] == ':' ? parse_skip_space(line + 2) : NULL;
  char *argument = directive ? parse_include_argument(directive) : NULL;
  if (argument)
    return parse_include(parser, argument, line);
  if (comment)
    return NULL;
  if (strcmp(line, "{") == 0)
    return parse_entry(parser);
  return parse_expected(parser, "\"{\" or include \"FILE\"", line);
}

static struct error *parse_source_text(struct parser *parser)
{
  char *line;
  struct error *error;
  while (!(error = file_text_next_line(&parser->source, &line)) && line)
    if ((error = parse_line(parser, line)))
      return error;
  return error;
}

static bool same_file(struct file_identity a, struct file_identity b)
{
  return a.device == b.device && a.inode == b.inode;
}

/* Fails when the file is being read already or includes nest too deeply. */
static struct error *check_chain(const struct parser *includer, struct file_identity identity, const char *path)
{
  unsigned depth = 0;
  for (const struct parser *parser = includer; parser; parser = parser->includer) {
    if (same_file(parser->identity, identity))
      return error_format("%s includes itself", path);
    if (++depth == INCLUDE_DEPTH_MAX)
      return error_format("%s: includes nest more than %d deep", path, INCLUDE_DEPTH_MAX);
  }
  return NULL;
}

/* False when this load has read the file already. */
static bool note_file_read(struct load *load, struct file_identity identity)
{
  for (size_t i = 0; i < load->file_count; i++)
    if (same_file(load->files[i], identity))
      return false;
  load->files = memory_resize(load->files, load->file_count + 1, sizeof *load->files);
  load->files[load->file_count++] = identity;
  return true;
}

static struct error *load_file_into(struct load *load, const struct parser *includer, const char *path,
                                    bool *ret_missing)
{
  struct parser parser = {.load = load, .includer = includer};
  struct error *error = file_text_open(path, &parser.source, &parser.identity, ret_missing);
  if (error)
    return error_context(error, "%s", path);
  error = check_chain(includer, parser.identity, path);
  if (!error && note_file_read(load, parser.identity)) {
    parser.source.name = set_keep_file_name(load->set, path);
    error = parse_source_text(&parser);
  }
  file_text_deinit(&parser.source);
  return error;
}

struct error *load_file(struct suppressions *set, const char *path)
{
  struct load load = {.set = set};
  bool missing;
  struct error *error = load_file_into(&load, NULL, path, &missing);
  free(load.files);
  return error;
}

struct error *load_text(struct suppressions *set, const char *name, const char *text, size_t size)
{
  struct load load = {.set = set};
  struct parser parser = {.load = &load};
  file_text_copy(text, size, &parser.source);
  parser.source.name = set_keep_file_name(set, name);
  struct error *error = parse_source_text(&parser);
  file_text_deinit(&parser.source);
  free(load.files);
  return error;
}
