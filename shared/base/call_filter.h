/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Filters that a program sets for its own system calls (seccomp): what the kernel would make of them. */
#ifndef SEEP_SHARED_BASE_CALL_FILTER_H
#define SEEP_SHARED_BASE_CALL_FILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* As the kernel's struct sock_filter. */
struct call_filter_step {
  uint16_t code;
  uint8_t when_true, when_false;
  uint32_t operand;
};

/* As the kernel's struct seccomp_data. */
struct call_filter_data {
  int32_t number;
  uint32_t machine;
  uint64_t instruction; /* after the one that makes the call */
  uint64_t arguments[6];
};

enum {
  CALL_FILTER_STEPS_MAX = 4096,
  CALL_FILTER_X86_64 = (int)0xc000003eu, /* AUDIT_ARCH_X86_64 */
  CALL_FILTER_I386 = 0x40000003,         /* AUDIT_ARCH_I386 */
  CALL_FILTER_GUARD_STEPS = 7,
};

/* What a filter returns, but for the lower 16 bits (SECCOMP_RET_...). */
#define CALL_FILTER_ACTION 0xffff0000u
#define CALL_FILTER_KILL_PROCESS 0x80000000u
#define CALL_FILTER_KILL_THREAD 0u
#define CALL_FILTER_TRAP 0x00030000u
#define CALL_FILTER_ERRNO 0x00050000u
#define CALL_FILTER_USER_NOTIF 0x7fc00000u
#define CALL_FILTER_TRACE 0x7ff00000u
#define CALL_FILTER_LOG 0x7ffc0000u
#define CALL_FILTER_ALLOW 0x7fff0000u

/* Would the kernel take it? */
bool call_filter_is_valid(const struct call_filter_step *steps, size_t count);

/* What it says of a call. `steps` must be valid. */
uint32_t call_filter_run(const struct call_filter_step *steps, size_t count, const struct call_filter_data *data);

/* Does the first answer weigh more than the second, so that it applies if two filters give these? */
bool call_filter_outweighs(uint32_t answer, uint32_t other);

/* Steps to stand in front of a filter: calls made by instructions in [start, end), whose upper halves are the same, are
 * allowed, all others are for the filter. */
void call_filter_guard(uint64_t start, uint64_t end, struct call_filter_step ret[CALL_FILTER_GUARD_STEPS]);

#endif
