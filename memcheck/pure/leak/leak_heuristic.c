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
 *   refcount             { strong count, weak count, value }, pointed to by the value, as Rust's Arc and Rc are once
 *                        they have been made raw pointers; and { two words of the collector, reference count, type,
 *                        ... }, pointed to by the count, as objects of CPython are, also with two words more in
 *                        front; only where code of Rust, or the interpreter, has allocated the block
 *   list                 { ..., next, back, ... }, pointed to by such a pair of words, an element of a list whose
 *                        elements are parts of larger objects: the word that `back` leads to leads here, and if there
 *                        is a next element, `back` of that does; not an empty list
 *
 * The first that fits is taken, in this order. */
#include "memcheck/pure/leak/leak_private.h"
#include "shared/record/record.h"

enum {
  WORD_BYTES = 8,
  STRING_HEAD_BYTES = 3 * WORD_BYTES,
  LOWEST_VTABLE = 4096,
  VTABLE_WORDS_SEARCHED = 21,
  VTABLE_FUNCTIONS_NEEDED = 2,
  COUNTS_BYTES = 2 * WORD_BYTES,
  COUNT_MAX = 1 << 20, /* of owners */
  LOWEST_OBJECT = 4096,
  COLLECTOR_BYTES = 2 * WORD_BYTES,
  COLLECTOR_FLAGS = 3, /* in a pointer to another object, or instead of one */
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

static bool read_count(const struct leak_memory *memory, uint64_t address)
{
  uint64_t count;
  return read_word(memory, address, &count) && count >= 1 && count <= COUNT_MAX;
}

/* Behind the counts, or further in if the value is aligned to more: then so is the block. */
static bool is_place_of_value(const struct question *question)
{
  const uint64_t start = question->block->start, into = question->address - start;
  const bool is_power = (into & (into - 1)) == 0;
  return into == COUNTS_BYTES || (into > COUNTS_BYTES && is_power && start % into == 0);
}

/* Counts alone are no proof: any two small numbers look like them. */
static bool is_arc(const struct question *question)
{
  const struct leak_memory *memory = question->memory;
  const uint64_t start = question->block->start;
  return is_place_of_value(question) && read_count(memory, start) && read_count(memory, start + WORD_BYTES) &&
         memory->layout_of(memory->context, question->block) == LEAK_LAYOUT_RUST;
}

/* A word by which the collector links objects that it knows; those that it does not have flags at most. */
static bool is_link(const struct leak_memory *memory, uint64_t address)
{
  uint64_t word;
  if (!read_word(memory, address, &word))
    return false;
  word &= ~(uint64_t)COLLECTOR_FLAGS;
  return word == 0 || (word >= LOWEST_OBJECT && is_word_aligned(word));
}

static bool is_object(const struct question *question)
{
  const struct leak_memory *memory = question->memory;
  const uint64_t object = question->address, into = object - question->block->start;
  uint64_t type;
  return (into == COLLECTOR_BYTES || into == 2 * COLLECTOR_BYTES) && read_count(memory, object) &&
         read_word(memory, object + WORD_BYTES, &type) && type >= LOWEST_OBJECT && is_word_aligned(type) &&
         is_link(memory, object - 2 * WORD_BYTES) && is_link(memory, object - WORD_BYTES) &&
         memory->layout_of(memory->context, question->block) == LEAK_LAYOUT_PYTHON;
}

static bool is_counted(const struct question *question)
{
  return is_arc(question) || is_object(question);
}

/* No accident: words elsewhere lead to exactly this one. */
static bool is_list_element(const struct question *question)
{
  const struct leak_memory *memory = question->memory;
  const uint64_t element = question->address;
  uint64_t next, back, word;
  if (!read_word(memory, element, &next) || !read_word(memory, element + WORD_BYTES, &back))
    return false;
  if (next == element || back == element || !read_word(memory, back, &word) || word != element)
    return false;
  return next == 0 || (read_word(memory, next + WORD_BYTES, &word) && word == element);
}

static const struct {
  uint8_t heuristic;
  bool (*fits)(const struct question *question);
} rules[] = {
  {RECORD_HEURISTIC_STDSTRING, is_string},
  {RECORD_HEURISTIC_LENGTH64, is_length_and_data},
  {RECORD_HEURISTIC_NEWARRAY, is_array},
  {RECORD_HEURISTIC_MULTIPLEINHERITANCE, is_base_class},
  {RECORD_HEURISTIC_REFCOUNT, is_counted},
  {RECORD_HEURISTIC_LIST, is_list_element},
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
