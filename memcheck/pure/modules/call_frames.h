/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How to unwind a function's frame, from the .eh_frame section of its file: for one instruction at a time, when it is
 * needed.
 *
 * Understands what compilers make: a frame address that is %rsp or %rbp plus a number, with the return address and %rbp
 * saved at fixed distances from it; and where functions align their stack, or the kernel has made a signal's frame,
 * such a number relative to that register. Everything else is answered with "unsure". */
#ifndef SEEP_MEMCHECK_PURE_MODULES_CALL_FRAMES_H
#define SEEP_MEMCHECK_PURE_MODULES_CALL_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum call_frame_base { CALL_FRAME_ADDRESS, CALL_FRAME_RSP, CALL_FRAME_RBP };

struct call_frame_rule {
  bool is_rbp_based;      /* the frame address is relative to %rbp, else to %rsp */
  bool has_caller;        /* false: the outermost function */
  bool saves_rbp;         /* else it has not changed */
  int64_t frame_offset;   /* from that register */
  int64_t return_offset;  /* from the frame address to the return address */
  int64_t rbp_offset;     /* and to the caller's %rbp */
  /* In frames of a few kinds: */
  bool is_odd;                                /* one of the following is not 0 */
  bool is_frame_saved;                        /* the frame address is the word there */
  enum call_frame_base return_base, rbp_base; /* from where these distances are counted */
};

/* A table that the linker has made (.eh_frame_hdr): pairs of numbers, sorted, where functions begin and where their
 * entries are, relative to `base`. */
struct call_frames_index {
  const unsigned char *pairs;
  size_t count;
  uint64_t base;
};

enum call_frames_answer {
  CALL_FRAMES_RULE,
  CALL_FRAMES_NONE,   /* there is no information about the instruction */
  CALL_FRAMES_UNSURE, /* there is something, and it is not understood */
};

struct call_frames;

/* `section`: its contents, which must outlive the result; `address`: where it lies in the program. NULL: not
 * understood. */
struct call_frames *call_frames_create(const unsigned char *section, size_t bytes, uint64_t address);

/* Likewise, with an index, which must outlive the result, too: entries are read when they are needed. */
struct call_frames *call_frames_create_indexed(const unsigned char *section, size_t bytes, uint64_t address,
                                               const struct call_frames_index *index);
void call_frames_destroy(struct call_frames *frames);

/* The rule at an instruction. *ret is set only if there is one. */
enum call_frames_answer call_frames_find(const struct call_frames *frames, uint64_t instruction,
                                         struct call_frame_rule *ret);

#endif
