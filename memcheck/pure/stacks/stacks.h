/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Call stacks, each kept once and known by a number.
 *
 * ips[0] is the innermost instruction. A stack is current as long as every mapping that its ips lie in is there. When
 * one goes the stack is retired: it is stamped with the last epoch of the module table in which it was valid, and from
 * then on the same ips make a new stack. */
#ifndef SEEP_MEMCHECK_PURE_STACKS_STACKS_H
#define SEEP_MEMCHECK_PURE_STACKS_STACKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint32_t stack_id; /* 0: none */

enum { STACKS_FRAMES_MAX = 65535, STACKS_ALL_FRAMES = STACKS_FRAMES_MAX };

struct stacks;

struct stacks *stacks_create(void);
void stacks_destroy(struct stacks *stacks);

/* The number of the current stack with these ips, at least one. */
stack_id stacks_intern(struct stacks *stacks, const uint64_t *ips, size_t count);

/* The ips of a stack, valid until stacks_destroy(). */
const uint64_t *stacks_get(const struct stacks *stacks, stack_id id, size_t *ret_count);

/* Executable memory [start, end) is gone: retire every current stack with an ip in it; `epoch` is the last one in which
 * it was there, and not 0. */
void stacks_retire(struct stacks *stacks, uint64_t start, uint64_t end, uint32_t epoch);

/* The epoch a stack was retired at; 0: it is current. */
uint32_t stacks_epoch(const struct stacks *stacks, stack_id id);

/* The stack that stands for all stacks of one epoch that agree in their first `frames` ips (or in all, if they have
 * fewer): of these the first for which this was asked. 0 for 0. */
stack_id stacks_key(struct stacks *stacks, stack_id id, size_t frames);

/* Was the stack sent to the reporter (STACK)? At first it was not. */
bool stacks_sent(const struct stacks *stacks, stack_id id);
void stacks_mark_sent(struct stacks *stacks, stack_id id);

/* A new stream begins, to which nothing was sent. */
void stacks_forget_sent(struct stacks *stacks);

/* Numbers run up to stacks_limit() - 1. */
stack_id stacks_limit(const struct stacks *stacks);

/* For tests: do all its parts agree with each other? */
bool stacks_is_valid(const struct stacks *stacks);

#endif
