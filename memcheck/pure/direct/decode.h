/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What has to be known of an instruction of the guest to copy it with checks in front: how long it is, which memory it
 * touches, which registers and flags. What it computes does not matter.
 *
 * An instruction that is not in the table (instructions.def, x87.def) is never guessed at: it is VEX's. So the table
 * has no system calls, no `rep`, no segment but %fs, nothing beyond AVX2, and nothing that VEX does in another way than
 * the processor. */
#ifndef SEEP_MEMCHECK_PURE_DIRECT_DECODE_H
#define SEEP_MEMCHECK_PURE_DIRECT_DECODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { DIRECT_INSTRUCTION_BYTES_MAX = 15 };

/* Registers by their numbers in the processor's encoding; in sets, bit n is general register n, bit 16 + n vector
 * register n. */
enum direct_register { DIRECT_RAX, DIRECT_RCX, DIRECT_RDX, DIRECT_RBX, DIRECT_RSP, DIRECT_RBP, DIRECT_RSI, DIRECT_RDI };
enum { DIRECT_NO_REGISTER = 0xff, DIRECT_RIP = 0xfe, DIRECT_FIRST_VECTOR = 16 };

/* The status flags, as in the register. */
enum {
  DIRECT_CF = 1 << 0,
  DIRECT_PF = 1 << 2,
  DIRECT_AF = 1 << 4,
  DIRECT_ZF = 1 << 6,
  DIRECT_SF = 1 << 7,
  DIRECT_OF = 1 << 11,
  DIRECT_ALL_FLAGS = DIRECT_CF | DIRECT_PF | DIRECT_AF | DIRECT_ZF | DIRECT_SF | DIRECT_OF,
};

enum direct_kind {
  DIRECT_PLAIN,         /* goes on to the next; names %rsp as an operand only to read it */
  DIRECT_PUSH,          /* of a register, an immediate or `memory`; 8 bytes */
  DIRECT_POP,           /* to a register that is not %rsp; 8 bytes */
  DIRECT_STACK_ADD,     /* %rsp += immediate (add, sub, lea with %rsp and nothing else as its base) */
  DIRECT_STACK_ALIGN,   /* %rsp &= immediate, which is negative */
  DIRECT_STACK_SET,     /* %rsp = base + displacement (mov or lea of another register) */
  DIRECT_STACK_LOAD,    /* %rsp = `memory` (mov) */
  DIRECT_LEAVE,         /* %rsp = %rbp, then pop %rbp */
  DIRECT_CALL,          /* `target` */
  DIRECT_CALL_INDIRECT, /* through a register (`base`, no memory) or `memory` */
  DIRECT_RETURN,        /* no immediate */
  DIRECT_RETURN_OVER,   /* over so many bytes behind the return address */
  DIRECT_JUMP,          /* `target` */
  DIRECT_JUMP_INDIRECT,
  DIRECT_LOAD_MODES,    /* of SSE, from `memory`: MXCSR */
  DIRECT_STORE_MODES,
  DIRECT_BRANCH,        /* to `target` if the condition holds; `condition` as encoded, 0 to 15 */
};

/* Memory as an operand. Its address is that of the operand, before anything that the instruction writes: segment + base
 * + index * scale + displacement; %rip is that of the next instruction. Pushes, pops, calls and returns also touch the
 * stack, which is not told here.
 *
 * Without memory, `bytes` is 0 and the address is none, but for these: lea and prefetch have theirs, so that one from
 * %rip can be moved; the indirect kinds have the register in `base`; DIRECT_STACK_SET has base and displacement. A
 * nop's address is none. */
struct direct_memory {
  uint8_t bytes;    /* 1, 2, 4, 8, 16 or 32, of x87 also 10; 0: there is none (lea, nop and prefetch have none) */
  bool is_read, is_written;
  bool is_fs;       /* the segment; else none */
  bool is_aligned;  /* faults where the address is not a multiple of `bytes` */
  uint8_t base;     /* 0 to 15, DIRECT_RIP or DIRECT_NO_REGISTER */
  uint8_t index;    /* 0 to 15 or DIRECT_NO_REGISTER */
  uint8_t scale;    /* 1, 2, 4 or 8 */
  int32_t displacement;
};

struct direct_instruction {
  uint8_t bytes;
  uint8_t kind;
  uint8_t condition;
  bool has_vex;              /* the encoding */
  bool is_locked;            /* a `lock` prefix, or xchg with memory */
  bool is_256;               /* works on 32-byte registers */
  bool may_trap;             /* faults because of values: division */
  bool is_x87;               /* has to do with its registers or modes */
  uint8_t modrm_offset;      /* from the start, 0: there is none; a SIB byte and a displacement follow it */
  uint8_t displacement_bytes;/* 0, 1 or 4; in front of the immediate */
  uint8_t immediate_bytes;   /* at the end: 0, 1, 2, 4 or 8; the distance to a target is one */
  struct direct_memory memory;
  /* General registers: any part of them that is read (to make an address, too), and any part that is written; for what
   * is written only in part or not always, they are read as well. The same for vector registers: a legacy SSE
   * instruction keeps the upper half, which does not count as read. `xor %eax,%eax` and the like read nothing. */
  uint32_t registers_read, registers_written;
  uint16_t flags_read;       /* whatever the instruction depends on, DIRECT_* */
  uint16_t flags_written;    /* always, to a value or undefined by the manual (processors keep some of these) */
  uint16_t flags_maybe;      /* written or kept (a shift by %cl) */
  int64_t immediate;         /* sign-extended; a distance is one, too; of DIRECT_STACK_ADD what is added */
  uint64_t target;
};

/* Decodes the instruction at `code`, of which `available` bytes can be read, and which the guest has at `address`.
 * false: it is not in the table, or longer than that. */
bool direct_decode(const uint8_t *code, size_t available, uint64_t address, struct direct_instruction *ret);

#endif
