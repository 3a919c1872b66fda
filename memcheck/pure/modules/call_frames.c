/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The section is a list of entries. A common entry (CIE) says how the functions' entries (FDE) that refer to it are to
 * be read, and with which rule a function begins. An FDE has a function's range and a small program that changes the
 * rule from the function's first instruction to its last. At first only the ranges of all FDEs are gathered and sorted,
 * unless there is an index of them; programs are run when they are needed. The format is that of the Linux Standard
 * Base, "Exception Frames"; the programs are DWARF's. */
#include "memcheck/pure/modules/call_frames.h"

#include "memcheck/pure/base/env.h"
#include "memcheck/pure/base/heapsort.h"

enum {
  FDE_LEAST_BYTES = 16,
  RBP = 6,
  RSP = 7,
  RETURN_ADDRESS = 16,
  REGISTERS = 20,               /* more are not understood */
  REMEMBERED_MAX = 3,
  POINTER_RELATIVE_32 = 0x1b,   /* DW_EH_PE_pcrel | DW_EH_PE_sdata4 */
};

enum { /* DW_CFA_... of the kinds that are understood */
       OP_ADVANCE = 0x40,
       OP_OFFSET = 0x80,
       OP_RESTORE = 0xc0,
       OP_NOP = 0x00,
       OP_ADVANCE_1 = 0x02,
       OP_ADVANCE_2 = 0x03,
       OP_ADVANCE_4 = 0x04,
       OP_UNDEFINED = 0x07,
       OP_SAME = 0x08,
       OP_REMEMBER = 0x0a,
       OP_RECALL = 0x0b,
       OP_FRAME = 0x0c,
       OP_FRAME_REGISTER = 0x0d,
       OP_FRAME_OFFSET = 0x0e,
       OP_FRAME_EXPRESSION = 0x0f,
       OP_EXPRESSION = 0x10,
       OP_ARGUMENTS_SIZE = 0x2e,
};

enum {                       /* DW_OP_... */
       BASE_REGISTER = 0x70, /* and 31 more: a register, and a number to be added */
       BASE_REGISTERS = 32,
       DEREFERENCE = 0x06,
};

/* --- reading --- */

struct cursor {
  const unsigned char *at, *end;
  bool is_bad; /* read beyond its end, or met what is not understood */
};

static uint64_t take_bytes(struct cursor *cursor, size_t bytes)
{
  uint64_t value = 0;
  if ((size_t)(cursor->end - cursor->at) < bytes) {
    cursor->is_bad = true;
    cursor->at = cursor->end;
    return 0;
  }
  for (size_t i = 0; i < bytes; i++)
    value |= (uint64_t)cursor->at[i] << (8 * i);
  cursor->at += bytes;
  return value;
}

static void skip_bytes(struct cursor *cursor, uint64_t bytes)
{
  if ((uint64_t)(cursor->end - cursor->at) < bytes) {
    cursor->is_bad = true;
    bytes = (uint64_t)(cursor->end - cursor->at);
  }
  cursor->at += bytes;
}

/* LEB128 of up to 32 bits, which is all that offsets need. */
static uint64_t take_unsigned(struct cursor *cursor)
{
  uint64_t value = 0;
  for (unsigned shift = 0; shift < 35; shift += 7) {
    uint64_t byte = take_bytes(cursor, 1);
    value |= (byte & 0x7f) << shift;
    if (!(byte & 0x80)) {
      cursor->is_bad |= value > INT32_MAX;
      return value;
    }
  }
  cursor->is_bad = true;
  return 0;
}

static int64_t take_signed(struct cursor *cursor)
{
  const unsigned char *start = cursor->at;
  uint64_t value = take_unsigned(cursor);
  unsigned bits = 7 * (unsigned)(cursor->at - start);
  return bits > 0 && value >> (bits - 1) & 1 ? (int64_t)(value - ((uint64_t)1 << bits)) : (int64_t)value;
}

/* --- entries --- */

struct range {
  uint64_t start, end;
  size_t entry; /* offset of the FDE */
};

struct call_frames {
  const unsigned char *section;
  size_t bytes;
  uint64_t address;
  struct range *ranges; /* sorted; NULL: there is an index */
  size_t count;
  struct call_frames_index index;
};

struct common {
  int64_t code_factor, data_factor;
  struct cursor program;
};

/* The contents of the entry at `offset`, behind its length; empty at the end of all entries. */
static struct cursor entry_at(const struct call_frames *frames, size_t offset)
{
  struct cursor cursor = {.at = frames->section + offset, .end = frames->section + frames->bytes};
  if (offset >= frames->bytes)
    return (struct cursor){.at = cursor.end, .end = cursor.end};
  uint64_t bytes = take_bytes(&cursor, 4);
  if (bytes > (uint64_t)(cursor.end - cursor.at)) /* 64-bit entries among them */
    cursor.is_bad = true;
  else
    cursor.end = cursor.at + bytes;
  return cursor;
}

static size_t pointer_bytes(uint64_t encoding)
{
  static const unsigned char bytes[16] = {[0] = 8, [2] = 2, [3] = 4, [4] = 8, [10] = 2, [11] = 4, [12] = 8};
  return bytes[encoding & 15];
}

/* The data that letters behind the 'z' announce: only how functions' addresses are written matters. */
static void check_augmentation(struct cursor *text, struct cursor *data)
{
  uint64_t encoding = 0;
  for (uint64_t letter = take_bytes(text, 1); letter; letter = take_bytes(text, 1)) {
    if (letter == 'R')
      encoding = take_bytes(data, 1);
    else if (letter == 'L')
      take_bytes(data, 1);
    else if (letter == 'P')
      skip_bytes(data, pointer_bytes(take_bytes(data, 1)));
    else if (letter != 'S')
      text->is_bad = true;
  }
  text->is_bad |= encoding != POINTER_RELATIVE_32 || data->is_bad;
}

static bool read_common(const struct call_frames *frames, size_t offset, struct common *ret)
{
  struct cursor cursor = entry_at(frames, offset);
  uint64_t id = take_bytes(&cursor, 4), version = take_bytes(&cursor, 1), first = take_bytes(&cursor, 1);
  if (cursor.is_bad || id != 0 || (version != 1 && version != 3) || first != 'z')
    return false;
  struct cursor letters = cursor;
  while (take_bytes(&cursor, 1) != 0)
    ;
  ret->code_factor = (int64_t)take_unsigned(&cursor);
  ret->data_factor = take_signed(&cursor);
  uint64_t return_register = version == 1 ? take_bytes(&cursor, 1) : take_unsigned(&cursor);
  struct cursor data = {.at = NULL};
  uint64_t data_bytes = take_unsigned(&cursor);
  data.at = cursor.at;
  skip_bytes(&cursor, data_bytes);
  data.end = cursor.at;
  check_augmentation(&letters, &data);
  ret->program = cursor;
  return !cursor.is_bad && !letters.is_bad && return_register == RETURN_ADDRESS;
}

/* An FDE up to its program. `ret_common` is where the entry it refers to begins. */
static struct cursor read_head(const struct call_frames *frames, size_t offset, struct range *ret, size_t *ret_common)
{
  struct cursor cursor = entry_at(frames, offset);
  size_t position = (size_t)(cursor.at - frames->section);
  uint64_t back = take_bytes(&cursor, 4);
  cursor.is_bad |= back > position;
  *ret_common = position - (size_t)back;
  uint64_t field = frames->address + (uint64_t)(cursor.at - frames->section);
  uint64_t start = field + (uint64_t)(int64_t)(int32_t)take_bytes(&cursor, 4);
  *ret = (struct range){.start = start, .end = start + take_bytes(&cursor, 4), .entry = offset};
  skip_bytes(&cursor, take_unsigned(&cursor));
  return cursor;
}

static bool gather_ranges(struct call_frames *frames)
{
  size_t known_common = SIZE_MAX;
  for (size_t offset = 0; offset < frames->bytes;) {
    struct cursor cursor = entry_at(frames, offset);
    if (cursor.is_bad)
      return false;
    if (cursor.at == cursor.end) /* an empty entry ends the list */
      break;
    size_t next = (size_t)(cursor.end - frames->section);
    if (take_bytes(&cursor, 4) != 0) {
      struct range range;
      struct common common;
      size_t common_offset;
      if (read_head(frames, offset, &range, &common_offset).is_bad)
        return false;
      if (common_offset != known_common && !read_common(frames, common_offset, &common))
        return false;
      known_common = common_offset;
      if (range.end > range.start)
        frames->ranges[frames->count++] = range;
    }
    offset = next;
  }
  return true;
}

static bool starts_before(const void *a, const void *b, const void *context)
{
  return ((const struct range *)a)->start < ((const struct range *)b)->start;
}

/* Linkers write them almost in order. */
static void sort_ranges(struct call_frames *frames)
{
  bool is_sorted = true;
  for (size_t i = 1; i < frames->count && is_sorted; i++)
    is_sorted = frames->ranges[i - 1].start < frames->ranges[i].start;
  if (!is_sorted)
    heapsort_items(frames->ranges, frames->count, sizeof *frames->ranges, starts_before, NULL);
}

static bool have_overlaps(const struct call_frames *frames)
{
  for (size_t i = 1; i < frames->count; i++)
    if (frames->ranges[i].start < frames->ranges[i - 1].end)
      return true;
  return false;
}

struct call_frames *call_frames_create(const unsigned char *section, size_t bytes, uint64_t address)
{
  struct call_frames *frames = env_allocate("call frames", sizeof *frames);
  *frames = (struct call_frames){
    .section = section, .bytes = bytes, .address = address,
    .ranges = env_allocate("call frames", (bytes / FDE_LEAST_BYTES + 1) * sizeof *frames->ranges),
  };
  if (gather_ranges(frames)) {
    sort_ranges(frames);
    if (!have_overlaps(frames))
      return frames;
  }
  call_frames_destroy(frames);
  return NULL;
}

struct call_frames *call_frames_create_indexed(const unsigned char *section, size_t bytes, uint64_t address,
                                               const struct call_frames_index *index)
{
  struct call_frames *frames = env_allocate("call frames", sizeof *frames);
  *frames = (struct call_frames){.section = section, .bytes = bytes, .address = address, .index = *index};
  return frames;
}

void call_frames_destroy(struct call_frames *frames)
{
  if (frames) {
    env_free(frames->ranges);
    env_free(frames);
  }
}

/* --- programs --- */

enum saved { IS_UNDEFINED, IS_SAME, IS_SAVED, IS_SAVED_BY_RSP, IS_SAVED_BY_RBP };

struct state {
  uint64_t frame_register;
  int64_t frame_offset;
  bool is_frame_saved; /* the frame address is the word there */
  enum saved how[REGISTERS];
  int64_t offset[REGISTERS];
};

struct machine {
  const struct common *common;
  const struct state *initial; /* NULL while it is made */
  struct state now, remembered[REMEMBERED_MAX];
  unsigned remembered_count;
  uint64_t location, wanted;   /* from the function's start */
};

static void set_register(struct machine *machine, struct cursor *cursor, uint64_t number, enum saved how,
                         int64_t offset)
{
  if (number >= REGISTERS) {
    cursor->is_bad = true;
    return;
  }
  machine->now.how[number] = how;
  machine->now.offset[number] = offset;
}

static void restore_register(struct machine *machine, struct cursor *cursor, uint64_t number)
{
  if (number >= REGISTERS || !machine->initial)
    cursor->is_bad = true;
  else
    set_register(machine, cursor, number, machine->initial->how[number], machine->initial->offset[number]);
}

static void remember_state(struct machine *machine, struct cursor *cursor)
{
  if (machine->remembered_count == REMEMBERED_MAX)
    cursor->is_bad = true;
  else
    machine->remembered[machine->remembered_count++] = machine->now;
}

static void recall_state(struct machine *machine, struct cursor *cursor)
{
  if (machine->remembered_count == 0)
    cursor->is_bad = true;
  else
    machine->now = machine->remembered[--machine->remembered_count];
}

static void advance_location(struct machine *machine, uint64_t units)
{
  machine->location += units * (uint64_t)machine->common->code_factor;
}

/* A register, a number, and perhaps that the word there is meant. */
static uint64_t take_expression(struct cursor *cursor, int64_t *ret_offset, bool *ret_is_word)
{
  uint64_t bytes = take_unsigned(cursor);
  struct cursor expression = {.at = cursor->at};
  skip_bytes(cursor, bytes);
  expression.end = cursor->at;
  const uint64_t number = take_bytes(&expression, 1) - BASE_REGISTER;
  *ret_offset = take_signed(&expression);
  *ret_is_word = expression.at < expression.end;
  cursor->is_bad |= *ret_is_word && take_bytes(&expression, 1) != DEREFERENCE;
  cursor->is_bad |= expression.is_bad || expression.at != expression.end || number >= BASE_REGISTERS;
  return number;
}

static void set_frame_by_expression(struct machine *machine, struct cursor *cursor)
{
  struct state *now = &machine->now;
  now->frame_register = take_expression(cursor, &now->frame_offset, &now->is_frame_saved);
}

static void set_register_by_expression(struct machine *machine, struct cursor *cursor)
{
  int64_t offset;
  bool is_word;
  const uint64_t number = take_unsigned(cursor), base = take_expression(cursor, &offset, &is_word);
  const bool matters = number == RBP || number == RETURN_ADDRESS;
  cursor->is_bad |= matters && (is_word || (base != RSP && base != RBP));
  set_register(machine, cursor, number, base == RBP ? IS_SAVED_BY_RBP : IS_SAVED_BY_RSP, offset);
}

static void run_operation(struct machine *machine, struct cursor *cursor, uint64_t operation)
{
  switch (operation) {
  case OP_NOP:
    break;
  case OP_ADVANCE_1:
    advance_location(machine, take_bytes(cursor, 1));
    break;
  case OP_ADVANCE_2:
    advance_location(machine, take_bytes(cursor, 2));
    break;
  case OP_ADVANCE_4:
    advance_location(machine, take_bytes(cursor, 4));
    break;
  case OP_UNDEFINED:
    set_register(machine, cursor, take_unsigned(cursor), IS_UNDEFINED, 0);
    break;
  case OP_SAME:
    set_register(machine, cursor, take_unsigned(cursor), IS_SAME, 0);
    break;
  case OP_REMEMBER:
    remember_state(machine, cursor);
    break;
  case OP_RECALL:
    recall_state(machine, cursor);
    break;
  case OP_FRAME:
    machine->now.frame_register = take_unsigned(cursor);
    machine->now.frame_offset = (int64_t)take_unsigned(cursor);
    machine->now.is_frame_saved = false;
    break;
  case OP_FRAME_REGISTER:
    machine->now.frame_register = take_unsigned(cursor);
    break;
  case OP_FRAME_EXPRESSION:
    set_frame_by_expression(machine, cursor);
    break;
  case OP_EXPRESSION:
    set_register_by_expression(machine, cursor);
    break;
  case OP_FRAME_OFFSET:
    machine->now.frame_offset = (int64_t)take_unsigned(cursor);
    break;
  case OP_ARGUMENTS_SIZE:
    take_unsigned(cursor);
    break;
  default:
    cursor->is_bad = true;
  }
}

/* Up to the wanted instruction; false: not understood. */
static bool run_program(struct machine *machine, struct cursor cursor)
{
  while (cursor.at < cursor.end && !cursor.is_bad) {
    uint64_t byte = take_bytes(&cursor, 1), operand = byte & 0x3f;
    switch (byte & 0xc0) {
    case OP_ADVANCE:
      advance_location(machine, operand);
      break;
    case OP_OFFSET:
      set_register(machine, &cursor, operand, IS_SAVED, (int64_t)take_unsigned(&cursor) * machine->common->data_factor);
      break;
    case OP_RESTORE:
      restore_register(machine, &cursor, operand);
      break;
    default:
      run_operation(machine, &cursor, byte);
    }
    if (machine->location > machine->wanted) /* by an operation that changes nothing else */
      break;
  }
  return !cursor.is_bad;
}

static enum call_frame_base base_of(enum saved how)
{
  return how == IS_SAVED_BY_RSP ? CALL_FRAME_RSP : how == IS_SAVED_BY_RBP ? CALL_FRAME_RBP : CALL_FRAME_ADDRESS;
}

static enum call_frames_answer rule_from_state(const struct state *state, struct call_frame_rule *ret)
{
  bool is_rbp_based = state->frame_register == RBP;
  if ((!is_rbp_based && state->frame_register != RSP) || state->how[RETURN_ADDRESS] == IS_SAME)
    return CALL_FRAMES_NONE;
  *ret = (struct call_frame_rule){
    .is_rbp_based = is_rbp_based,
    .frame_offset = state->frame_offset,
    .has_caller = state->how[RETURN_ADDRESS] != IS_UNDEFINED,
    .return_offset = state->offset[RETURN_ADDRESS],
    .saves_rbp = state->how[RBP] > IS_SAME,
    .rbp_offset = state->offset[RBP],
    .is_frame_saved = state->is_frame_saved,
    .return_base = base_of(state->how[RETURN_ADDRESS]),
    .rbp_base = base_of(state->how[RBP]),
  };
  ret->is_odd = ret->is_frame_saved || ret->return_base != CALL_FRAME_ADDRESS || ret->rbp_base != CALL_FRAME_ADDRESS;
  return CALL_FRAMES_RULE;
}

/* One of the numbers of an index. */
static uint64_t index_number(const struct call_frames *frames, size_t at)
{
  struct cursor cursor = {.at = frames->index.pairs + at * 4, .end = frames->index.pairs + (at + 1) * 4};
  return frames->index.base + (uint64_t)(int64_t)(int32_t)take_bytes(&cursor, 4);
}

/* The entry of the last function that begins at the instruction or before. */
static bool find_in_index(const struct call_frames *frames, uint64_t instruction, size_t *ret_entry)
{
  size_t low = 0, high = frames->index.count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (index_number(frames, 2 * middle) <= instruction)
      low = middle + 1;
    else
      high = middle;
  }
  *ret_entry = low > 0 ? (size_t)(index_number(frames, 2 * low - 1) - frames->address) : SIZE_MAX;
  return *ret_entry < frames->bytes;
}

static bool find_in_ranges(const struct call_frames *frames, uint64_t instruction, size_t *ret_entry)
{
  size_t low = 0, high = frames->count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (frames->ranges[middle].end <= instruction)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == frames->count || frames->ranges[low].start > instruction)
    return false;
  *ret_entry = frames->ranges[low].entry;
  return true;
}

enum call_frames_answer call_frames_find(const struct call_frames *frames, uint64_t instruction,
                                         struct call_frame_rule *ret)
{
  size_t entry, common_offset;
  if (!(frames->ranges ? find_in_ranges : find_in_index)(frames, instruction, &entry))
    return CALL_FRAMES_NONE;
  struct range range;
  struct common common;
  struct cursor program = read_head(frames, entry, &range, &common_offset);
  if (program.is_bad || !read_common(frames, common_offset, &common))
    return CALL_FRAMES_UNSURE;
  if (instruction - range.start >= range.end - range.start)
    return CALL_FRAMES_NONE;
  struct machine machine = {.common = &common};
  if (!run_program(&machine, common.program) || machine.location != 0)
    return CALL_FRAMES_UNSURE;
  struct state initial = machine.now;
  machine.initial = &initial;
  machine.wanted = instruction - range.start;
  return run_program(&machine, program) ? rule_from_state(&machine.now, ret) : CALL_FRAMES_UNSURE;
}
