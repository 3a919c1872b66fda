/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The errors of one process, each once, as merged findings have them: by identity and what suppresses them. */
#ifndef SEEP_HOST_MODEL_PROCESS_ERRORS_H
#define SEEP_HOST_MODEL_PROCESS_ERRORS_H

#include "host/model/process/model.h"

struct errors {
  const struct error_context **items; /* of each error the context that came first */
  size_t count;
};

/* Does the process report it? Not what came after the error limit, nor what another process reports. */
bool error_is_found(const struct error_context *context);

/* To be released with errors_release(). */
void errors_find(const struct process *process, struct errors *ret);
void errors_release(struct errors *errors);

#endif
