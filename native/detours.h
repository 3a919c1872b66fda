/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Functions of the C library that lead to ours while a program runs, and are made as they were again. Whoever calls
 * them, by whatever pointer, comes to ours, which reach the old ones by copies of their first instructions. */
#ifndef SEEP_NATIVE_DETOURS_H
#define SEEP_NATIVE_DETOURS_H

#include <stdbool.h>
#include <stdint.h>

/* Make one ready, once for each function: `*ret_old` is what the function is called by from now on, and stays that. A
 * function that has one already, by another name, keeps it. false: it cannot be done. */
bool detours_add(void *function, void *to, void **ret_old);

/* Have all of them lead to ours, or no more, while all other threads stand still, none of them where
 * detours_hold() says. false: the C library's code cannot be changed; then nothing is. */
bool detours_put(void);
void detours_take_back(void);

/* Would a thread that goes on here meet half of an instruction, once the detours are put? Not needed for taking them
 * back. */
bool detours_hold(uint64_t pc);

#endif
