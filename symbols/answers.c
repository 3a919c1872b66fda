/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A hash table from kind and offset to answers. Blocks come from the worker and from the disk, so they are decoded with
 * every length checked; the decoded form points into the block. */
#include "symbols/answers.h"

#include <libiberty/hashtab.h>
#include <stdlib.h>
#include <string.h>

enum {
  FRAMES_MAX = 1 << 10,
  SAVED_MAX = 1 << 16,
  SAVED_MAX_BYTES = 1 << 25,
};

struct answers {
  htab_t table;
};

static hashval_t hash_answer(const void *item)
{
  const struct answer *answer = item;
  return iterative_hash(&answer->file_offset, sizeof answer->file_offset, (hashval_t)answer->kind);
}

static int equal_answers(const void *left_item, const void *right_item)
{
  const struct answer *left = left_item, *right = right_item;
  return left->file_offset == right->file_offset && left->kind == right->kind;
}

static void answer_destroy(void *item)
{
  struct answer *answer = item;
  free(answer->frames);
  free(answer->block);
  free(answer);
}

struct answers *answers_create(void)
{
  struct answers *answers = malloc(sizeof *answers);
  if (!answers)
    return NULL;
  answers->table = htab_create_alloc(64, hash_answer, equal_answers, answer_destroy, calloc, free);
  if (answers->table)
    return answers;
  free(answers);
  return NULL;
}

void answers_destroy(struct answers *answers)
{
  if (!answers)
    return;
  htab_delete(answers->table);
  free(answers);
}

const struct answer *answers_find(const struct answers *answers, enum answer_kind kind, uint64_t file_offset)
{
  return htab_find(answers->table, &(struct answer){.file_offset = file_offset, .kind = kind});
}

static struct symbols_frame take_frame(struct bytes *bytes)
{
  struct symbols_frame frame;
  frame.function_linkage = bytes_string(bytes);
  frame.function = bytes_string(bytes);
  if (!frame.function)
    frame.function = frame.function_linkage;
  frame.directory = bytes_string(bytes);
  frame.file = bytes_string(bytes);
  frame.inlined_linkage = bytes_string(bytes);
  frame.line = (unsigned)bytes_number(bytes, 4);
  frame.is_inlined = bytes_number(bytes, 1);
  return frame;
}

/* *ret_valid is false when the block is malformed. */
static struct error *decode(struct answer *answer, bool *ret_valid)
{
  struct bytes bytes = bytes_of(answer->block, answer->block_bytes);
  *ret_valid = false;
  if (answer->kind == ANSWER_DATA) {
    answer->name = bytes_string(&bytes);
    answer->offset = bytes_number(&bytes, 8);
    *ret_valid = !bytes.overrun;
    return NULL;
  }
  size_t count = bytes_number(&bytes, 4);
  if (count == 0 || count > FRAMES_MAX)
    return NULL;
  answer->frames = calloc(count, sizeof *answer->frames);
  if (!answer->frames)
    return error_no_memory();
  for (; answer->frame_count < count; answer->frame_count++)
    answer->frames[answer->frame_count] = take_frame(&bytes);
  *ret_valid = !bytes.overrun;
  return NULL;
}

/* Make an answer of a copy of the block; NULL in *ret when it is malformed. */
static struct error *answer_create(enum answer_kind kind, uint64_t file_offset, const unsigned char *block,
                                   size_t block_bytes, struct answer **ret)
{
  struct answer *answer = calloc(1, sizeof *answer);
  unsigned char *copy = malloc(block_bytes + 1);
  if (!answer || !copy) {
    free(answer);
    free(copy);
    return error_no_memory();
  }
  if (block_bytes)
    memcpy(copy, block, block_bytes);
  *answer = (struct answer){.file_offset = file_offset, .kind = kind, .block = copy, .block_bytes = block_bytes};
  bool valid;
  struct error *error = decode(answer, &valid);
  if (error || !valid) {
    answer_destroy(answer);
    answer = NULL;
  }
  if (!error)
    *ret = answer;
  return error;
}

struct error *answers_add(struct answers *answers, enum answer_kind kind, uint64_t file_offset,
                          const unsigned char *block, size_t block_bytes, const struct answer **ret)
{
  struct answer *answer;
  struct error *error = answer_create(kind, file_offset, block, block_bytes, &answer);
  if (error)
    return error;
  if (!answer) {
    *ret = NULL;
    return NULL;
  }
  void **slot = htab_find_slot(answers->table, answer, INSERT);
  if (!slot || *slot)
    answer_destroy(answer);
  if (!slot)
    return error_no_memory();
  if (!*slot)
    *slot = answer;
  *ret = *slot;
  return NULL;
}

/* The state of answers_put(). */
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
  builder_number(put->builder, answer->file_offset, 8);
  builder_number(put->builder, answer->block_bytes, 4);
  builder_block(put->builder, answer->block, answer->block_bytes);
  return 1;
}

void answers_put(const struct answers *answers, struct byte_builder *builder)
{
  struct put put = {.builder = builder};
  htab_traverse(answers->table, put_one, &put);
  builder_number(builder, 0, 1);
}

bool answers_take(struct answers *answers, struct bytes *bytes)
{
  while (bytes_number(bytes, 1)) {
    uint64_t kind = bytes_number(bytes, 1), file_offset = bytes_number(bytes, 8);
    size_t block_bytes = bytes_number(bytes, 4);
    const unsigned char *block = bytes_block(bytes, block_bytes);
    const struct answer *answer = NULL;
    if (bytes->overrun || kind > ANSWER_DATA)
      return false;
    struct error *error = answers_add(answers, (enum answer_kind)kind, file_offset, block, block_bytes, &answer);
    error_free(error);
    if (!answer)
      return false;
  }
  return !bytes->overrun;
}
