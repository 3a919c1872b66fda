/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The heap of one process over time, by allocation site: what SAMPLE, SITE and MARK frames have told, and what
 * follows from it.
 *
 * A site is an allocation stack. Its live bytes and blocks are a step function over the samples; a straight line is
 * fitted to the bytes by least squares. From that and the site's totals follows what kind of site it is, once the
 * process has ended. */
#ifndef SEEP_HOST_MODEL_PROCESS_GROWTH_H
#define SEEP_HOST_MODEL_PROCESS_GROWTH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/base/error.h"
#include "shared/record/record.h"

struct htab;
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

/* bytes(t) = intercept + slope * t over the samples since the site's first; t counts from the process's start, as enum
 * growth_clock says. A sample weighs as much as the time around it up to the middle of the next ones, so that many
 * samples in a moment say no more than one. */
struct growth_fit {
  double slope, intercept;
  double r2;      /* 0 when it cannot be told */
  size_t samples; /* that the line was fitted to */
};
enum growth_clock { GROWTH_SECONDS, GROWTH_ALLOCATIONS, GROWTH_INSTRUCTIONS, GROWTH_CLOCKS };

/* The rules are told in host/model/process/growth_class.c. */
enum growth_class {
  GROWTH_NONE,      /* nothing lives at the end, or too little is known */
  GROWTH_SINGLETON, /* one block, ever */
  GROWTH_ONE_TIME,  /* made in one go and kept */
  GROWTH_BOUNDED,   /* comes and goes below a limit, as a cache does */
  GROWTH_GROWING,   /* only ever grows */
  GROWTH_FREED,     /* only ever grew, until all of it was freed at the end */
  GROWTH_CLASSES,
};

/* Less is too little to tell growth from a start; when it was freed, from a program that gathers what it works on. */
enum { GROWTH_SAMPLES_LEAST = 16, GROWTH_MILLISECONDS_LEAST = 1000, GROWTH_FREED_MILLISECONDS_LEAST = 60000 };

struct growth_site {
  uint64_t stack_id;           /* 0: blocks without a known stack */
  struct stack *stack;         /* of the process's stack table, not necessarily resolved; NULL for id 0 */
  struct growth_value *values; /* ascending by point; NULL without samples */
  size_t value_count, value_capacity;
  struct record_site totals;   /* total_blocks is 0 when no SITE frame came */
  struct growth_fit fits[GROWTH_CLOCKS];
  enum growth_class class;
  size_t freed_point;              /* of GROWTH_FREED: the sample in which it has begun to fall; lines end before */
  bool is_finding;                 /* it grows, and is told, as it is not lost */
  struct suppression *suppression; /* of a finding; NULL: not suppressed */
};

struct growth_mark {
  uint64_t elapsed_ns, allocations, instructions, tid;
  char *text;
};

struct growth {
  struct growth_point *points; /* in time */
  size_t point_count, point_capacity;
  struct growth_site *sites;   /* ascending by stack_id once it is analysed */
  size_t site_count, site_capacity;
  struct growth_mark *marks;
  size_t mark_count, mark_capacity;
  struct htab *by_stack;       /* where a stack's site stands; growth.c's own */
  bool is_analysed;            /* fits and classes are there */
};

struct process;
struct record_frame;

void growth_create(struct growth **ret);
void growth_destroy(struct growth *growth);

/* Take a SAMPLE, SITE or MARK frame into process->growth. Errors name what contradicts what came before. */
struct error *process_take_growth(struct process *process, const struct record_frame *frame);

/* Fit lines and tell sites apart; when the process ends. Harmless the second time. */
void growth_analyse(struct growth *growth);

/* The site of a stack; NULL: it has none. */
const struct growth_site *growth_site_of(const struct growth *growth, uint64_t stack_id);

/* What a site has as of sample `point`; NULL: it was not yet there. */
const struct growth_value *growth_at(const struct growth_site *site, size_t point);

/* What it has at the end. */
struct growth_value growth_last(const struct growth_site *site);

/* The line through points (x[i], y[i]), x not falling, weighted as above; pure. Fewer than two different x: slope 0,
 * r2 0. */
struct growth_fit growth_fit(const double *x, const double *y, size_t count);

/* A point's clock. */
double growth_time(const struct growth_point *point, enum growth_clock clock);

/* Steps of the analysis: host/model/process/growth_class.c, host/model/process/growth_fit.c. */
void growth_classify_sites(struct growth *growth);
void growth_fit_sites(struct growth *growth);

/* Analyse, say which sites are findings, match suppressions and tell the writers; once. */
struct error *process_judge_growth(struct process *process);

typedef void growth_finder(const struct growth *growth, const struct growth_site ***ret, size_t *ret_count);

/* Findings that are not suppressed, the fastest first; a malloc'ed array. How many there are for people and gates, as
 * several stacks may lead to one: host/model/words/growth_places.h. */
growth_finder growth_findings;

/* The same of those that were freed at the end, which are no findings; none when the program kept most of all that it
 * allocated: it gathers, then. */
growth_finder growth_freed;

/* For people, "allocated once at startup", and for programs, "one-time". */
const char *growth_class_words(enum growth_class class);
const char *growth_class_code(enum growth_class class);

#endif
