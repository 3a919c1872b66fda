/* SPDX-License-Identifier: GPL-2.0-or-later */
/* --gen-suppressions=yes: whoever watches the report is asked, finding by finding. */
#ifndef SEEP_HOST_REPORTS_TEXT_SUPPRESSION_PROMPT_H
#define SEEP_HOST_REPORTS_TEXT_SUPPRESSION_PROMPT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct suppression_prompt {
  int fd;       /* answers are read from it */
  bool is_over; /* nobody answers any more, or wants to be asked */
};

/* Is the suppression of what was printed last to `output` wanted? */
bool suppression_prompt_ask(struct suppression_prompt *ask, FILE *output, uint64_t pid);

#endif
