/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Instructions that VEX does not know, or gets wrong.
 *
 * The linker puts (--wrap) our own function in front of VEX's front end for one instruction. What it finds in its table
 * (instructions.c) it makes code for itself, or has VEX make code for a relative and changes that. All else is
 * VEX's. */
#ifndef SEEP_COREGRIND_GLUE_VEX_INSTRUCTIONS_H
#define SEEP_COREGRIND_GLUE_VEX_INSTRUCTIONS_H

#include "libvex.h"
#include "libvex_ir.h"

enum { INSTRUCTION_BYTES_MAX = 15 };

/* One instruction, taken apart as far as its ModRM byte. */
struct instruction {
  IRSB *block;       /* where its code goes */
  const UChar *code;
  Addr address;
  Bool has_66, has_67, has_f2, has_f3, has_lock, has_segment;
  UChar segment;     /* %fs or %gs, by its prefix */
  UChar rex;         /* 0: none */
  UInt opcode_at;    /* of the opcode's first byte, or of the VEX or EVEX prefix */
};

/* --- instruction_parts.c --- */

/* Prefixes, opcode and lengths; code is added to the block. */
struct instruction instructions_take_apart(IRSB *block, const UChar *code, Addr address);

/* What the operand takes behind its ModRM byte: a SIB byte and a displacement. */
UInt instructions_operand_bytes(const UChar *modrm);

/* Puts a statement in front of another one. */
void instructions_insert(IRSB *block, Int place, IRStmt *statement);

/* Does a call end at `end`? The bytes before it can be read, as many as the longest call has. */
enum { INSTRUCTIONS_CALL_BYTES_MAX = 8 };
Bool instructions_call_ends_at(const UChar *end);

/* --- instructions_made.c: code of our own. Each adds it and gives the instruction's length; 0: this is another one.
 * --- */

UInt instructions_make_xlat(const struct instruction *instruction);
UInt instructions_make_exchange(const struct instruction *instruction);
UInt instructions_make_bit_operation(const struct instruction *instruction);
UInt instructions_make_compare_exchange(const struct instruction *instruction);
UInt instructions_make_compare_strings(const struct instruction *instruction);
UInt instructions_make_movq(const struct instruction *instruction);
UInt instructions_make_nop(const struct instruction *instruction);
UInt instructions_make_short_swap(const struct instruction *instruction);
UInt instructions_make_vector_move(const struct instruction *instruction);
UInt instructions_make_pop(const struct instruction *instruction);
UInt instructions_make_load_string(const struct instruction *instruction); /* with F3, it goes on where it says */

/* --- x87_made.c: likewise. --- */

UInt instructions_make_x87(const struct instruction *instruction);
/* Puts in front of the statement `first` that an exception that waits comes now, as MMX has it. */
void instructions_wait_for_x87(const struct instruction *instruction, Int first);

/* --- operand_address.c: code for the address of an operand in memory. `end`: where the instruction ends, seen from its
 * start. --- */

IRExpr *instructions_operand_address(const struct instruction *instruction, const UChar *modrm, UInt end);

/* --- instructions_stack.c: the same --- */

UInt instructions_make_push_flags(const struct instruction *instruction);
UInt instructions_make_pop_flags(const struct instruction *instruction);
UInt instructions_make_enter(const struct instruction *instruction);
UInt instructions_make_leave(const struct instruction *instruction);

/* --- instructions_mended.c --- */

/* Put right what VEX made of an instruction of so many bytes, from the statement `first` on. */
void instructions_mend(const struct instruction *instruction, Int first, UInt bytes);

#endif
