/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How often code was executed, by segment: instructions that follow one another in memory and of which none is executed
 * without the others. Each segment has a counter that generated code increments; how often an instruction was executed
 * is the sum over the segments that it is part of. */
#ifndef SEEP_MEMCHECK_PURE_COST_CODE_SEGMENTS_H
#define SEEP_MEMCHECK_PURE_COST_CODE_SEGMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SEGMENT_INSTRUCTIONS_MAX = 255 };

/* `bytes`: the length of each instruction. */
struct segment {
  uint64_t start;
  const uint8_t *bytes;
  unsigned instructions;
};

struct segments;

struct segments *segments_create(void);
void segments_destroy(struct segments *segments);

/* All counters, by number. They stay where they are. */
int64_t *segments_counters(const struct segments *segments);

/* The counter of a segment; the same code has the same. SEGMENTS_LOST: there are too many, and the counts of all that
 * come now are lost. */
enum { SEGMENTS_LOST = 0, SEGMENTS_MAX = 1 << 22 };
uint32_t segments_find(struct segments *segments, const struct segment *segment);

/* What is known of one; of SEGMENTS_LOST that it has no instructions. */
struct segment segments_at(const struct segments *segments, uint32_t number);

/* Of those whose start lies in [start, end), the next one that was executed: its count is taken, and begins at zero
 * again. Start with *cursor = 0; false: there is no more. */
bool segments_take(struct segments *segments, uint64_t start, uint64_t end, uint32_t *cursor, struct segment *ret,
                   int64_t *ret_count);

/* All counts are zero again. */
void segments_reset(struct segments *segments);

#endif
