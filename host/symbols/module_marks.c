/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Marks tell the lines of a function apart across edits. A mark is the hash of the first of these that is known:
 *
 *   - the text of the statement, and how many equal ones come before it in the function: other lines may be inserted
 *   - how many lines below the function's declaration it stands: lines may be inserted above the function
 *   - the offset of its code in the symbol
 *
 * Where the function's declaration does not help, as for code from an included fragment, equal lines are counted from
 * the beginning of the file, whose name is then part of the mark. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/fnv.h"
#include "host/base/memory.h"
#include "host/base/print.h"
#include "host/symbols/module_reader_private.h"

static const char *last_component(const char *path)
{
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* The file of a declaration; NULL: not known. */
static const char *declaration_file(struct module_reader *reader, const struct dwarf_declaration *declaration)
{
  return module_reader_declared_at(reader, declaration).file;
}

/* Where the lines of a function are counted from. */
struct origin {
  unsigned line;     /* in the file of its source; 0: not known */
  bool is_elsewhere; /* the function is declared in another file: this is an included fragment */
};

static struct origin origin_of(struct module_reader *reader, const struct dwarf_declaration *declaration,
                               const struct dwarf_source *source)
{
  const char *file = declaration->line ? declaration_file(reader, declaration) : NULL;
  if (file && source->file && strcmp(last_component(file), last_component(source->file)) != 0)
    return (struct origin){.is_elsewhere = true};
  return (struct origin){.line = declaration->line > source->line ? 0 : (unsigned)declaration->line};
}

/* malloc'ed; NULL: not known. */
static char *source_path(const struct dwarf_source *source)
{
  char *path = NULL;
  if (!source->file)
    return NULL;
  if (source->file[0] == '/' || !source->directory)
    return memory_text(source->file);
  path = print_text("%s/%s", source->directory, source->file);
  return path;
}

static uint64_t text_mark(const struct source_text *text)
{
  uint64_t hash = fnv_number(FNV_EMPTY, FRAME_MARK_TEXT, 1);
  hash = fnv_number(hash, text->hash, 8);
  return fnv_number(hash, text->before, 4);
}

static void add_statement_mark(void *set, const struct source_text *text)
{
  mark_set_add(set, text_mark(text));
}

/* By the source; false when that cannot be read. */
static bool mark_text(struct module_reader *reader, const struct dwarf_source *source, const struct origin *origin,
                      struct line_mark *ret)
{
  struct source_text text;
  char *path = source->line && reader->sources ? source_path(source) : NULL;
  bool found = path && source_lines_find(reader->sources, path, origin->line, source->line, &text);
  if (found)
    *ret = (struct line_mark){.mark = text_mark(&text), .kind = FRAME_MARK_TEXT,
                              .around.neighbours = {text.neighbours[0], text.neighbours[1]}};
  if (found && origin->line)
    source_lines_each_statement(reader->sources, path, origin->line, add_statement_mark, &ret->around.statements);
  const char *name = last_component(source->file ? source->file : "");
  if (found && origin->is_elsewhere)
    ret->mark = fnv_bytes(ret->mark, name, strlen(name));
  free(path);
  return found;
}

static struct line_mark number_mark(enum frame_mark kind, uint64_t number)
{
  return (struct line_mark){.mark = fnv_number(fnv_number(FNV_EMPTY, kind, 1), number, 8), .kind = kind};
}

struct line_mark module_reader_line_mark(struct module_reader *reader, const struct dwarf_declaration *declaration,
                                         const struct dwarf_source *source, const uint64_t *offset)
{
  struct line_mark mark = {0};
  const struct origin origin = origin_of(reader, declaration, source);
  if (!mark_text(reader, source, &origin, &mark) && origin.line)
    mark = number_mark(FRAME_MARK_LINE, source->line - origin.line);
  else if (mark.kind == FRAME_MARK_NONE && offset)
    mark = number_mark(FRAME_MARK_OFFSET, *offset);
  mark.line_in_function = origin.line ? source->line - origin.line : 0;
  return mark;
}
