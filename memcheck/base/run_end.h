/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whether the run is over for the reporter, with its last answer, and how the tool ends it at once: process.c fills in
 * both, and rooms below it ask. */
#ifndef SEEP_MEMCHECK_BASE_RUN_END_H
#define SEEP_MEMCHECK_BASE_RUN_END_H

#include <stdbool.h>

#include "shared/record/record.h"

extern struct run_end {
  bool has_ended;
  struct record_reply final_answer; /* once it has */
  void (*end_now)(const struct record_reply *reply) __attribute__((noreturn)); /* for --exit-on-first-error */
} run_end;

/* The reporter has answered what was told it: the run is over if it says so. */
static inline void run_end_if_told(const struct record_reply *reply)
{
  if (reply->flags & RECORD_REPLY_EXIT_NOW)
    run_end.end_now(reply);
}

#endif
