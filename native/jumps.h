/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Functions of the C library that lead to ours, also where it calls them itself. */
#ifndef SEEP_NATIVE_JUMPS_H
#define SEEP_NATIVE_JUMPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { JUMP_BYTES = 14 };

/* A jump to that address, from anywhere. */
void jumps_encode(const void *to, unsigned char ret[static JUMP_BYTES]);

/* Put this code in the place of other code, which stays executable. false: it cannot be changed. */
bool jumps_write(void *place, const void *code, size_t bytes);

/* The function begins with a jump to the other one from now on; it is lost. false: its code cannot be changed. */
bool jumps_put(void *function, void *to);

enum { JUMPS_PAGE_BYTES = 4096 };

/* A page that can be written, close to code in [start, end): calls and jumps between both reach. NULL: there is no
 * room. It can be executed, and no longer be written, after jumps_close(); false: the system forbids that. */
unsigned char *jumps_map_near(uint64_t start, uint64_t end);
bool jumps_close(unsigned char *page);

#endif
