/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How a thread that was given other registers gets its own back if nobody is there any more to do it: by the kernel, as
 * after a signal handler. Whatever the thread was to do leads to a frame on its stack that says how it was. */
#ifndef SEEP_HOST_LAUNCHER_ATTACH_RETURN_H
#define SEEP_HOST_LAUNCHER_ATTACH_RETURN_H

#include <stddef.h>
#include <stdint.h>
#include <sys/user.h>

/* How a stopped thread was, as ptrace tells it. */
struct attach_state {
  const struct user_regs_struct *registers;
  const unsigned char *extended; /* of the processor's other registers (NT_X86_XSTATE) */
  size_t extended_bytes;
  uint64_t mask; /* of its signals */
};

enum { ATTACH_FRAME_MAX = 1 << 15 };

/* The frame for a place below `top`: *ret_bytes of it, to be written at the address that is returned; in front of it
 * there is room for a return address. The stack pointer is that address when the kernel is asked to return. */
uint64_t attach_return_frame(const struct attach_state *state, uint64_t top, unsigned char ret[static ATTACH_FRAME_MAX],
                             size_t *ret_bytes);

/* Code that a function returns to, with the frame above that: it has what the function returned in %rdi when it calls
 * the kernel, and has set `errno_place` (0: none) before. Where it calls the kernel, a call that is made void is made
 * again. `call_at` is how many bytes of it lie before where the kernel returns to. */
enum { ATTACH_CODE_BYTES = 32 };
void attach_return_code(uint64_t errno_place, int errno_value, unsigned char ret[static ATTACH_CODE_BYTES],
                        size_t *ret_call_at);

#endif
