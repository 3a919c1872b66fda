/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Instructions at which speculative code keeps failing: what begins there is better run precisely at once than begun,
 * left and begun again. Whether that is so changes as the program goes on, so each gets another chance after a while.
 *
 * Time goes by *windows*, each so many blocks of code long. Precise code counts how often speculative code was left for
 * it. If that was often in a window, the instruction is watched for the next one: it begins a block of its own, which
 * counts its runs. If enough of these failed, it is promoted, for a number of windows that doubles each time. Doubling
 * bounds the time lost on code that was promoted and has become defined since: to a part of the time that promoting it
 * was right. */
#ifndef SEEP_MEMCHECK_PURE_ENGINE_FAILING_INSTRUCTIONS_H
#define SEEP_MEMCHECK_PURE_ENGINE_FAILING_INSTRUCTIONS_H

#include <stdbool.h>
#include <stdint.h>

/* Counters of a window. Code adds to them, so they lie where they do in every run of this build, by the instruction's
 * address. Of two instructions in one place the last that failed has it; then one may be judged by the other's numbers,
 * which is no worse than slow. */
struct promotions_tally {
  uint64_t address;
  uint32_t failures, runs;
};

enum promotions_standing { PROMOTIONS_USUAL, PROMOTIONS_WATCHED, PROMOTIONS_PRECISE };

struct promotions_member {
  uint64_t address;
  enum promotions_standing standing;
  uint32_t period; /* windows: how long the next standing that lasts will */
  uint64_t until;  /* the window that ends the standing; of a usual one: before which it is not watched */
};

struct promotions_rules {
  uint32_t failures_min;     /* in a window, to be of interest */
  uint32_t runs_per_failure; /* at most, to be promoted */
  uint32_t period_min, period_max;
};

enum { PROMOTIONS_TALLIES = 1024, PROMOTIONS_MEMBERS_MAX = 256 };

struct promotions {
  struct promotions_rules rules;
  struct promotions_tally tallies[PROMOTIONS_TALLIES];
  struct promotions_member members[PROMOTIONS_MEMBERS_MAX];
  uint32_t member_count;
  uint64_t window;
  uint64_t promoted, ended; /* how often, so far */
};

/* Begins as zeros but for the rules. */

/* That of an instruction; addresses may share one. */
struct promotions_tally *promotions_tally(struct promotions *promotions, uint64_t address);

/* How code that contains this instruction has to be made: unless it is usual, it is the first of its block. To NULL all
 * are usual. */
enum promotions_standing promotions_standing(const struct promotions *promotions, uint64_t address);

/* Is there one of [start, start + bytes) that is not usual? */
bool promotions_any_in(const struct promotions *promotions, uint64_t start, uint64_t bytes);

/* A window has ended: look at what it counted. `changed` is called for each instruction that has another standing now;
 * all code with that instruction has to be made again. */
void promotions_end_window(struct promotions *promotions, void (*changed)(uint64_t address));

/* Is each instruction a member once, and in a standing that the rules allow? */
bool promotions_is_valid(const struct promotions *promotions);

#endif
