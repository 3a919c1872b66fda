/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Thousands of processes come to the same instructions, and symbols answer with the same array for each; so names are
 * normalised, mapped and interned once per array, and a stack is put together from what is there. */
#include "host/model/findings/findings_frames.h"

#include <libiberty/hashtab.h>
#include <libiberty/objalloc.h>
#include <stdlib.h>
#include <string.h>

#include "host/model/frames/frame_names.h"

/* What an instruction has become. */
struct named_code {
  const struct frame *frames; /* the key, with the next two */
  const char *object;
  bool is_below_main;                 /* and shown as such */
  size_t count;
  struct finding_frame named[];
};

struct findings_frames {
  const struct place_rules *rules;
  struct objalloc *memory;
  htab_t strings;
  htab_t codes;
};

static hashval_t hash_string(const void *item)
{
  return htab_hash_string(item);
}

static int equal_strings(const void *a, const void *b)
{
  return strcmp(a, b) == 0;
}

static hashval_t hash_code(const void *item)
{
  const struct named_code *code = item;
  return htab_hash_pointer(code->frames) ^ htab_hash_pointer(code->object);
}

static int equal_codes(const void *a, const void *b)
{
  const struct named_code *x = a, *y = b;
  return x->frames == y->frames && x->object == y->object && x->is_below_main == y->is_below_main;
}

struct error *findings_frames_create(const struct place_rules *rules, struct findings_frames **ret)
{
  struct findings_frames *frames = calloc(1, sizeof *frames);
  if (!frames)
    return error_no_memory();
  frames->rules = rules;
  frames->memory = objalloc_create();
  frames->strings = htab_create_alloc(1024, hash_string, equal_strings, NULL, calloc, free);
  frames->codes = htab_create_alloc(1024, hash_code, equal_codes, NULL, calloc, free);
  if (!frames->memory || !frames->strings || !frames->codes) {
    findings_frames_destroy(frames);
    return error_no_memory();
  }
  *ret = frames;
  return NULL;
}

void findings_frames_destroy(struct findings_frames *frames)
{
  if (!frames)
    return;
  if (frames->strings)
    htab_delete(frames->strings);
  if (frames->codes)
    htab_delete(frames->codes);
  if (frames->memory)
    objalloc_free(frames->memory);
  free(frames);
}

void *findings_frames_allocate(struct findings_frames *frames, size_t bytes)
{
  return objalloc_alloc(frames->memory, bytes > 0 ? bytes : 1);
}

struct error *findings_frames_intern(struct findings_frames *frames, const char *text, const char **ret)
{
  if (!text) {
    *ret = NULL;
    return NULL;
  }
  void **slot = htab_find_slot(frames->strings, text, INSERT);
  if (!slot)
    return error_no_memory();
  if (!*slot) {
    size_t size = strlen(text) + 1;
    char *copy = findings_frames_allocate(frames, size);
    if (!copy)
      return error_no_memory();
    *slot = memcpy(copy, text, size);
  }
  *ret = *slot;
  return NULL;
}

void findings_frames_forget(struct findings_frames *frames)
{
  htab_empty(frames->codes);
}

void findings_frames_use_rules(struct findings_frames *frames, const struct place_rules *rules)
{
  findings_frames_forget(frames);
  frames->rules = rules;
}

/* --- naming --- */

static struct error *intern_owned(struct findings_frames *frames, char *text, const char **ret)
{
  if (!text)
    return error_no_memory();
  struct error *error = findings_frames_intern(frames, text, ret);
  free(text);
  return error;
}

static struct error *name_source(struct findings_frames *frames, const struct frame *from,
                                 struct finding_frame *named)
{
  if (!from->file)
    return NULL;
  struct error *error = findings_frames_intern(frames, from->file, &named->file);
  if (!error && from->directory)
    error = intern_owned(frames, ownership_map_directory(place_ownership(frames->rules), from->directory, from->file),
                         &named->directory);
  named->line = from->line;
  return error;
}

static struct error *keep_surroundings(struct findings_frames *frames, const struct frame_surroundings *around,
                                       const struct frame_surroundings **ret)
{
  if (!around)
    return NULL;
  struct frame_surroundings *kept = findings_frames_allocate(frames, sizeof *kept);
  if (!kept)
    return error_no_memory();
  *kept = *around;
  *ret = kept;
  return NULL;
}

static struct error *name_frame(struct findings_frames *frames, const struct settings *settings,
                                const struct code *code, size_t index, const char *object, struct finding_frame *ret)
{
  const struct frame *from = &code->frames[index];
  const char *function = frame_names_function(settings, code, index);
  struct finding_frame named = {.object = object, .is_inlined = from->is_inlined};
  bool is_known = from->function || from->function_linkage;
  struct error *error;
  if ((error = place_frame_of(frames->rules, code, index, &named.decides)) ||
      (error = findings_frames_intern(frames, is_known ? function : NULL, &named.function)) ||
      (error = findings_frames_intern(frames, is_known ? frame_names_qualified(settings, code, index) : NULL,
                                      &named.qualified)) ||
      (error = findings_frames_intern(frames, from->function_linkage, &named.function_linkage)) ||
      (error = intern_owned(frames, frame_names_normalised(settings, code, index), &named.name)) ||
      (error = intern_owned(frames, frame_names_signature(settings, code, index), &named.signature)) ||
      (error = name_source(frames, from, &named)) || (error = keep_surroundings(frames, from->around, &named.around)))
    return error;
  named.is_own = named.decides.is_own && named.decides.role == FRAME_TELLING;
  named.is_allocator = named.decides.role == FRAME_ALLOCATOR;
  *ret = named;
  return NULL;
}

static struct error *name_code(struct findings_frames *frames, const struct settings *settings, const struct code *code,
                               const struct named_code *key, struct named_code **ret)
{
  struct named_code *made = findings_frames_allocate(frames, sizeof *made + code->frame_count * sizeof made->named[0]);
  if (!made)
    return error_no_memory();
  *made = *key;
  made->count = code->frame_count;
  for (size_t i = 0; i < code->frame_count; i++) {
    struct error *error = name_frame(frames, settings, code, i, key->object, &made->named[i]);
    if (error)
      return error;
  }
  *ret = made;
  return NULL;
}

static struct error *find_code(struct findings_frames *frames, const struct settings *settings, const struct code *code,
                               struct named_code **ret)
{
  struct named_code key = {.frames = code->frames};
  struct error *error = findings_frames_intern(frames, code->mapping ? code->mapping->file.path : NULL, &key.object);
  if (error)
    return error;
  key.is_below_main = strcmp(frame_names_function(settings, code, code->frame_count - 1), "(below main)") == 0;
  /* What is put together for one process alone has an address that others may have later. */
  if (code->frames == &code->merged)
    return name_code(frames, settings, code, &key, ret);
  void **slot = htab_find_slot(frames->codes, &key, INSERT);
  if (!slot)
    return error_no_memory();
  if (!*slot) {
    struct named_code *made;
    if ((error = name_code(frames, settings, code, &key, &made)))
      return error;
    *slot = made;
  }
  *ret = *slot;
  return NULL;
}

/* --- stacks --- */

struct error *findings_frames_of_stack(struct findings_frames *frames, const struct settings *settings,
                                       const struct stack *stack, size_t codes, struct finding_frame **ret,
                                       size_t *ret_count)
{
  if (!stack)
    codes = 0;
  struct finding_frame *items = calloc(stack_count_frames(stack, codes) + 1, sizeof *items);
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

struct error *findings_frames_keep(struct findings_frames *frames, const struct finding_frame *items, size_t count,
                            struct finding_stack *ret)
{
  struct finding_frame *kept = findings_frames_allocate(frames, count * sizeof *kept);
  if (!kept)
    return error_no_memory();
  if (count > 0)
    memcpy(kept, items, count * sizeof *kept);
  *ret = (struct finding_stack){kept, count};
  return NULL;
}
