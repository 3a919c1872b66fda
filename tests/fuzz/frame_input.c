/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "fuzz/frame_input.h"

unsigned frame_input_byte(struct frame_input *input)
{
  if (input->size == 0)
    return 0;
  input->size--;
  return *input->data++;
}

static uint64_t take_number(struct frame_input *input)
{
  static const uint64_t large[] = {UINT64_MAX,        UINT64_MAX - 1, (uint64_t)1 << 63,
                                   (uint64_t)1 << 32, 0x108000,       0x10a000};
  unsigned byte = frame_input_byte(input);
  return byte < 240 ? byte : large[byte % (sizeof large / sizeof large[0])];
}

static struct record_string take_string(struct frame_input *input)
{
  size_t size = frame_input_byte(input) % 32;
  if (size > input->size)
    size = input->size;
  struct record_string string = {(const char *)input->data, size};
  input->data += size;
  input->size -= size;
  return string;
}

static struct record_numbers take_numbers(struct frame_input *input)
{
  uint64_t *items = input->numbers[input->lists++];
  size_t count = frame_input_byte(input) % FRAME_LIST_ITEMS_MAX;
  for (size_t i = 0; i < count; i++)
    items[i] = take_number(input);
  return (struct record_numbers){items, count};
}

static struct record_strings take_strings(struct frame_input *input)
{
  struct record_string *items = input->strings[input->lists++];
  size_t count = frame_input_byte(input) % FRAME_LIST_ITEMS_MAX;
  for (size_t i = 0; i < count; i++)
    items[i] = take_string(input);
  return (struct record_strings){items, count};
}

#define FRAME(NAME, name, number)                                                \
  static void take_##name(struct frame_input *input, struct record_frame *frame) \
  {                                                                              \
    struct record_##name *fields = &frame->name;
#define U64(f) fields->f = take_number(input);
#define STR(f) fields->f = take_string(input);
#define U64S(f) fields->f = take_numbers(input);
#define STRS(f) fields->f = take_strings(input);
#define END(NAME, name) }
#include "shared/record/frame_kinds.def"

static void (*const takers[])(struct frame_input *, struct record_frame *) = {
#define FRAME(NAME, name, number) [number] = take_##name,
#include "shared/record/frame_kinds.def"
};

struct record_frame frame_input_take(struct frame_input *input)
{
  size_t kind = frame_input_byte(input) % (sizeof takers / sizeof takers[0]);
  struct record_frame frame = {.kind = (enum record_kind)kind};
  input->lists = 0;
  if (takers[kind])
    takers[kind](input, &frame);
  return frame;
}
