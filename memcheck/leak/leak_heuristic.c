/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Pointers into the middle of a block that are as good as pointers to its start, because known libraries and compilers
 * lay out memory that way:
 *
 *   stdstring            { length, capacity, reference count, characters... }, pointed to by the characters: strings of
 *                        libstdc++ before C++11; capacity and block size agree
 *   length64             { length of what follows, data... }, pointed to by the data, as sqlite does it
 *   newarray             { number of elements, elements... }, pointed to by the elements, even if there are none: new[]
 *                        of a class that has a destructor
 *   multipleinheritance  an object with several base classes, pointed to by one that is not the first: where it points
 *                        and at its start there are pointers to vtables
 *
 * The first that fits is taken, in this order. */
#include "memcheck/leak/leak_private.h"
#include "record/record.h"

enum {
  WORD_BYTES = 8,
  STRING_HEAD_BYTES = 3 * WORD_BYTES,
  LOWEST_VTABLE = 4096,
  VTABLE_WORDS_SEARCHED = 21,
  VTABLE_FUNCTIONS_NEEDED = 2,
};

struct question {
  const struct leak_memory *memory;
  const struct block *block;
  uint64_t address;
};

static bool is_word_aligned(uint64_t address)
{
  return address % WORD_BYTES == 0;
}

static bool read_word(const struct leak_memory *memory, uint64_t address, uint64_t *ret)
{
  return is_word_aligned(address) && memory->read_word(memory->context, address, ret);
}

static bool is_string(const struct question *question)
{
  const struct block *block = question->block;
  uint64_t length, capacity;
  return question->address == block->start + STRING_HEAD_BYTES &&
         read_word(question->memory, block->start + WORD_BYTES, &capacity) &&
         capacity == block->size_bytes - STRING_HEAD_BYTES - 1 &&
         read_word(question->memory, block->start, &length) && length <= capacity;
}

static bool is_length_and_data(const struct question *question)
{
  const struct block *block = question->block;
  uint64_t length;
  return question->address == block->start + WORD_BYTES && read_word(question->memory, block->start, &length) &&
         length > 0 && length == block->size_bytes - WORD_BYTES;
}

static bool is_array(const struct question *question)
{
  const struct block *block = question->block;
  uint64_t count;
  if (question->address != block->start + WORD_BYTES || !read_word(question->memory, block->start, &count))
    return false;
  const uint64_t bytes = block->size_bytes - WORD_BYTES; /* of the elements */
  return count > 0 ? bytes > 0 && bytes % count == 0 : bytes == 0;
}

/* A vtable lies in a readable file mapping. Its first few words are null or point into executable mappings, and two of
 * them do. */
static bool is_vtable(const struct leak_memory *memory, uint64_t address)
{
  if (!is_word_aligned(address) || address < LOWEST_VTABLE ||
      !(memory->file_permissions(memory->context, address) & LEAK_READABLE))
    return false;
  unsigned functions = 0;
  for (unsigned i = 0; i < VTABLE_WORDS_SEARCHED && functions < VTABLE_FUNCTIONS_NEEDED; i++) {
    uint64_t function;
    if (!read_word(memory, address + i * WORD_BYTES, &function))
      break;
    if (function == 0)
      continue;
    if (!(memory->file_permissions(memory->context, function) & LEAK_EXECUTABLE))
      return false;
    functions++;
  }
  return functions == VTABLE_FUNCTIONS_NEEDED;
}

static bool is_base_class(const struct question *question)
{
  uint64_t inner, first;
  return read_word(question->memory, question->address, &inner) &&
         read_word(question->memory, question->block->start, &first) && is_vtable(question->memory, inner) &&
         is_vtable(question->memory, first);
}

static const struct {
  uint8_t heuristic;
  bool (*fits)(const struct question *question);
} rules[] = {
  {RECORD_HEURISTIC_STDSTRING, is_string},
  {RECORD_HEURISTIC_LENGTH64, is_length_and_data},
  {RECORD_HEURISTIC_NEWARRAY, is_array},
  {RECORD_HEURISTIC_MULTIPLEINHERITANCE, is_base_class},
};

unsigned leak_heuristic(const struct leak_memory *memory, unsigned heuristics, const struct block *block,
                        uint64_t address)
{
  const struct question question = {memory, block, address};
  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
    if (heuristics >> rules[i].heuristic & 1 && rules[i].fits(&question))
      return rules[i].heuristic;
  return RECORD_HEURISTIC_NONE;
}
