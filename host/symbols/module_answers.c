/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A hash table from kind and number to answers. Blocks come from the worker and from the disk, so they are decoded with
 * every length checked; the decoded form points into the block. */
#include "host/symbols/module_answers.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/hash_table.h"
#include "host/base/memory.h"

enum {
  ITEMS_MAX = 1 << 10, /* of one answer */
  SAVED_MAX = 1 << 16,
  SAVED_MAX_BYTES = 1 << 25,
};

struct answers {
  htab_t table;
};

HASHED(answer, struct answer, HASH(about, HASH(within, (hashval_t)x->kind)), SAME(about) && SAME(within) && SAME(kind))

static void answer_destroy(void *item)
{
  struct answer *answer = item;
  if (answer->kind == ANSWER_CODE)
    free(answer->surroundings);
  free(answer->items);
  free(answer->block);
  free(answer);
}

struct answers *answers_create(void)
{
  struct answers *answers = memory_allocate(sizeof *answers);
  answers->table = HASH_TABLE(answer, 64, answer_destroy);
  return answers;
}

void answers_destroy(struct answers *answers)
{
  if (!answers)
    return;
  htab_delete(answers->table);
  free(answers);
}

const struct answer *answers_find(const struct answers *answers, enum answer_kind kind, uint64_t about,
                                  uint64_t within)
{
  return htab_find(answers->table, &(struct answer){.about = about, .within = within, .kind = kind});
}

/* How many items follow; too many count as none, and an overrun. */
static size_t bytes_count(struct bytes *bytes)
{
  uint64_t count = bytes_number(bytes, 4);
  bytes->overrun |= count > ITEMS_MAX;
  return bytes->overrun ? 0 : count;
}

static struct frame take_frame(struct bytes *bytes)
{
  struct frame frame = {0};
  frame.function_linkage = bytes_string(bytes);
  frame.function = bytes_string(bytes);
  if (!frame.function)
    frame.function = frame.function_linkage;
  frame.qualified = frame.function;
  frame.directory = bytes_string(bytes);
  frame.file = bytes_string(bytes);
  frame.inlined_linkage = bytes_string(bytes);
  frame.line = (unsigned)bytes_number(bytes, 4);
  frame.is_inlined = bytes_number(bytes, 1);
  return frame;
}

/* What is known of a frame besides. */
static void take_mark(struct bytes *bytes, struct frame *frame, struct frame_surroundings *around)
{
  frame->mark = bytes_number(bytes, 8);
  frame->mark_kind = (enum frame_mark)bytes_number(bytes, 1);
  frame->line_in_function = (unsigned)bytes_number(bytes, 4);
  for (size_t i = 0; i < MARK_SET_WORDS; i++)
    around->statements.words[i] = bytes_number(bytes, 8);
  for (size_t i = 0; i < 2; i++)
    around->neighbours[i] = bytes_number(bytes, 8);
  frame->around = mark_set_is_empty(&around->statements) ? NULL : around;
  frame->offset = bytes_number(bytes, 8);
  bytes->overrun |= frame->mark_kind >= FRAME_MARKS;
}

static struct symbols_segment take_segment(struct bytes *bytes)
{
  struct symbols_segment segment;
  segment.start = bytes_number(bytes, 8);
  segment.end = bytes_number(bytes, 8);
  segment.is_writable = bytes_number(bytes, 1);
  return segment;
}

static struct symbols_local take_local(struct bytes *bytes)
{
  struct symbols_local local;
  local.name = bytes_string(bytes);
  local.type = bytes_string(bytes);
  local.function = bytes_string(bytes);
  local.file = bytes_string(bytes);
  local.line = (unsigned)bytes_number(bytes, 4);
  local.offset = (int64_t)bytes_number(bytes, 8);
  local.bytes = bytes_number(bytes, 8);
  bytes->overrun |= !local.name;
  local.base = SYMBOLS_FRAME_ADDRESS;
  return local;
}

static struct symbols_target take_target(struct bytes *bytes)
{
  struct symbols_target target;
  target.evidence = (enum symbols_evidence)bytes_number(bytes, 1);
  target.type = bytes_string(bytes);
  target.function = bytes_string(bytes);
  target.bytes = bytes_number(bytes, 8);
  target.is_structure = bytes_number(bytes, 1);
  bytes->overrun |= target.evidence >= SYMBOLS_EVIDENCES;
  return target;
}

static struct symbols_call take_call(struct bytes *bytes)
{
  struct symbols_call call = {0};
  call.is_known = bytes_number(bytes, 1);
  call.is_returned = bytes_number(bytes, 1);
  call.result = (uint8_t)bytes_number(bytes, 1);
  call.takes_pointer = bytes_number(bytes, 1);
  call.callee = bytes_string(bytes);
  call.callee_start = (int64_t)bytes_number(bytes, 8);
  call.callee_end = (int64_t)bytes_number(bytes, 8);
  call.callers = (unsigned)bytes_number(bytes, 4);
  call.ways[SYMBOLS_WAY_RESULT] = call.is_returned ? 1 << SYMBOLS_WAY_RESULT : 0;
  return call;
}

static struct symbols_type take_type(struct bytes *bytes)
{
  struct symbols_type type;
  type.kind = (enum symbols_type_kind)bytes_number(bytes, 1);
  type.name = bytes_string(bytes);
  type.bytes = bytes_number(bytes, 8);
  type.start = bytes_number(bytes, 8);
  type.of = (uint32_t)bytes_number(bytes, 4);
  type.first = (uint32_t)bytes_number(bytes, 4);
  type.count = (uint32_t)bytes_number(bytes, 4);
  return type;
}

/* Read a count and so many items. */
#define TAKE_ITEMS(name, item, take)                                              \
  static void name(struct answer *answer, struct bytes *bytes)                    \
  {                                                                               \
    const size_t count = bytes_count(bytes);                                      \
    struct item *items = answer->items = memory_zeroed(count + 1, sizeof *items); \
    for (; answer->item_count < count; answer->item_count++)                      \
      items[answer->item_count] = take(bytes);                                    \
  }
TAKE_ITEMS(take_frames, frame, take_frame)
TAKE_ITEMS(take_segments, symbols_segment, take_segment)
TAKE_ITEMS(take_local_items, symbols_local, take_local)
TAKE_ITEMS(take_targets, symbols_target, take_target)
TAKE_ITEMS(take_call_items, symbols_call, take_call)
TAKE_ITEMS(take_type_items, symbols_type, take_type)
#undef TAKE_ITEMS

static void take_qualified(struct bytes *bytes, struct frame *frame)
{
  const char *name = bytes_string(bytes);
  if (name)
    frame->qualified = name;
}

/* There is at least one frame. Answers packed with older runs end after the frames, their marks, or the names. */
static void take_code(struct answer *answer, struct bytes *bytes)
{
  take_frames(answer, bytes);
  struct frame *frames = answer->items;
  struct frame_surroundings *around = answer->surroundings = memory_zeroed(answer->item_count + 1, sizeof *around);
  bytes->overrun |= answer->item_count == 0;
  for (size_t i = 0; bytes->next < bytes->end && i < answer->item_count; i++)
    take_mark(bytes, &frames[i], &around[i]);
  for (size_t i = 0; bytes->next < bytes->end && i < answer->item_count; i++)
    take_qualified(bytes, &frames[i]);
  for (size_t i = 0; bytes->next < bytes->end && i < answer->item_count; i++)
    frames[i].column = (unsigned)bytes_number(bytes, 2);
}

/* Answers packed with older runs end after the items. */
static void take_locals(struct answer *answer, struct bytes *bytes)
{
  take_local_items(answer, bytes);
  struct symbols_local *locals = answer->items;
  for (size_t i = 0; bytes->next < bytes->end && i < answer->item_count; i++) {
    locals[i].base = (enum symbols_base)bytes_number(bytes, 1);
    bytes->overrun |= locals[i].base >= SYMBOLS_BASES;
  }
}

/* Likewise: only results were followed then. */
static void take_calls(struct answer *answer, struct bytes *bytes)
{
  take_call_items(answer, bytes);
  struct symbols_call *calls = answer->items;
  for (size_t i = 0; bytes->next < bytes->end && i < answer->item_count; i++) {
    calls[i].is_stored = bytes_number(bytes, 1);
    for (size_t way = 0; way < SYMBOLS_WAYS; way++)
      calls[i].ways[way] = (uint16_t)bytes_number(bytes, 2);
  }
}

static void take_path(struct answer *answer, struct bytes *bytes)
{
  answer->path.name = bytes_string(bytes);
  answer->path.path = bytes_string(bytes);
  answer->path.rest = bytes_number(bytes, 8);
  bytes->overrun |= answer->path.name && !answer->path.path;
}

static bool is_member(enum symbols_type_kind kind)
{
  return kind >= SYMBOLS_TYPE_MEMBER;
}

/* Do types lead to types, and structures to members? */
static bool is_sound_type(const struct symbols_type *types, size_t count, const struct symbols_type *type)
{
  const bool has_members = type->kind == SYMBOLS_TYPE_STRUCTURE || type->kind == SYMBOLS_TYPE_UNION;
  const bool has_type = type->of != SYMBOLS_NO_TYPE;
  if (type->kind >= SYMBOLS_TYPE_KINDS || (has_type && (type->of >= count || is_member(types[type->of].kind))))
    return false;
  if (!has_members)
    return true;
  if (type->first > count || type->count > count - type->first)
    return false;
  for (uint32_t i = type->first; i < type->first + type->count; i++)
    if (!is_member(types[i].kind))
      return false;
  return true;
}

static void take_types(struct answer *answer, struct bytes *bytes)
{
  answer->start = bytes_number(bytes, 8);
  take_type_items(answer, bytes);
  const struct symbols_type *types = answer->items;
  bytes->overrun |= answer->item_count > 0 && is_member(types[0].kind);
  for (size_t i = 0; !bytes->overrun && i < answer->item_count; i++)
    bytes->overrun |= !is_sound_type(types, answer->item_count, &types[i]);
}

static void take_layout(struct answer *answer, struct bytes *bytes)
{
  struct symbols_layout *layout = &answer->layout;
  layout->address = bytes_number(bytes, 8);
  layout->tls_bytes = bytes_number(bytes, 8);
  layout->tls_alignment = bytes_number(bytes, 8);
  take_segments(answer, bytes);
  layout->segments = answer->items;
  layout->segment_count = answer->item_count;
}

static void take_variable(struct answer *answer, struct bytes *bytes)
{
  struct symbols_variable *variable = &answer->variable;
  variable->name = bytes_string(bytes);
  variable->function = bytes_string(bytes);
  variable->directory = bytes_string(bytes);
  variable->file = bytes_string(bytes);
  variable->line = (unsigned)bytes_number(bytes, 4);
  variable->start = bytes_number(bytes, 8);
  variable->bytes = bytes_number(bytes, 8);
}

/* By enum answer_kind. */
static void (*const takers[ANSWER_KINDS])(struct answer *answer, struct bytes *bytes) = {
  [ANSWER_CODE] = take_code,         [ANSWER_LAYOUT] = take_layout,        [ANSWER_VARIABLE] = take_variable,
  [ANSWER_TLS] = take_variable,      [ANSWER_LOCALS] = take_locals,        [ANSWER_TARGETS] = take_targets,
  [ANSWER_CALLS] = take_calls,       [ANSWER_VARIABLE_PATH] = take_path,   [ANSWER_TLS_PATH] = take_path,
  [ANSWER_LOCAL_PATH] = take_path,   [ANSWER_VARIABLE_TYPES] = take_types, [ANSWER_TLS_TYPES] = take_types,
  [ANSWER_LOCAL_TYPES] = take_types,
};

/* Make an answer of a copy of the block; NULL: it is malformed. */
static struct answer *answer_create(enum answer_kind kind, uint64_t about, uint64_t within, const unsigned char *block,
                                    size_t block_bytes)
{
  struct answer *answer = memory_zeroed(1, sizeof *answer);
  *answer = (struct answer){
    .about = about, .within = within, .kind = kind, .block = memory_copy(block, block_bytes),
    .block_bytes = block_bytes};
  struct bytes bytes = bytes_of(answer->block, block_bytes);
  takers[kind](answer, &bytes);
  if (!bytes.overrun)
    return answer;
  answer_destroy(answer);
  return NULL;
}

const struct answer *answers_add(struct answers *answers, enum answer_kind kind, uint64_t about, uint64_t within,
                                 const unsigned char *block, size_t block_bytes)
{
  struct answer *answer = answer_create(kind, about, within, block, block_bytes);
  if (!answer)
    return NULL;
  void **slot = htab_find_slot(answers->table, answer, INSERT);
  if (*slot)
    answer_destroy(answer);
  else
    *slot = answer;
  return *slot;
}

/* The state of answers_write(). */
struct put {
  struct byte_builder *builder;
  size_t count;
};

static int put_one(void **slot, void *context)
{
  const struct answer *answer = *slot;
  struct put *put = context;
  if (put->count >= SAVED_MAX || put->builder->size + answer->block_bytes > SAVED_MAX_BYTES)
    return 0;
  put->count++;
  builder_number(put->builder, 1, 1);
  builder_number(put->builder, answer->kind, 1);
  builder_number(put->builder, answer->about, 8);
  if (answer_has_within(answer->kind))
    builder_number(put->builder, answer->within, 8);
  builder_number(put->builder, answer->block_bytes, 4);
  builder_block(put->builder, answer->block, answer->block_bytes);
  return 1;
}

void answers_write(const struct answers *answers, struct byte_builder *builder)
{
  struct put put = {.builder = builder};
  htab_traverse(answers->table, put_one, &put);
  builder_number(builder, 0, 1);
}

bool answers_read(struct answers *answers, struct bytes *bytes)
{
  while (bytes_number(bytes, 1)) {
    uint64_t kind = bytes_number(bytes, 1), about = bytes_number(bytes, 8);
    uint64_t within = answer_has_within(kind) ? bytes_number(bytes, 8) : 0;
    size_t block_bytes = bytes_number(bytes, 4);
    const unsigned char *block = bytes_block(bytes, block_bytes);
    if (bytes->overrun || kind >= ANSWER_KINDS ||
        !answers_add(answers, (enum answer_kind)kind, about, within, block, block_bytes))
      return false;
  }
  return !bytes->overrun;
}
