/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Callgrind's format. Each stack is written by itself, outermost function first: a call from each function to the next
 * with all that the stack has, which the innermost has as its own. So a function that calls itself has it once for each
 * call, and the sum over all is not the total, which is therefore written.
 *
 * The functions are those of the symbol table, at the line of the innermost inlined call. */
#include <stdlib.h>
#include <string.h>

#include "host/base/text_table.h"
#include "host/heap/exports/xtree_formats.h"
#include "host/model/frames/frame_names.h"

/* What a name is to Callgrind; its number when names are compressed. */
struct named {
  const char *text;
  uint32_t number;
  bool is_new;
};

struct place {
  struct named file, function;
  unsigned line;
};

struct writing {
  const struct process *process;
  const struct xtree *xtree;
  FILE *output;
  struct text_table *files, *functions;
  bool compresses;
};

/* --- names --- */

static struct error *find_name(struct text_table *table, const char *text, struct named *ret)
{
  if (!text_table_add(table, text, &ret->number, &ret->is_new))
    return error_no_memory();
  ret->text = text_table_at(table, ret->number);
  return NULL;
}

/* The path of a frame's file, "/src/cache.c"; malloc'ed. */
static char *source_path(const struct frame *frame)
{
  char *path;
  if (!frame->file)
    return strdup("UnknownFile???");
  if (!frame->directory || *frame->file == '/')
    return strdup(frame->file);
  return asprintf(&path, "%s/%s", frame->directory, frame->file) < 0 ? NULL : path;
}

static struct error *find_path(struct writing *writing, const struct frame *frame, struct named *ret)
{
  char *path = source_path(frame);
  struct error *error = path ? find_name(writing->files, path, ret) : error_no_memory();
  free(path);
  return error;
}

static struct error *find_place(struct writing *writing, const struct code *code, struct place *ret)
{
  const struct frame *inner = &code->frames[0];
  const char *function = frame_names_function(&writing->process->settings, code, code->frame_count - 1);
  ret->line = inner->file ? inner->line : 0;
  struct error *error = find_path(writing, inner, &ret->file);
  if (error)
    return error;
  return find_name(writing->functions, strcmp(function, "???") == 0 ? "UnknownFn???" : function, &ret->function);
}

/* --- lines --- */

static void put_name(const struct writing *writing, const char *key, const struct named *name)
{
  fprintf(writing->output, "%s=", key);
  if (writing->compresses)
    fprintf(writing->output, "(%u)%s", name->number + 1, name->is_new ? " " : "");
  if (name->is_new || !writing->compresses)
    xtree_put_text(name->text, writing->output);
  putc('\n', writing->output);
}

static void put_values(const struct writing *writing, const uint64_t *values)
{
  for (size_t i = 0; i < writing->xtree->event_count; i++)
    fprintf(writing->output, " %llu", (unsigned long long)values[i]);
  putc('\n', writing->output);
}

static void put_call(const struct writing *writing, const struct place *callee, unsigned line, const uint64_t *values)
{
  put_name(writing, "cfi", &callee->file);
  put_name(writing, "cfn", &callee->function);
  fprintf(writing->output, "calls=0 %u\n%u", callee->line, line);
  put_values(writing, values);
}

static struct error *put_item(struct writing *writing, const struct xtree_item *item)
{
  struct place place;
  struct error *error = find_place(writing, item->stack->codes[item->end - 1], &place);
  for (size_t i = item->end; !error && i-- > item->first;) {
    const unsigned line = place.line;
    put_name(writing, "fl", &place.file);
    put_name(writing, "fn", &place.function);
    fprintf(writing->output, "%u", line);
    if (i == item->first) {
      put_values(writing, item->values);
      break;
    }
    putc('\n', writing->output);
    if ((error = find_place(writing, item->stack->codes[i - 1], &place)))
      break;
    put_call(writing, &place, line, item->values);
    place.file.is_new = place.function.is_new = false;
  }
  putc('\n', writing->output);
  return error;
}

/* --- the whole --- */

static void put_head(const struct writing *writing)
{
  const struct xtree *xtree = writing->xtree;
  fprintf(writing->output, "# callgrind format\nversion: 1\ncreator: xtree-1\npid: %llu\n",
          (unsigned long long)writing->process->pid);
  xtree_put_command(writing->process, writing->output);
  fputs("\npositions: line\n", writing->output);
  for (size_t i = 0; i < xtree->event_count; i++)
    fprintf(writing->output, "event: %s : %s\n", xtree->events[i].name, xtree->events[i].words);
  fputs("events:", writing->output);
  for (size_t i = 0; i < xtree->event_count; i++)
    fprintf(writing->output, " %s ", xtree->events[i].name);
  putc('\n', writing->output);
}

static void put_totals(const struct writing *writing)
{
  uint64_t totals[XTREE_EVENTS_MAX] = {0};
  for (size_t i = 0; i < writing->xtree->count; i++)
    for (size_t j = 0; j < writing->xtree->event_count; j++)
      add_saturated(&totals[j], writing->xtree->items[i].values[j]);
  fputs("totals:", writing->output);
  put_values(writing, totals);
}

static struct error *put_all(struct writing *writing)
{
  struct error *error = NULL;
  if (!writing->files || !writing->functions)
    return error_no_memory();
  put_head(writing);
  for (size_t i = 0; i < writing->xtree->count && !error; i++)
    error = put_item(writing, &writing->xtree->items[i]);
  put_totals(writing);
  return error;
}

struct error *xtree_put_callgrind(const struct process *process, const struct xtree *xtree, FILE *output)
{
  struct writing writing = {
    .process = process, .xtree = xtree, .output = output,
    .files = text_table_create(), .functions = text_table_create(),
    .compresses = options_flag(process->settings.options, OPTION_xtree_compress_strings),
  };
  struct error *error = put_all(&writing);
  text_table_destroy(writing.files);
  text_table_destroy(writing.functions);
  return error;
}
