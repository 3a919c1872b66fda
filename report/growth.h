/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The heap of one process over time, by allocation site: what SAMPLE, SITE and MARK frames have told, and what
 * follows from it.
 *
 * A site is an allocation stack. Its live bytes and blocks are a step function over the samples; a straight line is
 * fitted to the bytes by least squares. From that and the site's totals follows what kind of site it is, once the
 * process has ended. */
#ifndef SEEP_REPORT_GROWTH_H
#define SEEP_REPORT_GROWTH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "record/record.h"

struct stack;

/* A sample: the clocks and the whole heap. */
struct growth_point {
  uint64_t elapsed_ns, allocations, instructions;
  uint64_t live_bytes, live_blocks;
  bool is_peak;
};

/* What a site has from sample number `point` on, until its next value. */
struct growth_value {
  size_t point;
  uint64_t bytes, blocks;
};

/* bytes(t) = intercept + slope * t over the samples since the site's first; t as enum growth_clock says. */
struct growth_fit {
  double slope, intercept;
  double r2;      /* 0 when it cannot be told */
  size_t samples; /* that the line was fitted to */
};
enum growth_clock { GROWTH_SECONDS, GROWTH_ALLOCATIONS, GROWTH_INSTRUCTIONS, GROWTH_CLOCKS };

enum growth_class {
  GROWTH_NONE,      /* nothing lives at the end, or too little is known */
  GROWTH_SINGLETON, /* one block, ever */
  GROWTH_ONE_TIME,  /* made in one go and kept */
  GROWTH_BOUNDED,   /* comes and goes below a limit, as a cache does */
  GROWTH_GROWING,   /* only ever grows */
};

struct growth_site {
  uint64_t stack_id;           /* 0: blocks without a known stack */
  struct stack *stack;         /* of the process's stack table, not necessarily resolved; NULL for id 0 */
  struct growth_value *values; /* ascending by point; NULL without samples */
  size_t value_count;
  struct record_site totals;   /* total_blocks is 0 when no SITE frame came */
  struct growth_fit fits[GROWTH_CLOCKS];
  enum growth_class class;
};

struct growth_mark {
  uint64_t elapsed_ns, allocations, instructions, tid;
  char *text;
};

struct growth {
  struct growth_point *points; /* in time */
  size_t point_count;
  struct growth_site *sites;   /* ascending by stack_id */
  size_t site_count;
  struct growth_mark *marks;
  size_t mark_count;
  bool is_analysed;            /* fits and classes are there */
};

struct process;
struct record_frame;

/* Take a SAMPLE, SITE or MARK frame into process->growth. Errors name what contradicts what came before. */
struct error *process_take_growth(struct process *process, const struct record_frame *frame);

/* Fit lines and tell sites apart; when the process ends. Harmless the second time. */
struct error *growth_analyse(struct growth *growth);

/* Live bytes of a site as of sample `point`. */
const struct growth_value *growth_at(const struct growth_site *site, size_t point);

/* The line through points (x[i], y[i]); pure. Fewer than two different x: slope 0, r2 0. */
struct growth_fit growth_fit(const double *x, const double *y, size_t count);

/* "one-time" ... */
const char *growth_class_words(enum growth_class class);

void growth_destroy(struct growth *growth);

#endif
