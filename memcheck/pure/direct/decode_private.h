/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a line of instructions.def says, and an instruction taken apart: shared by the files of the decoder. */
#ifndef SEEP_MEMCHECK_PURE_DIRECT_DECODE_PRIVATE_H
#define SEEP_MEMCHECK_PURE_DIRECT_DECODE_PRIVATE_H

#include "memcheck/pure/direct/decode.h"

/* Which bytes lead to the opcode. */
enum direct_table {
  TABLE_ONE, TABLE_OF, TABLE_OF38, TABLE_OF3A, TABLE_VEX_OF, TABLE_VEX_OF38, TABLE_VEX_OF3A, DIRECT_TABLES
};

/* The prefix that is part of the opcode, numbered as in a VEX prefix. */
enum direct_prefix { PREFIX_NP, PREFIX_P66, PREFIX_PF3, PREFIX_PF2, DIRECT_PREFIXES };

/* How wide an operand is. In memory that is the size of the access; of a general register a write of less than four
 * bytes keeps the rest. */
enum direct_width {
  DIRECT_NOTHING,
  GB, GW, GD, GQ,     /* general: 1, 2, 4, 8 bytes */
  GV,                 /* 2, 4 or 8, by 66 and W */
  GY,                 /* 4 or 8, by W */
  GB_OF_D, GW_OF_D,   /* 1 and 2 in memory, 4 in a register */
  X1, X2, X4, X8, X16,/* of a vector register so many bytes, at any address */
  XL,                 /* the whole register, 16 or 32 bytes: in memory aligned, unless the encoding is VEX */
  XU, XA,             /* the same at any address, and always aligned */
  XHALF, XQUARTER, XEIGHTH,
  XW,                 /* 4 or 8 bytes, by W */
  XDUP,               /* 8 bytes or 32, by the length */
};

enum { DIRECT_FWAIT = 0x9b };

enum { DIRECT_WIDTH_BITS = 6, DIRECT_WIDTH = (1 << DIRECT_WIDTH_BITS) - 1, DIRECT_READS = 1, DIRECT_WRITES = 2 };
#define NONE DIRECT_NOTHING
#define READ(width) ((width) | DIRECT_READS << DIRECT_WIDTH_BITS)
#define WRITE(width) ((width) | DIRECT_WRITES << DIRECT_WIDTH_BITS)
#define MODIFY(width) ((width) | (DIRECT_READS | DIRECT_WRITES) << DIRECT_WIDTH_BITS)
#define ADDRESS(width) (width) /* memory that is named, but not touched */

/* What else a line says; the low half of a word. */
enum {
  /* The immediate. */
  IMM8 = 1, IMM32,
  IMM_Z,                      /* 2 or 4 bytes by 66 */
  IMM_V,                      /* up to 8 */
  IMM_VECTOR,                 /* names a register, which is read */
  IMM16,
  DIRECT_IMMEDIATE = 7,
  /* Where the operand `rm` is. */
  IN_MODRM = 0 << 3, IN_OPCODE = 1 << 3, IN_RAX = 2 << 3, IN_NOTHING = 3 << 3, DIRECT_PLACE = 3 << 3,
  ONLY_REGISTER = 1 << 5,
  ONLY_MEMORY = 1 << 6,
  /* VEX: without these, neither the bit for 256 bits nor W may be set. */
  ANY_LENGTH = 1 << 7,
  ONLY_256 = 1 << 8,
  ANY_W = 1 << 9,
  ONLY_W = 1 << 10,           /* W must be set; holds without VEX, too */
  LOCKABLE = 1 << 11,
  ZEROING = 1 << 12,          /* the result does not depend on a register that is both operands */
  MERGES = 1 << 13,           /* from register to register, keeps a part of what it writes */
  IS_NOP = 1 << 14,           /* names registers or memory without any effect */
  ALL_VECTORS = 1 << 15,      /* writes them, and reads them unless the length is 256 */
  TRAPS = 1 << 16,
  COUNTED = 1 << 17,          /* the flags depend on the immediate, which is a count of bits */
  IS_GROUP = 1 << 18,         /* the digit in ModRM says which instruction it is; `reg` is the number of the group */
  IN_TABLE = 1 << 19,
  /* What it is when it writes the stack pointer. */
  STACK_ADD = 1 << 20, STACK_SUB = 2 << 20, STACK_AND = 3 << 20, STACK_MOVE = 4 << 20, STACK_LEA = 5 << 20,
  DIRECT_STACK_MOVES = 7 << 20,
  COMPARES = 1 << 23,         /* the immediate is the number of a comparison: 8 of them, 32 with VEX */
  SHIFTS_DOUBLE = 1 << 24,    /* undefined for counts beyond 16 bits */
  MODRM_FA = 1 << 25,         /* the only value of the byte */
  /* Others do the same, but nothing writes them. */
  RM_0 = 1 << 26,
  NO_W = 1 << 27,             /* holds without VEX */
  NO_REX = 1 << 28,
};

/* The high half: registers that the encoding does not name, and the kind. */
enum {
  DIRECT_READS_RAX = 1 << 0, DIRECT_READS_RCX = 1 << 1, DIRECT_READS_RDX = 1 << 2, DIRECT_READS_XMM0 = 1 << 3,
  DIRECT_WRITES_RAX = 1 << 4, DIRECT_WRITES_RDX = 1 << 5,
};
enum { DIRECT_IMPLIED_SHIFT = 32, DIRECT_KIND_SHIFT = 40 };
#define IMPLIED(bits) ((uint64_t)(bits) << DIRECT_IMPLIED_SHIFT)
#define READS_RAX IMPLIED(DIRECT_READS_RAX)
#define READS_RCX IMPLIED(DIRECT_READS_RCX)
#define READS_RDX IMPLIED(DIRECT_READS_RDX)
#define READS_XMM0 IMPLIED(DIRECT_READS_XMM0)
#define WRITES_RAX IMPLIED(DIRECT_WRITES_RAX)
#define WRITES_RDX IMPLIED(DIRECT_WRITES_RDX)
#define KIND(name) ((uint64_t)DIRECT_##name << DIRECT_KIND_SHIFT)

/* How an instruction treats the flags: what it reads, writes, and may write. */
struct direct_flag_rule {
  uint16_t read, written, maybe;
};

struct direct_line {
  uint8_t reg, rm, vvvv; /* operands by where they are named: access and width */
  uint8_t flags;         /* number of a rule */
  uint8_t implied;       /* registers */
  uint8_t kind;
  uint32_t attributes;
};

/* An instruction taken apart. Numbers of registers are whole, with the bit of REX or VEX. */
struct direct_parts {
  const uint8_t *code;
  size_t available, at;
  bool has_66, has_rex, has_vex, is_locked;
  bool is_odd;                    /* prefixes twice, or in an order that nothing writes */
  bool is_segment_behind;         /* 66, F2 or F3 */
  uint8_t repeat, segment;        /* the prefix, or 0 */
  bool w, r, x, b, is_256;        /* of REX or VEX; clear without */
  uint8_t vvvv;
  uint8_t table, prefix, opcode;
  bool is_memory;
  uint8_t modrm, reg, rm;
  const struct direct_line *line;
};

/* The line for opcode, table and prefix, whether or not there is one. */
const struct direct_line *direct_line_of(const struct direct_parts *parts);

/* The line of a group for the digit in ModRM, or the line itself. */
const struct direct_line *direct_member_of(const struct direct_line *line, uint8_t modrm);

/* What the instructions of the line do to flags; static. */
const struct direct_flag_rule *direct_flag_rule_of(const struct direct_line *line);

/* Is it without any effect, whatever operands it names? */
bool direct_is_nop(const struct direct_parts *parts);

/* Bytes of a general register that an operand of this width has. */
unsigned direct_general_bytes(const struct direct_parts *parts, enum direct_width width);

/* Whether the encoding is one that the line allows: prefixes, form, length, values of the immediate. */
bool direct_encoding_is_legal(const struct direct_parts *parts, const struct direct_instruction *instruction);

/* What is read and written: registers, memory (whose address is there already) and flags. */
void direct_operands(const struct direct_parts *parts, struct direct_instruction *ret);

/* What becomes of the stack pointer and of the control flow. false: the stack pointer is written in a way that is no
 * kind. */
bool direct_kind_of(const struct direct_parts *parts, uint64_t address, struct direct_instruction *ret);

/* --- decode_x87.c --- */

/* Is what has been taken apart, up to its opcode, of x87? Its lines are in shared/base/x87.def. */
bool direct_is_x87(const struct direct_parts *parts);
/* The rest, once the ModRM byte and its address have been taken. */
bool direct_x87(const struct direct_parts *parts, struct direct_instruction *ret);

#endif
