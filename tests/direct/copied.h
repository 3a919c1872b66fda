/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Runs code of the test's page as direct code: translated, entered, left, and linked as the core does it. */
#ifndef SEEP_TESTS_DIRECT_COPIED_H
#define SEEP_TESTS_DIRECT_COPIED_H

#include "direct/machine.h"

struct copied_settings {
  bool is_stressed;
  uint32_t steps_until_leaving; /* under stress */
  uint32_t turns;               /* after so many, direct code is left and entered again */
  uint64_t undefined;           /* the word of undefined registers */
  uint64_t fs_base, lowest_sp, highest_sp;
};

/* To direct code a nop of this encoding is a request, in which nothing happens but that it goes on elsewhere
 * sometimes. */
#define COPIED_REQUEST 0x66, 0x90

enum copied_outcome {
  COPIED_REFUSED, /* it is not made direct code */
  COPIED_PRECISE, /* left for precise code */
  COPIED_ENDED,   /* has come to what is not made direct code, or is no code */
  COPIED_LOST,    /* faulted where no block is, went on for ever, or was made where there is no room */
};

void copied_init(void);

/* All code is made anew from here on. */
void copied_forget(void);

/* Runs from `place` on, which becomes what direct code is left with. */
enum copied_outcome copied_run(const struct copied_settings *settings, struct machine_place *place);

/* So often the last run came to the end of its turns. */
unsigned copied_slices(void);

/* Can the code at this address be direct? By the settings of the last run. */
bool copied_is_direct(uint64_t address);

#endif
