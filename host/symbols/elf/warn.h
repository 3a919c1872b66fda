/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Problems that cost names but not the run. */
#ifndef SEEP_HOST_SYMBOLS_ELF_WARN_H
#define SEEP_HOST_SYMBOLS_ELF_WARN_H

#include "host/base/error.h"

struct warnings {
  void (*warn)(void *context, const char *message); /* may be NULL */
  void *context;
};

/* Say the error and free it; nothing happens for NULL. */
static inline void warn_of(const struct warnings *warnings, struct error *error)
{
  if (error && warnings->warn)
    warnings->warn(warnings->context, error_message(error));
  error_free(error);
}

#endif
