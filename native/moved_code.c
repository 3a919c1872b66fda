/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What an instruction says relative to itself (jumps, data beside the code) is said anew from its new place. Calls are
 * not moved, as they would leave another return address; nor is what jumps back among the moved instructions. */
#include "native/moved_code.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { JUMP_LONG_BYTES = 5, INSTRUCTION_MAX = 15 };

/* One instruction, as far as it has to be known. */
struct instruction {
  size_t bytes;
  size_t relative_at; /* where a displacement of 4 bytes from the instruction's end stands; 0: there is none */
  bool is_jump;       /* its target is `target`, and it is to be made anew */
  unsigned condition; /* of a jump: the low bits of its opcode; ALWAYS */
  int64_t target;     /* from the instruction's beginning */
};

enum { ALWAYS = 16 };

/* What follows an opcode. */
enum form {
  UNKNOWN,
  PLAIN,     /* nothing */
  OPERAND,   /* a ModRM byte and what it asks for */
  OPERAND_1, /* and a byte */
  OPERAND_4, /* and four bytes */
  NUMBER_1,  /* a byte */
  NUMBER_4,  /* four bytes, or eight if the prefix asks for them */
  BRANCH_1,
  BRANCH_4,
};

static bool is_between(unsigned opcode, unsigned first, unsigned last)
{
  return opcode >= first && opcode <= last;
}

/* Of the eight groups of arithmetic: to and from memory, then with a number. */
static enum form form_of_arithmetic(unsigned opcode)
{
  const unsigned kind = opcode & 7;
  return kind < 4 ? OPERAND : kind == 4 ? NUMBER_1 : kind == 5 ? NUMBER_4 : UNKNOWN;
}

static enum form form_of(unsigned opcode)
{
  if (opcode < 0x40)
    return form_of_arithmetic(opcode);
  if (is_between(opcode, 0x50, 0x5f) || opcode == 0x90)
    return PLAIN;
  if (is_between(opcode, 0x70, 0x7f) || opcode == 0xeb)
    return BRANCH_1;
  if (opcode == 0x80 || opcode == 0x83 || opcode == 0xc0 || opcode == 0xc1 || opcode == 0xc6 || opcode == 0x6b)
    return OPERAND_1;
  if (opcode == 0x81 || opcode == 0xc7)
    return OPERAND_4;
  if (opcode == 0x63 || is_between(opcode, 0x84, 0x8b) || opcode == 0x8d || opcode == 0xd1 || opcode == 0xd3)
    return OPERAND;
  if (is_between(opcode, 0xb8, 0xbf))
    return NUMBER_4;
  return opcode == 0xe9 ? BRANCH_4 : UNKNOWN;
}

/* Of opcodes behind 0x0f. */
static enum form form_of_second(unsigned opcode)
{
  if (is_between(opcode, 0x80, 0x8f))
    return BRANCH_4;
  if (opcode == 0x1e || opcode == 0x1f || opcode == 0xaf || is_between(opcode, 0x40, 0x4f) ||
      is_between(opcode, 0x90, 0x9f) || opcode == 0xb6 || opcode == 0xb7 || opcode == 0xbe || opcode == 0xbf ||
      opcode == 0x10 || opcode == 0x11 || opcode == 0x28 || opcode == 0x29 || opcode == 0x57 || opcode == 0x6f ||
      opcode == 0x7f || opcode == 0xd6 || opcode == 0xef)
    return OPERAND;
  return opcode == 0x05 ? PLAIN : UNKNOWN;
}

/* Bytes of the operand, from its ModRM byte on. */
static size_t operand_bytes(const unsigned char *operand, bool *ret_is_relative)
{
  const unsigned mode = operand[0] >> 6, base = operand[0] & 7;
  const bool has_index = mode != 3 && base == 4;
  size_t bytes = has_index ? 2 : 1;
  *ret_is_relative = mode == 0 && base == 5;
  if (*ret_is_relative || mode == 2 || (mode == 0 && has_index && (operand[1] & 7) == 5))
    bytes += 4;
  else if (mode == 1)
    bytes += 1;
  return bytes;
}

static int32_t number_at(const unsigned char *code)
{
  int32_t number;
  memcpy(&number, code, sizeof number);
  return number;
}

static void read_branch(const unsigned char *code, size_t at, enum form form, unsigned opcode, struct instruction *ret)
{
  ret->bytes = at + (form == BRANCH_1 ? 1 : 4);
  ret->is_jump = true;
  ret->condition = opcode == 0xeb || opcode == 0xe9 ? ALWAYS : opcode & 15;
  ret->target = (int64_t)ret->bytes + (form == BRANCH_1 ? (int8_t)code[at] : number_at(code + at));
}

static bool read_operand(const unsigned char *code, size_t at, enum form form, struct instruction *ret)
{
  bool is_relative;
  const size_t bytes = operand_bytes(code + at, &is_relative);
  ret->bytes = at + bytes + (form == OPERAND_1 ? 1 : form == OPERAND_4 ? 4 : 0);
  ret->relative_at = is_relative ? at + 1 : 0;
  return true;
}

/* False: it is not understood. */
static bool read_instruction(const unsigned char *code, struct instruction *ret)
{
  size_t at = 0;
  bool is_wide = false, is_short = false;
  *ret = (struct instruction){.bytes = 0};
  for (; code[at] == 0x66 || code[at] == 0xf2 || code[at] == 0xf3 || code[at] == 0x64; at++)
    is_short |= code[at] == 0x66;
  if ((code[at] & 0xf0) == 0x40)
    is_wide = (code[at++] & 8) != 0;
  const bool is_second = code[at] == 0x0f;
  at += is_second;
  const unsigned opcode = code[at++];
  const enum form form = is_second ? form_of_second(opcode) : form_of(opcode);
  if (form == UNKNOWN || (is_short && (form == OPERAND_4 || form == NUMBER_4)))
    return false;
  if (form == OPERAND || form == OPERAND_1 || form == OPERAND_4)
    return read_operand(code, at, form, ret);
  if (form == BRANCH_1 || form == BRANCH_4) {
    read_branch(code, at, form, opcode, ret);
    return true;
  }
  const bool is_move = !is_second && is_between(opcode, 0xb8, 0xbf);
  ret->bytes = at + (form == NUMBER_1 ? 1 : form == NUMBER_4 ? (is_wide && is_move ? 8 : 4) : 0);
  return true;
}

static bool put_distance(unsigned char *at, int64_t distance)
{
  const int32_t number = (int32_t)distance;
  memcpy(at, &number, sizeof number);
  return number == distance;
}

/* A jump from `to` to an address; its bytes, 0: it is too far. */
static size_t put_jump(unsigned char *to, unsigned condition, uint64_t target)
{
  size_t at = 0;
  if (condition != ALWAYS)
    to[at++] = 0x0f;
  to[at++] = condition == ALWAYS ? 0xe9 : (unsigned char)(0x80 | condition);
  return put_distance(to + at, (int64_t)(target - (uint64_t)(to + at + 4))) ? at + 4 : 0;
}

/* Returns the bytes at `to`; 0: it cannot be moved. */
static size_t move(const struct instruction *instruction, const unsigned char *code, unsigned char *to)
{
  if (instruction->is_jump)
    return put_jump(to, instruction->condition, (uint64_t)code + (uint64_t)instruction->target);
  memcpy(to, code, instruction->bytes);
  if (instruction->relative_at == 0)
    return instruction->bytes;
  const int64_t distance = number_at(code + instruction->relative_at) + (int64_t)(code - to);
  return put_distance(to + instruction->relative_at, distance) ? instruction->bytes : 0;
}

/* Does a jump lead among the instructions in [0, bytes)? */
static bool leads_inside(const struct instruction *instruction, size_t at, size_t bytes)
{
  const int64_t target = (int64_t)at + instruction->target;
  return instruction->is_jump && target > 0 && target < (int64_t)bytes;
}

size_t moved_code_copy(const unsigned char *from, size_t least, unsigned char *to)
{
  struct instruction instruction;
  size_t taken = 0, put = 0, bytes = 0;
  while (bytes < least) {
    if (!read_instruction(from + bytes, &instruction))
      return 0;
    bytes += instruction.bytes;
    if (instruction.is_jump && instruction.condition == ALWAYS && bytes < least)
      return 0;
  }
  while (taken < bytes) {
    (void)read_instruction(from + taken, &instruction);
    const size_t moved =
      put + INSTRUCTION_MAX + JUMP_LONG_BYTES <= MOVED_CODE_BYTES && !leads_inside(&instruction, taken, bytes)
        ? move(&instruction, from + taken, to + put)
        : 0;
    if (moved == 0)
      return 0;
    put += moved;
    taken += instruction.bytes;
  }
  return put_jump(to + put, ALWAYS, (uint64_t)from + bytes) ? bytes : 0;
}
