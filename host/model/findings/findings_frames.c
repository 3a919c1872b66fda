/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Thousands of processes come to the same instructions, for which a frame table has the same array; so its texts are
 * kept once per array, and a stack is put together from what is there. */
#include "host/model/findings/findings_frames.h"

#include <libiberty/hashtab.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/text_pool.h"
#include "host/model/frames/frame_names.h"

/* What an instruction has become. */
struct named_code {
  const struct frame *made; /* the key: they are a frame table's */
  size_t count;
  struct frame named[];
};

struct findings_frames {
  const struct place_rules *rules;
  bool has_own;
  struct text_pool *texts;
  htab_t codes;
};

static hashval_t hash_code(const void *item)
{
  return htab_hash_pointer(((const struct named_code *)item)->made);
}

static int equal_codes(const void *a, const void *b)
{
  return ((const struct named_code *)a)->made == ((const struct named_code *)b)->made;
}

struct error *findings_frames_create(const struct place_rules *rules, struct findings_frames **ret)
{
  struct findings_frames *frames = calloc(1, sizeof *frames);
  if (!frames)
    return error_no_memory();
  frames->rules = rules;
  frames->codes = htab_create_alloc(1024, hash_code, equal_codes, NULL, calloc, free);
  struct error *error = frames->codes ? text_pool_create(&frames->texts) : error_no_memory();
  if (error) {
    findings_frames_destroy(frames);
    return error;
  }
  *ret = frames;
  return NULL;
}

void findings_frames_destroy(struct findings_frames *frames)
{
  if (!frames)
    return;
  if (frames->codes)
    htab_delete(frames->codes);
  text_pool_destroy(frames->texts);
  free(frames);
}

void *findings_frames_allocate(struct findings_frames *frames, size_t bytes)
{
  return text_pool_allocate(frames->texts, bytes);
}

struct error *findings_frames_intern(struct findings_frames *frames, const char *text, const char **ret)
{
  return text_pool_keep(frames->texts, text, ret);
}

void findings_frames_forget(struct findings_frames *frames)
{
  htab_empty(frames->codes);
}

void findings_frames_use_rules(struct findings_frames *frames, const struct place_rules *rules)
{
  findings_frames_forget(frames);
  frames->rules = rules;
  frames->has_own = false;
}

bool findings_frames_have_own(const struct findings_frames *frames)
{
  return frames->has_own;
}

/* --- naming --- */

static struct error *name_source(struct findings_frames *frames, const struct frame *made, struct frame *named)
{
  named->directory = NULL;
  named->line = made->file ? made->line : 0;
  struct error *error = text_pool_keep(frames->texts, made->file, &named->file);
  if (!error && made->file && made->directory)
    error = text_pool_take(frames->texts, ownership_map_directory(place_ownership(frames->rules), made->directory,
                                                                  made->file), &named->directory);
  return error;
}

static struct error *keep_surroundings(struct findings_frames *frames, const struct frame_surroundings **around)
{
  if (!*around)
    return NULL;
  struct frame_surroundings *kept = text_pool_allocate(frames->texts, sizeof *kept);
  if (!kept)
    return error_no_memory();
  *kept = **around;
  *around = kept;
  return NULL;
}

static struct error *name_function(struct findings_frames *frames, const struct settings *settings,
                                   const struct code *code, size_t index, struct frame *named)
{
  const bool is_known = named->function || named->function_linkage;
  struct error *error = text_pool_keep(frames->texts, is_known ? frame_names_function(settings, code, index) : NULL,
                                       &named->function);
  if (!error)
    error = text_pool_keep(frames->texts, is_known ? frame_names_qualified(settings, code, index) : NULL,
                           &named->qualified);
  return error;
}

static struct error *name_frame(struct findings_frames *frames, const struct settings *settings,
                                const struct code *code, size_t index, struct frame *ret)
{
  struct frame named = code->frames[index];
  const char **const texts[] = {&named.function_linkage, &named.inlined_linkage, &named.object, &named.name,
                                &named.signature};
  struct error *error = name_function(frames, settings, code, index, &named);
  for (size_t i = 0; i < sizeof texts / sizeof *texts && !error; i++)
    error = text_pool_keep(frames->texts, *texts[i], texts[i]);
  if (error || (error = name_source(frames, &code->frames[index], &named)) ||
      (error = keep_surroundings(frames, &named.around)))
    return error;
  frames->has_own |= named.is_own;
  *ret = named;
  return NULL;
}

static struct error *name_code(struct findings_frames *frames, const struct settings *settings, const struct code *code,
                               struct named_code **ret)
{
  struct named_code *made =
    text_pool_allocate(frames->texts, sizeof *made + code->frame_count * sizeof made->named[0]);
  if (!made)
    return error_no_memory();
  *made = (struct named_code){.made = code->frames, .count = code->frame_count};
  for (size_t i = 0; i < code->frame_count; i++) {
    struct error *error = name_frame(frames, settings, code, i, &made->named[i]);
    if (error)
      return error;
  }
  *ret = made;
  return NULL;
}

static struct error *find_code(struct findings_frames *frames, const struct settings *settings, const struct code *code,
                               struct named_code **ret)
{
  /* What is put together for one process alone has an address that others may have later. */
  if (code->frames == &code->alone)
    return name_code(frames, settings, code, ret);
  void **slot = htab_find_slot(frames->codes, &(struct named_code){.made = code->frames}, INSERT);
  if (!slot)
    return error_no_memory();
  if (!*slot) {
    struct named_code *made;
    struct error *error = name_code(frames, settings, code, &made);
    if (error) {
      htab_clear_slot(frames->codes, slot);
      return error;
    }
    *slot = made;
  }
  *ret = *slot;
  return NULL;
}

/* --- stacks --- */

struct error *findings_frames_of_stack(struct findings_frames *frames, const struct settings *settings,
                                       const struct stack *stack, size_t codes, struct frame **ret,
                                       size_t *ret_count)
{
  if (!stack)
    codes = 0;
  struct frame *items = calloc(stack_count_frames(stack, codes) + 1, sizeof *items);
  size_t count = 0;
  if (!items)
    return error_no_memory();
  for (size_t i = 0; i < codes; i++) {
    struct named_code *code;
    struct error *error = find_code(frames, settings, stack->codes[i], &code);
    if (error) {
      free(items);
      return error;
    }
    memcpy(items + count, code->named, code->count * sizeof *items);
    count += code->count;
  }
  *ret = items;
  *ret_count = count;
  return NULL;
}

struct error *findings_frames_keep(struct findings_frames *frames, const struct frame *items, size_t count,
                            struct finding_stack *ret)
{
  struct frame *kept = findings_frames_allocate(frames, count * sizeof *kept);
  if (!kept)
    return error_no_memory();
  if (count > 0)
    memcpy(kept, items, count * sizeof *kept);
  *ret = (struct finding_stack){kept, count};
  return NULL;
}
