/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The processor ignores a REX prefix that is not the last one, segments other than %fs and %gs, and F2 and F3 where
 * they are not a part of the opcode; of several that exclude each other it takes the last (Intel's manual, volume 2,
 * 2.1.1 and 2.2.1). VEX takes each REX, and knows no other of these. So what matters is written anew.
 *
 * The new form begins later, by the bytes that were left out, so that it ends where the instruction does. A repeated
 * string instruction jumps to its own beginning, so there its F2 or F3 comes several times. */
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
  return (opcode[0] >= 0x70 && opcode[0] <= 0x7f) || (opcode[0] >= 0xe0 && opcode[0] <= 0xe3) ||
         (opcode[0] >= 0xe8 && opcode[0] <= 0xeb) || (opcode[0] & 0xfe) == 0xc2 ||
         number == 2 || number == 4;
}

/* At calls, jumps and returns they are hints, which VEX knows, as it does the pause and the hints of transactions
 * behind a lock. */
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

/* --- what W means --- */

/* Behind 0F: nothing to instructions on vectors, but for moves and conversions from and to general registers. */
static Bool ignores_w_behind_0f(const UChar *opcode, const struct prefixes *prefixes)
{
  const Bool is_conversion = opcode[0] == 0x2a || opcode[0] == 0x2c || opcode[0] == 0x2d;
  if (is_conversion)
    return prefixes->repeat == 0;
  if (opcode[0] == 0x38)
    return opcode[1] < 0xf0;
  if (opcode[0] == 0x3a)
    return opcode[1] != 0x16 && opcode[1] != 0x22 && opcode[1] != 0x60 && opcode[1] != 0x61;
  return (opcode[0] >= 0x10 && opcode[0] <= 0x17) || (opcode[0] >= 0x28 && opcode[0] <= 0x2f) ||
         (opcode[0] >= 0x50 && opcode[0] <= 0x7f && opcode[0] != 0x6e && opcode[0] != 0x7e) || opcode[0] == 0xc2 ||
         (opcode[0] >= 0xc4 && opcode[0] <= 0xc6) || opcode[0] >= 0xd0;
}

/* To these not even a REX means anything: input and output. */
static Bool ignores_rex(const UChar *opcode)
{
  return (opcode[0] & 0xf4) == 0xe4;
}

static Bool ignores_w(const UChar *opcode, const struct prefixes *prefixes)
{
  const Bool has_w = (prefixes->rex & 8) != 0;
  return (has_w && opcode[0] == 0x0f && ignores_w_behind_0f(opcode + 1, prefixes)) ||
         (prefixes->rex != 0 && ignores_rex(opcode));
}

/* --- the plain form --- */

/* `test` has a second number, which no assembler writes. */
static Bool is_second_test(const UChar *opcode)
{
  return (opcode[0] & 0xfe) == 0xf6 && (opcode[1] >> 3 & 7) == 1;
}

/* movslq without W widens nothing. */
static Bool is_mov(const UChar *opcode, const struct prefixes *prefixes)
{
  return opcode[0] == 0x63 && !(prefixes->rex & 8);
}

/* F2 is F3 to those that compare nothing. */
static Bool is_repeated_by_f2(const UChar *opcode, const struct prefixes *prefixes)
{
  return prefixes->repeat == 0xf2 && ((opcode[0] & 0xfe) == 0xa4 || (opcode[0] >= 0xaa && opcode[0] <= 0xad));
}

/* Behind 0F: F2 and F3 beside 66 say by themselves which operation on vectors it is. */
static Bool ignores_size_behind_0f(const UChar *code, const struct prefixes *prefixes)
{
  const UChar opcode = code[0];
  if (opcode == 0x38) /* adox, crc32b */
    return (code[1] == 0xf6 && prefixes->repeat == 0xf3) || (code[1] == 0xf0 && prefixes->repeat == 0xf2);
  return (opcode >= 0x10 && opcode <= 0x17) || (opcode >= 0x2a && opcode <= 0x2d) ||
         (opcode >= 0x50 && opcode <= 0x7f) || opcode == 0xc2 || opcode >= 0xd0;
}

/* A byte is a byte, but VEX does not take the size then. */
static Bool ignores_size(const UChar *opcode, const struct prefixes *prefixes)
{
  if (!prefixes->has_66)
    return False;
  if (opcode[0] == 0x0f)
    return prefixes->repeat != 0 && ignores_size_behind_0f(opcode + 1, prefixes);
  const Bool is_abort = opcode[0] == 0xc6 && opcode[1] == 0xf8; /* of a transaction */
  return (opcode[0] & 0xfd) == 0xa0 || is_abort;
}

/* A word that is widened to a word is moved, which has one byte of opcode. */
static Bool is_mov_of_word(const UChar *opcode, const struct prefixes *prefixes)
{
  return opcode[0] == 0x0f && (opcode[1] & 0xf7) == 0xb7 && prefixes->has_66 && prefixes->repeat == 0 &&
         !(prefixes->rex & 8);
}

static Bool has_other_name(const UChar *opcode, const struct prefixes *prefixes)
{
  return is_second_test(opcode) || is_mov(opcode, prefixes) || is_mov_of_word(opcode, prefixes);
}

/* VEX.W means nothing to most instructions on vectors, and VEX takes that for granted of some. A set for each table of
 * opcodes. */
static Bool has_needless_w(const UChar *opcode)
{
  static const struct {
    UChar first, last;
  } ignoring[][16] = {
    {{0x10, 0x29},
     {0x2b, 0x2b},
     {0x2e, 0x2f},
     {0x50, 0x6d},
     {0x6f, 0x77},
     {0x7c, 0x7d},
     {0x7f, 0x7f},
     {0xc2, 0xc2},
     {0xc4, 0xc6},
     {0xd0, 0xff}},
    {{0x00, 0x0b}, {0x17, 0x17}, {0x1c, 0x1e}, {0x20, 0x25}, {0x28, 0x2b}, {0x30, 0x35}, {0x37, 0x41}, {0xdb, 0xdf}},
    {{0x08, 0x0f}, {0x14, 0x15}, {0x17, 0x17}, {0x20, 0x21}, {0x40, 0x42}, {0x44, 0x44}, {0x62, 0x63}, {0xdf, 0xdf}}};
  const UInt table = (opcode[1] & 0x1f) - 1u;
  if (opcode[0] != 0xc4 || !(opcode[2] & 0x80) || table > 2)
    return False;
  if (table == 0 && opcode[3] == 0x7e) /* movq with F3, but not what has 66 */
    return (opcode[2] & 3) == 2;
  for (UInt i = 0; i < 16 && ignoring[table][i].last != 0; i++)
    if (opcode[3] >= ignoring[table][i].first && opcode[3] <= ignoring[table][i].last)
      return True;
  return False;
}

/* Nor does the length to vroundss and vroundsd. */
static Bool has_needless_length(const UChar *opcode)
{
  return opcode[0] == 0xc4 && (opcode[1] & 0x1f) == 3 && (opcode[2] & 4) && (opcode[3] & 0xfe) == 0x0a;
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

/* What the processor takes no notice of is taken away; `prefixes` are those that matter then. */
static Bool leave_out(struct prefixes *prefixes, const UChar *opcode)
{
  Bool is_other =
    prefixes->has_lost_rex || prefixes->repeats > 1 || prefixes->segments > 1 || prefixes->count > PREFIXES_MAX;
  const Bool drops_repeat = prefixes->repeat != 0 && ignores_repeat(opcode, prefixes);
  const Bool drops_segment = is_string_instruction(opcode) && prefixes->ignored_segment != 0; /* VEX takes none there */
  const Bool drops_w = ignores_w(opcode, prefixes), drops_size = ignores_size(opcode, prefixes);
  const Bool becomes_f3 = is_repeated_by_f2(opcode, prefixes);
  is_other |= drops_repeat || drops_segment || drops_w || drops_size || becomes_f3;
  if (drops_repeat)
    prefixes->repeat = 0;
  if (becomes_f3)
    prefixes->repeat = 0xf3;
  if (drops_w)
    prefixes->rex = ignores_rex(opcode) ? 0 : (UChar)(prefixes->rex & ~8u);
  if (drops_size)
    prefixes->has_66 = False;
  return is_other;
}

static void write_opcode(UChar *opcode, const struct prefixes *prefixes)
{
  if (is_second_test(opcode))
    opcode[1] &= 0xc7;
  if (is_mov(opcode, prefixes))
    opcode[0] = 0x8b;
  if (is_mov_of_word(opcode, prefixes))
    opcode[1] = 0x8b;
  if (has_needless_w(opcode))
    opcode[2] &= 0x7f;
  if (has_needless_length(opcode))
    opcode[2] &= 0xfb;
}

Bool prefixes_make_plain(const UChar *code, struct plain_instruction *ret)
{
  struct prefixes prefixes = prefixes_of(code);
  const UChar *const opcode = code + prefixes.count;
  const UChar fill = prefixes.repeat;
  if (prefixes.count >= INSTRUCTION_BYTES_MAX - 1)
    return False;
  const Bool is_other = leave_out(&prefixes, opcode);
  const Bool is_repeated = prefixes.repeat != 0 && is_string_instruction(opcode);
  if (!is_other && !has_other_name(opcode, &prefixes) && !has_needless_w(opcode) && !has_needless_length(opcode))
    return False;
  const UInt bytes_behind = INSTRUCTION_BYTES_MAX - prefixes.count;
  if (guarded_copy(ret->code + prefixes.count, opcode, bytes_behind) != bytes_behind)
    return False; /* it may end in front of what cannot be read, or fault there */
  UChar made[PREFIXES_MAX];
  const UInt count = put(&prefixes, prefixes.repeat != 0, made);
  const UInt left_out = prefixes.count - count + is_mov_of_word(opcode, &prefixes);
  ret->code[INSTRUCTION_BYTES_MAX] = 0;
  write_opcode(ret->code + prefixes.count, &prefixes);
  VG_(memset)(ret->code, is_repeated ? prefixes.repeat : fill, left_out);
  VG_(memcpy)(ret->code + left_out, made, count);
  ret->start = is_repeated ? 0 : left_out;
  return True;
}
