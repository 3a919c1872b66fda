/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The gate: may these runs pass? What they came to is held against limits and a baseline, and they must be whole.
 * Nothing is printed here; gate_text.c and gate_json.c do that. */
#ifndef SEEP_HOST_VERDICTS_GATE_GATE_H
#define SEEP_HOST_VERDICTS_GATE_GATE_H

#include <stdbool.h>
#include <stdio.h>

#include "host/model/findings/counted_findings.h"
#include "host/model/findings/findings.h"
#include "host/verdicts/gate/limits.h"

/* Something that a reason is about. */
struct gate_item {
  const struct finding *finding; /* NULL: the remark says all */
  char *remark;                  /* NULL: the finding says all */
};

struct gate_reason {
  const char *code; /* for machines: the name of a limit, "new", "grown", "unfinished" ... */
  char *sentence;
  struct gate_item *items; /* the worst first */
  size_t count, capacity;
};

struct gate_verdict {
  struct gate_reason *reasons; /* none: it passes */
  size_t reason_count, reason_capacity;
  char **notes;                /* what a person should know all the same */
  size_t note_count, note_capacity;
  bool is_whole;               /* all that was to be seen was seen: the runs can be judged and a baseline lowered */
  bool is_unreadable;          /* there are records that cannot be read */
};

struct gate_config {
  const struct findings *findings;
  const struct limits *limits;
  const struct counted_findings *now;      /* of these findings, judged as gate_is_judged() says */
  const struct counted_findings *baseline; /* NULL: none */
  const char *baseline_path;
  bool only_own;                /* other findings are let pass */
  bool is_newest;               /* nobody named the run */
  bool is_updated;              /* the baseline is lowered to these findings anyway */
};

/* Everything in *config must outlive *ret. */
void gate_judge(const struct gate_config *config, struct gate_verdict **ret);
void gate_verdict_destroy(struct gate_verdict *verdict);

/* Is the finding compared with the baseline: does it count, and no option lets all of its kind pass? `config`, a struct
 * gate_config, needs limits and only_own. */
bool gate_is_judged(const void *config, const struct finding *finding);

/* Write the verdict with its reasons, for people or as one JSON object. */
void gate_put_text(const struct gate_config *config, const struct gate_verdict *verdict, FILE *output);
void gate_put_json(const struct gate_config *config, const struct gate_verdict *verdict, FILE *output);

/* --- shared by the parts of the gate --- */

/* *ret (may be NULL) is valid until the next reason is added. */
void gate_add_reason(struct gate_verdict *verdict, const char *code, struct gate_reason **ret, const char *format, ...)
  __attribute__((format(printf, 4, 5)));
void gate_add_note(struct gate_verdict *verdict, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* `format` NULL: no remark. */
void gate_add_item(struct gate_reason *reason, const struct finding *finding, const char *format, ...)
  __attribute__((format(printf, 3, 4)));

/* A limit of errors, or of a kind of leaks. */
void gate_check_total(const struct gate_config *config, enum limit_id id, struct gate_verdict *verdict);
/* What such limits let pass, and others' leaks. */
void gate_note_passed(const struct gate_config *config, struct gate_verdict *verdict);

/* What is in it. */
void gate_verdict_release(struct gate_verdict *verdict);

/* Are the runs there, and whole? (gate_incomplete.c) Of the limits those for processes are used. `for_leaks`: leaks
 * must have been searched for. */
void gate_check_runs(const struct findings *findings, const struct limits *limits, bool for_leaks,
                     struct gate_verdict *verdict);

/* What is new and what has grown (gate_baseline.c). */
void gate_check_baseline(const struct gate_config *config, struct gate_verdict *verdict);

#endif
