/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a project lives with for now, in a file that stands in its repository (docs/gate.md has the format):
 *
 *   {"seep_baseline": 3, "findings": [{"id": "...", "kind": "...", "place": "...", "count": 1, "bytes": 8, ...}, ...]}
 *
 * Sorted by identity, one number on each line, so that what changed is what a diff shows. */
#ifndef SEEP_HOST_VERDICTS_GATE_BASELINE_H
#define SEEP_HOST_VERDICTS_GATE_BASELINE_H

#include "host/model/findings/counted_findings.h"

enum { BASELINE_VERSION = IDENTITY_VERSION, BASELINE_VERSION_OLDEST = 1 };

/* Fails for what is not wholly a baseline; the message names file, place and remedy. One of an older version is to be
 * converted. */
struct error *baseline_read(const char *path, struct counted_findings **ret);

/* The same from memory; `name` stands for the file in messages. */
struct error *baseline_parse(const char *name, const char *text, size_t size, struct counted_findings **ret);

/* Replace the file in one step: it is the old one or the new one, whatever happens. */
struct error *baseline_write(const char *path, const struct counted_findings *counted);

/* A baseline of an older version in terms of this one: its findings are known again by what is there now, whose
 * identities of then can be told. What is not there now keeps its old identity. Both must outlive *ret. */
void baseline_convert(const struct counted_findings *old, const struct counted_findings *now,
                      struct counted_findings **ret);

struct baseline_changes {
  size_t added, raised, lowered, removed, moved;
  size_t suppressed;  /* that would be removed or lowered, but are only suppressed; `force` does so */
  bool is_converted; /* it was of an older version */
};

/* What the baseline becomes when `now` is what there is: lowered to it, what is fixed removed. Only `force` adds and
 * raises, and removes what is suppressed now, which is not fixed. What is not judged now stays as it is, and so
 * does, without `force`, what is not there although not all of its tests ran. Both must outlive *ret. */
void baseline_update(const struct counted_findings *before, const struct counted_findings *now, bool force,
                     struct counted_findings **ret, struct baseline_changes *ret_changes);

#endif
