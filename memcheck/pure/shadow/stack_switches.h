/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which stack the stack pointer is on, when it was set to a value that was not made of itself. On its own stack it goes
 * to a frame farther up (longjmp) or makes room farther down; else the program goes on with another stack: that of a
 * coroutine, or of who runs coroutines.
 *
 * A thread begins on its home, and leaves it for *areas*: any other memory that is used as a stack. Of each area it is
 * remembered where it was left; who comes back there goes on with it. An area is found by use, so where it ends above
 * is where it was entered, or the stack pointer was seen. Areas do not overlap, but they may lie in somebody's home, in
 * an array. */
#ifndef SEEP_MEMCHECK_PURE_SHADOW_STACK_SWITCHES_H
#define SEEP_MEMCHECK_PURE_SHADOW_STACK_SWITCHES_H

#include <stdbool.h>
#include <stdint.h>

/* A stack that was left: its stack pointer, and the two words there, which are the same as long as nobody uses the
 * memory for something else. Of an area, what it had given up from `given_up` on, up to the red zone, was handed
 * back. */
struct stack_left {
  uint64_t sp, words[2], given_up;
};

enum { STACK_ROOMS = 16 };

/* What a thread is on. */
struct stack_running {
  uint64_t high; /* of the stack it is on: nothing above belongs to it, but for the frame it was entered by */
  uint64_t start; /* nothing below belongs to it, if it is an area */
  bool is_home;
  uint64_t home_high;
  struct stack_left home; /* while away */
  uint64_t rooms[STACK_ROOMS]; /* where the stack pointer was before it went down far */
  unsigned rooms_made;
};

/* What places alone do not tell, asked when needed; and what is done to memory. */
struct stack_memory {
  void *context;
  /* May memory there be touched? */
  bool (*is_addressable)(void *context, uint64_t address);
  /* May one stack reach from one address to the other, as far as mappings and blocks of the heap tell? */
  bool (*is_connected)(void *context, uint64_t low, uint64_t high);
  /* Has somebody put something there? */
  bool (*is_used)(void *context, uint64_t low, uint64_t high);
  /* Is that the stack pointer of a function that the running one was called by? */
  bool (*is_caller)(void *context, uint64_t address);
  uint64_t (*word)(void *context, uint64_t address);
  /* Where the mapping or block around an address begins. */
  uint64_t (*start_around)(void *context, uint64_t address);
  /* What lies below the stack pointer of an area that is left, from `start` on at most, may be used for something else;
   * returns where that begins. It is taken from there again, as far as nobody has used it. */
  uint64_t (*hand_back)(void *context, uint64_t start, uint64_t sp);
  void (*take_back)(void *context, uint64_t start, uint64_t sp);
};

enum {
  STACK_ENTRY_BYTES = 512, /* at most that large is the frame by which a stack is entered */
  STACK_NEAR_BYTES = 1024, /* no two stacks are so near */
};

struct stack_switches;

struct stack_switches *stack_switches_create(void);
void stack_switches_destroy(struct stack_switches *switches);

/* A thread begins; above `high` there is nothing of its stack. */
void stack_switches_begin(struct stack_running *running, uint64_t high);
/* The stack pointer is at `sp`, wherever it has been. */
void stack_switches_note(struct stack_switches *switches, struct stack_running *running, uint64_t sp,
                         const struct stack_memory *memory);
/* It goes from one address to the other: true if that is another stack, which the thread is on from then on.
 * `by_frame`: to a constant distance from the frame pointer. */
bool stack_switches_go(struct stack_switches *switches, struct stack_running *running, uint64_t from, uint64_t to,
                       bool by_frame, const struct stack_memory *memory);
/* It went down from there on the same stack, STACK_NEAR_BYTES or more. */
void stack_switches_made_room(struct stack_running *running, uint64_t from);
/* It goes there from a stack that is not one of these (a signal's), and which nobody comes back to. */
void stack_switches_come_back(struct stack_switches *switches, struct stack_running *running, uint64_t to);
/* Nothing there is a stack any more. */
void stack_switches_forget(struct stack_switches *switches, uint64_t start, uint64_t end);

/* How many areas there are, for tests. */
uint64_t stack_switches_count(const struct stack_switches *switches);

#endif
