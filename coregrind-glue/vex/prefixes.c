/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The processor ignores a REX prefix that is not the last one, segments other than %fs and %gs, and F2 and F3 where they are not a
 * part of the opcode; of several that exclude each other it takes the last (Intel's manual, volume 2, 2.1.1 and 2.2.1). VEX takes
 * each REX, and knows no other of these. So what matters is written anew.
 *
 * The new form begins later, by the bytes that were left out, so that it ends where the instruction does. A repeated string instruction
 * jumps to its own beginning, so there its F2 or F3 comes several times. */
#include "coregrind-glue/vex/prefixes.h"

#include "coregrind-glue/core/guarded.h"

#include "pub_tool_libcbase.h"

enum { PREFIXES_MAX = 7 }; /* that VEX takes */

struct prefixes {
  Bool has_66, has_67, has_lock, has_lost_rex;
  UChar repeat, segment, ignored_segment, rex; /* the last; 0: none */
  UInt repeats, segments, count;               /* different ones; all bytes */
};

static Bool is_rex(UChar byte)
{
  return (byte & 0xf0) == 0x40;
}

static void take_last(UChar byte, UChar *last, UInt *different)
{
  *different += *last != byte;
  *last = byte;
}

/* False: it is none. */
static Bool take(struct prefixes *prefixes, UChar byte)
{
  prefixes->has_lost_rex |= prefixes->rex != 0;
  prefixes->rex = 0;
  switch (byte) {
  case 0x66:
    prefixes->has_66 = True;
    return True;
  case 0x67:
    prefixes->has_67 = True;
    return True;
  case 0xf0:
    prefixes->has_lock = True;
    return True;
  case 0xf2:
  case 0xf3:
    take_last(byte, &prefixes->repeat, &prefixes->repeats);
    return True;
  case 0x26:
  case 0x2e:
  case 0x36:
  case 0x3e:
    take_last(byte, &prefixes->ignored_segment, &prefixes->segments);
    return True;
  case 0x64:
  case 0x65:
    take_last(byte, &prefixes->segment, &prefixes->segments);
    return True;
  default:
    prefixes->rex = is_rex(byte) ? byte : 0;
    return prefixes->rex != 0;
  }
}

static Bool is_prefix(UChar byte)
{
  struct prefixes none = {0};
  return take(&none, byte);
}

static struct prefixes prefixes_of(const UChar *code)
{
  struct prefixes prefixes = {0};
  while (prefixes.count < INSTRUCTION_BYTES_MAX && is_prefix(code[prefixes.count]))
    (void)take(&prefixes, code[prefixes.count++]);
  return prefixes;
}

/* --- what F2 and F3 mean --- */

static Bool is_string_instruction(const UChar *opcode)
{
  return (opcode[0] >= 0x6c && opcode[0] <= 0x6f) || (opcode[0] >= 0xa4 && opcode[0] <= 0xa7) ||
         (opcode[0] >= 0xaa && opcode[0] <= 0xaf);
}

/* Behind 0F: moves and sets by a condition, jumps, nops, and the general ones. */
static Bool ignores_repeat_behind_0f(UChar opcode, UChar repeat)
{
  if (opcode == 0xbc || opcode == 0xbd)
    return repeat == 0xf2;
  return (opcode >= 0x40 && opcode <= 0x4f) || (opcode >= 0x90 && opcode <= 0xb7 && opcode != 0xae) || opcode == 0x0d ||
         (opcode >= 0x18 && opcode <= 0x1d) || opcode == 0x1f || (opcode >= 0xba && opcode <= 0xc1 && opcode != 0xb9) ||
         (opcode >= 0xc8 && opcode <= 0xcf);
}

static Bool is_jump(const UChar *opcode)
{
  const UChar number = opcode[0] == 0xff ? opcode[1] >> 3 & 7 : 0;
  return (opcode[0] >= 0x70 && opcode[0] <= 0x7f) || (opcode[0] >= 0xe0 && opcode[0] <= 0xeb) || (opcode[0] & 0xfe) == 0xc2 ||
         number == 2 || number == 4;
}

/* At calls, jumps and returns they are hints, which VEX knows, as it does the pause and the hints of transactions behind a lock. */
static Bool ignores_repeat(const UChar *opcode, const struct prefixes *prefixes)
{
  if (opcode[0] == 0x0f)
    return ignores_repeat_behind_0f(opcode[1], prefixes->repeat);
  const Bool is_vector = opcode[0] == 0xc4 || opcode[0] == 0xc5 || opcode[0] == 0x62;
  const Bool is_nop = opcode[0] == 0x90;
  if (is_nop)
    return prefixes->repeat == 0xf2 || prefixes->has_66;
  return !is_vector && !is_jump(opcode) && !is_string_instruction(opcode) && !prefixes->has_lock;
}

/* --- the plain form --- */

/* `test` has a second number, which no assembler writes. */
static Bool is_second_test(const UChar *opcode)
{
  return (opcode[0] & 0xfe) == 0xf6 && (opcode[1] >> 3 & 7) == 1;
}

static UInt put(const struct prefixes *prefixes, Bool has_repeat, UChar *ret)
{
  UInt count = 0;
  if (prefixes->has_66)
    ret[count++] = 0x66;
  if (prefixes->has_67)
    ret[count++] = 0x67;
  if (prefixes->has_lock)
    ret[count++] = 0xf0;
  if (prefixes->segment)
    ret[count++] = prefixes->segment;
  if (has_repeat)
    ret[count++] = prefixes->repeat;
  if (prefixes->rex)
    ret[count++] = prefixes->rex;
  return count;
}

Bool prefixes_make_plain(const UChar *code, struct plain_instruction *ret)
{
  const struct prefixes prefixes = prefixes_of(code);
  const UChar *const opcode = code + prefixes.count;
  if (prefixes.count >= INSTRUCTION_BYTES_MAX - 1)
    return False;
  const Bool drops_repeat = prefixes.repeat != 0 && ignores_repeat(opcode, &prefixes);
  const Bool is_repeated = prefixes.repeat != 0 && is_string_instruction(opcode); /* for VEX without any segment */
  if (!prefixes.has_lost_rex && prefixes.repeats < 2 && prefixes.segments < 2 && prefixes.count <= PREFIXES_MAX && !drops_repeat &&
      !is_second_test(opcode) && !(is_repeated && prefixes.segments != 0))
    return False;
  const UInt bytes_behind = INSTRUCTION_BYTES_MAX - prefixes.count;
  if (guarded_copy(ret->code + prefixes.count, opcode, bytes_behind) != bytes_behind)
    return False; /* it may end in front of what cannot be read, or fault there */
  UChar made[PREFIXES_MAX];
  const UInt count = put(&prefixes, prefixes.repeat != 0 && !drops_repeat, made);
  const UInt left_out = prefixes.count - count;
  ret->code[INSTRUCTION_BYTES_MAX] = 0;
  VG_(memset)(ret->code, prefixes.repeat, left_out);
  VG_(memcpy)(ret->code + left_out, made, count);
  ret->start = is_repeated ? 0 : left_out;
  if (is_second_test(opcode))
    ret->code[prefixes.count + 1] &= 0xc7;
  return True;
}
