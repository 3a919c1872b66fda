/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Thousands of processes come to the same instructions, and symbols answer with the same array for each: that array is
 * the key, with what else makes frames differ. */
#include "host/model/frames/frame_table.h"

#include <libiberty/hashtab.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/text_pool.h"
#include "host/model/frames/frame_names.h"
#include "host/model/frames/place.h"

/* What an instruction has become. */
struct made_code {
  const struct frame *told; /* the key, with the next five; both texts are kept ones */
  const char *object, *maker;
  uint64_t offset;                 /* in the file */
  bool is_below_main, is_merged;   /* shown as such; without inlined calls */
  size_t count;
  struct frame frames[];
};

struct frame_table {
  struct place_rules *rules;
  struct text_pool *texts;
  htab_t codes;
};

static hashval_t hash_code(const void *item)
{
  const struct made_code *code = item;
  return htab_hash_pointer(code->told) ^ htab_hash_pointer(code->object) ^ (hashval_t)(code->offset * 0x9e3779b1u);
}

static int equal_codes(const void *a, const void *b)
{
  const struct made_code *x = a, *y = b;
  return x->told == y->told && x->object == y->object && x->maker == y->maker && x->offset == y->offset &&
         x->is_below_main == y->is_below_main && x->is_merged == y->is_merged;
}

struct error *frame_table_create(const struct options *options, struct frame_table **ret)
{
  struct frame_table *table = calloc(1, sizeof *table);
  if (!table)
    return error_no_memory();
  table->codes = htab_create_alloc(1024, hash_code, equal_codes, NULL, calloc, free);
  struct error *error = table->codes ? text_pool_create(&table->texts) : error_no_memory();
  if (error || (error = place_rules_create(options, &table->rules))) {
    frame_table_destroy(table);
    return error;
  }
  *ret = table;
  return NULL;
}

void frame_table_destroy(struct frame_table *table)
{
  if (!table)
    return;
  place_rules_destroy(table->rules);
  text_pool_destroy(table->texts);
  if (table->codes)
    htab_delete(table->codes);
  free(table);
}

/* The line in the innermost of the calls that were inlined, in the function that was not. */
static void merge_frames(const struct frame *told, size_t count, struct frame *ret)
{
  *ret = told[count - 1];
  ret->directory = told[0].directory;
  ret->file = told[0].file;
  ret->line = told[0].line;
  ret->mark = told[0].mark;
  ret->mark_kind = told[0].mark_kind;
  ret->line_in_function = told[0].line_in_function;
  ret->around = told[0].around;
}

/* `frames` are those of the code. */
static struct error *complete_frames(struct frame_table *table, const struct settings *settings,
                                     const struct code *code, struct frame *frames)
{
  struct error *error = NULL;
  for (size_t i = 0; i < code->frame_count && !error; i++) {
    struct frame *frame = &frames[i];
    frame->object = code->mapping ? code->mapping->file.path : NULL;
    if ((error = text_pool_take(table->texts, frame_names_normalised(settings, code, i), &frame->name)) ||
        (error = text_pool_take(table->texts, frame_names_signature(settings, code, i), &frame->signature)) ||
        (error = text_pool_keep(table->texts, frame->object, &frame->object)))
      return error;
    error = place_describe_frame(table->rules, code, frame);
  }
  return error;
}

static struct error *make_code(struct frame_table *table, const struct settings *settings, const struct code *code,
                               const struct made_code *key, struct made_code **ret)
{
  const size_t count = key->is_merged ? 1 : code->told_count;
  struct made_code *made = text_pool_allocate(table->texts, sizeof *made + count * sizeof made->frames[0]);
  if (!made)
    return error_no_memory();
  *made = *key;
  made->count = count;
  if (key->is_merged)
    merge_frames(code->told, code->told_count, made->frames);
  else
    memcpy(made->frames, code->told, count * sizeof made->frames[0]);
  const struct code seen = {.ip = code->ip, .mapping = code->mapping, .frames = made->frames, .frame_count = count};
  *ret = made;
  return complete_frames(table, settings, &seen, made->frames);
}

static struct error *make_key(struct frame_table *table, const struct settings *settings, const struct code *code,
                              struct made_code *ret)
{
  const struct mapping *mapping = code->mapping;
  *ret = (struct made_code){
    .told = code->told, .is_below_main = frame_names_is_below_main(settings, &code->told[code->told_count - 1]),
    .is_merged = !settings->read_inline_info};
  if (!mapping)
    return NULL;
  ret->offset = code_offset(code);
  struct error *error = text_pool_keep(table->texts, mapping->file.path, &ret->object);
  return error ? error : text_pool_keep(table->texts, mapping->maker, &ret->maker);
}

static struct error *complete_alone(struct frame_table *table, const struct settings *settings, struct code *code)
{
  code->frames = &code->alone;
  code->frame_count = 1;
  code->is_merged = true;
  return complete_frames(table, settings, code, &code->alone);
}

struct error *frame_table_complete(struct frame_table *table, const struct settings *settings, struct code *code)
{
  struct made_code key, *made;
  if (code->told == &code->alone)
    return complete_alone(table, settings, code);
  struct error *error = make_key(table, settings, code, &key);
  void **slot = error ? NULL : htab_find_slot(table->codes, &key, INSERT);
  if (!slot)
    return error ? error : error_no_memory();
  if (!*slot) {
    if ((error = make_code(table, settings, code, &key, &made))) {
      htab_clear_slot(table->codes, slot);
      return error;
    }
    *slot = made;
  }
  made = *slot;
  code->frames = made->frames;
  code->frame_count = made->count;
  code->is_merged = made->is_merged;
  return NULL;
}
