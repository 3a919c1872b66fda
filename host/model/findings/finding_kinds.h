/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What formats say about kinds of findings. */
#ifndef SEEP_HOST_MODEL_FINDINGS_FINDING_KINDS_H
#define SEEP_HOST_MODEL_FINDINGS_FINDING_KINDS_H

#include <stddef.h>

#include "host/model/findings/findings.h"

enum finding_level { KIND_INFO, KIND_MINOR, KIND_MAJOR, KIND_CRITICAL };

struct finding_kind {
  const char *name; /* "InvalidRead" */
  enum finding_level level;
  const char *title, *help;
};

/* All kinds that have a description; the last one has a name of NULL. */
extern const struct finding_kind finding_kind_table[];

/* Its description; for a kind that has none one that says no more than the name. */
struct finding_kind finding_kind_of(const char *name);

/* What counts as no error is for information, whatever its kind. */
enum finding_level finding_level_of(const struct finding *finding);

#endif
