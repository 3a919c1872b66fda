/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which instruction of a function made a byte of its stack frame new.
 *
 * Whenever the stack pointer moves down, what it passes over is new, together with the red zone below. The red zone is
 * new as well at each call and return; then it belongs to the instruction that comes next. Nobody writes that down
 * while the program runs. What made a byte new is found afterwards, by following the function's code from its start:
 * the instruction that was the last to cover the byte, on a way on which the stack pointer comes to where it is in the
 * frame.
 *
 * Stands on libvex's headers only. */
#ifndef SEEP_MEMCHECK_PURE_ENGINE_STACK_MOVES_H
#define SEEP_MEMCHECK_PURE_ENGINE_STACK_MOVES_H

#include <stdbool.h>
#include <stdint.h>

#include "libvex.h"

enum { STACK_MOVES_MAX = 16 };

/* Addresses are distances from the stack pointer at the function's first instruction, so mostly negative. */
struct stack_move {
  int64_t start, end;
  uint64_t ip;
};

/* In the order of time. */
struct stack_moves {
  unsigned count;
  bool depends_on_alignment; /* of the stack pointer, modulo STACK_MOVES_ALIGNMENT */
  struct stack_move moves[STACK_MOVES_MAX];
};

enum { STACK_MOVES_ALIGNMENT = 4096 };

struct stack_frame {
  uint64_t function;  /* its first instruction */
  uint64_t entry_sp;  /* the stack pointer there */
  uint64_t sp;        /* what it is now; 0: any */
  uint64_t ip;        /* the instruction to arrive at; 0: it is enough that the stack pointer is where it should be */
};

/* The block of code at an address, which is valid until the next call; NULL: it does not belong to the function. */
typedef IRSB *stack_moves_block(uint64_t function, uint64_t address);

/* false: no way was found. In *ret_sp is the stack pointer there, 0 when it was moved by an unknown distance. */
bool stack_moves_find(const struct stack_frame *frame, stack_moves_block *block_at, struct stack_moves *ret,
                      uint64_t *ret_sp);

/* The last instruction that made the byte new, 0 if none did, and how far around it that is so. */
struct stack_move stack_moves_of(const struct stack_moves *moves, int64_t distance);

#endif
