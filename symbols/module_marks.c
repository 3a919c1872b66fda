/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Marks that tell the lines of a function apart. One is the hash of the first of these that is known:
 *
 *   - the text of the statement in the source, and how many lines like it come before in the function. Lines that are
 *     put in above or beside it change nothing.
 *   - how many lines it stands below the declaration of the function. What is put in above the function changes
 *     nothing.
 *   - how many bytes of code stand before it in the symbol.
 *
 * Where the function's own declaration does not help, as for code from an included fragment, lines like it are counted
 * from the beginning of the file, and the file's name is part of the mark. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fnv.h"
#include "symbols/module_reader_private.h"

static const char *last_component(const char *path)
{
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* The file of a declaration; NULL: not known. Numbers of files are those of the unit that the declaration is in, which
 * is another one after optimisation at link time. */
static const char *declaration_file(struct module_reader *reader, const struct dwarf_declaration *declaration)
{
  struct dwarf_source source = {0};
  struct dwarf_unit *unit = declaration->holder.file == reader->dwarf && reader->index
                              ? dwarf_index_unit_of(reader->index, declaration->holder.offset) : NULL;
  const struct dwarf_lines *lines = unit ? module_reader_lines(reader, unit) : NULL;
  if (lines)
    dwarf_lines_file(lines, declaration->file, &source);
  return source.file;
}

/* The line from which those of a function are counted, in the file of `source`; 0: not known. */
static unsigned first_line(struct module_reader *reader, const struct dwarf_declaration *declaration,
                           const struct dwarf_source *source)
{
  if (!declaration->line || declaration->line > source->line)
    return 0;
  const char *file = declaration->holder.file ? declaration_file(reader, declaration) : NULL;
  if (file && source->file && strcmp(last_component(file), last_component(source->file)) != 0)
    return 0;
  return (unsigned)declaration->line;
}

static bool read_source(struct module_reader *reader, const struct dwarf_source *source, unsigned first,
                        struct source_text *ret)
{
  char *path = NULL;
  if (!source->file || !reader->sources)
    return false;
  if (source->file[0] == '/' || !source->directory)
    return sources_find(reader->sources, source->file, first, source->line, ret);
  if (asprintf(&path, "%s/%s", source->directory, source->file) < 0)
    return false;
  bool found = sources_find(reader->sources, path, first, source->line, ret);
  free(path);
  return found;
}

static struct line_mark text_mark(const struct dwarf_source *source, unsigned first, const struct source_text *text)
{
  uint64_t hash = fnv_number(FNV_EMPTY, SYMBOLS_MARK_TEXT, 1);
  hash = fnv_number(hash, text->hash, 8);
  hash = fnv_number(hash, text->before, 4);
  if (!first)
    hash = fnv_bytes(hash, last_component(source->file), strlen(last_component(source->file)));
  return (struct line_mark){.mark = hash, .kind = SYMBOLS_MARK_TEXT};
}

static struct line_mark number_mark(enum symbols_mark kind, uint64_t number)
{
  return (struct line_mark){.mark = fnv_number(fnv_number(FNV_EMPTY, kind, 1), number, 8), .kind = kind};
}

struct line_mark module_reader_mark(struct module_reader *reader, const struct dwarf_declaration *declaration,
                                    const struct dwarf_source *source, const uint64_t *offset)
{
  struct line_mark mark = {0};
  struct source_text text;
  unsigned first = first_line(reader, declaration, source);
  if (source->line && read_source(reader, source, first, &text))
    mark = text_mark(source, first, &text);
  else if (first)
    mark = number_mark(SYMBOLS_MARK_LINE, source->line - first);
  else if (offset)
    mark = number_mark(SYMBOLS_MARK_OFFSET, *offset);
  mark.line_in_function = first ? source->line - first : 0;
  return mark;
}
