/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Thousands of processes come to the same instructions, for which a frame table has the same array; so its texts are
 * kept once per array, and a stack is put together from what is there. */
#include "host/model/findings/findings_frames.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/hash_table.h"
#include "host/base/memory.h"
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

HASHED(code, struct named_code, htab_hash_pointer(x->made), SAME(made))

void findings_frames_create(const struct place_rules *rules, struct findings_frames **ret)
{
  struct findings_frames *frames = memory_zeroed(1, sizeof *frames);
  frames->rules = rules;
  frames->codes = HASH_TABLE(code, 1024, NULL);
  frames->texts = text_pool_create();
  *ret = frames;
}

void findings_frames_destroy(struct findings_frames *frames)
{
  if (!frames)
    return;
  htab_delete(frames->codes);
  text_pool_destroy(frames->texts);
  free(frames);
}

void *findings_frames_allocate(struct findings_frames *frames, size_t bytes)
{
  return text_pool_allocate(frames->texts, bytes);
}

void findings_frames_intern(struct findings_frames *frames, const char *text, const char **ret)
{
  *ret = text_pool_keep(frames->texts, text);
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

static void name_source(struct findings_frames *frames, const struct frame *made, struct frame *named)
{
  named->directory = NULL;
  named->line = made->file ? made->line : 0;
  named->column = named->line > 0 ? made->column : 0;
  named->file = text_pool_keep(frames->texts, made->file);
  if (made->file && made->directory)
    named->directory = text_pool_take(frames->texts, ownership_map_directory(place_ownership(frames->rules),
                                                                             made->directory, made->file));
}

static const struct frame_surroundings *keep_surroundings(struct findings_frames *frames,
                                                          const struct frame_surroundings *around)
{
  return around ? memcpy(text_pool_allocate(frames->texts, sizeof *around), around, sizeof *around) : NULL;
}

static struct frame name_frame(struct findings_frames *frames, const struct settings *settings,
                               const struct code *code, size_t index)
{
  const struct frame *made = &code->frames[index];
  const bool is_known = made->function || made->function_linkage;
  struct frame named = *made;
  const char **const texts[] = {&named.function_linkage, &named.inlined_linkage, &named.object, &named.name,
                                &named.signature};
  named.function = text_pool_keep(frames->texts, is_known ? frame_names_function(settings, code, index) : NULL);
  named.qualified = text_pool_keep(frames->texts, is_known ? frame_names_qualified(settings, code, index) : NULL);
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    *texts[i] = text_pool_keep(frames->texts, *texts[i]);
  name_source(frames, made, &named);
  named.around = keep_surroundings(frames, made->around);
  frames->has_own |= named.is_own;
  return named;
}

static struct named_code *name_code(struct findings_frames *frames, const struct settings *settings,
                                    const struct code *code)
{
  struct named_code *named =
    text_pool_allocate(frames->texts, sizeof *named + code->frame_count * sizeof named->named[0]);
  *named = (struct named_code){.made = code->frames, .count = code->frame_count};
  for (size_t i = 0; i < code->frame_count; i++)
    named->named[i] = name_frame(frames, settings, code, i);
  return named;
}

static const struct named_code *find_code(struct findings_frames *frames, const struct settings *settings,
                                          const struct code *code)
{
  /* What is put together for one process alone has an address that others may have later. */
  if (code->frames == &code->alone)
    return name_code(frames, settings, code);
  void **slot = htab_find_slot(frames->codes, &(struct named_code){.made = code->frames}, INSERT);
  if (!*slot)
    *slot = name_code(frames, settings, code);
  return *slot;
}

/* --- stacks --- */

void findings_frames_of_stack(struct findings_frames *frames, const struct settings *settings,
                              const struct stack *stack, size_t codes, struct frame **ret, size_t *ret_count)
{
  if (!stack)
    codes = 0;
  struct frame *items = memory_zeroed(stack_count_frames(stack, codes) + 1, sizeof *items);
  size_t count = 0;
  for (size_t i = 0; i < codes; i++) {
    const struct named_code *code = find_code(frames, settings, stack->codes[i]);
    memcpy(items + count, code->named, code->count * sizeof *items);
    count += code->count;
  }
  *ret = items;
  *ret_count = count;
}

void findings_frames_keep(struct findings_frames *frames, const struct frame *items, size_t count,
                          struct finding_stack *ret)
{
  struct frame *kept = findings_frames_allocate(frames, count * sizeof *kept);
  if (count > 0)
    memcpy(kept, items, count * sizeof *kept);
  *ret = (struct finding_stack){kept, count};
}
