/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Thousands of processes come to the same instructions, and symbols answer with the same array for each: that array is
 * the key, with what else makes frames differ. */
#include "host/model/frames/frame_table.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/hash_table.h"
#include "host/base/memory.h"
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

HASHED(code, struct made_code,
       htab_hash_pointer(x->told) ^ htab_hash_pointer(x->object) ^ (hashval_t)(x->offset * 0x9e3779b1u),
       SAME(told) && SAME(object) && SAME(maker) && SAME(offset) && SAME(is_below_main) && SAME(is_merged))

void frame_table_create(const struct options *options, struct frame_table **ret)
{
  struct frame_table *table = memory_zeroed(1, sizeof *table);
  place_rules_create(options, &table->rules);
  table->codes = HASH_TABLE(code, 1024, NULL);
  table->texts = text_pool_create();
  *ret = table;
}

void frame_table_destroy(struct frame_table *table)
{
  if (!table)
    return;
  place_rules_destroy(table->rules);
  text_pool_destroy(table->texts);
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
  ret->column = told[0].column;
  ret->mark = told[0].mark;
  ret->mark_kind = told[0].mark_kind;
  ret->line_in_function = told[0].line_in_function;
  ret->around = told[0].around;
}

/* `frames` are those of the code. */
static void complete_frames(struct frame_table *table, const struct settings *settings, const struct code *code,
                            struct frame *frames)
{
  for (size_t i = 0; i < code->frame_count; i++) {
    struct frame *frame = &frames[i];
    frame->object = code->mapping ? code->mapping->file.path : NULL;
    frame->name = text_pool_take(table->texts, frame_names_normalised(settings, code, i));
    frame->signature = text_pool_take(table->texts, frame_names_signature(settings, code, i));
    frame->object = text_pool_keep(table->texts, frame->object);
    place_describe_frame(table->rules, code, frame);
  }
}

static void make_code(struct frame_table *table, const struct settings *settings, const struct code *code,
                      const struct made_code *key, struct made_code **ret)
{
  const size_t count = key->is_merged ? 1 : code->told_count;
  struct made_code *made = text_pool_allocate(table->texts, sizeof *made + count * sizeof made->frames[0]);
  *made = *key;
  made->count = count;
  if (key->is_merged)
    merge_frames(code->told, code->told_count, made->frames);
  else
    memcpy(made->frames, code->told, count * sizeof made->frames[0]);
  const struct code seen = {.ip = code->ip, .mapping = code->mapping, .frames = made->frames, .frame_count = count};
  *ret = made;
  complete_frames(table, settings, &seen, made->frames);
}

static struct made_code key_of(struct frame_table *table, const struct settings *settings, const struct code *code)
{
  const struct mapping *mapping = code->mapping;
  return (struct made_code){
    .told = code->told,
    .object = mapping ? text_pool_keep(table->texts, mapping->file.path) : NULL,
    .maker = mapping ? text_pool_keep(table->texts, mapping->maker) : NULL,
    .offset = mapping ? code_offset(code) : 0,
    .is_below_main = frame_names_is_below_main(settings, &code->told[code->told_count - 1]),
    .is_merged = !settings->read_inline_info,
  };
}

static void complete_alone(struct frame_table *table, const struct settings *settings, struct code *code)
{
  code->frames = &code->alone;
  code->frame_count = 1;
  code->is_merged = true;
  complete_frames(table, settings, code, &code->alone);
}

void frame_table_complete(struct frame_table *table, const struct settings *settings, struct code *code)
{
  if (code->told == &code->alone) {
    complete_alone(table, settings, code);
    return;
  }
  struct made_code key = key_of(table, settings, code), *made;
  void **slot = htab_find_slot(table->codes, &key, INSERT);
  if (!*slot) {
    make_code(table, settings, code, &key, &made);
    *slot = made;
  }
  made = *slot;
  code->frames = made->frames;
  code->frame_count = made->count;
  code->is_merged = made->is_merged;
}
