/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the reporter of a suite counts while it runs, in memory that it shares with `seep suite`. */
#ifndef SEEP_HOST_SUITE_SUITE_LISTENER_H
#define SEEP_HOST_SUITE_SUITE_LISTENER_H

#include <stdatomic.h>

#include "host/base/error.h"
#include "host/model/process/writer.h"

struct suite_counts {
  atomic_uint begun, ended; /* process images */
  atomic_uint findings;     /* each once, whichever processes have it */
  atomic_uint errors;       /* of all processes, as Memcheck counts them */
};

struct suite_listener;

/* It lives as long as the process. */
void suite_listener_create(struct suite_listener **ret);

/* For the reporter. */
const struct writer *suite_listener_writer(const struct suite_listener *listener);

/* In memory that the processes share; as long as the listener is there. */
struct suite_counts *suite_listener_counts(const struct suite_listener *listener);

#endif
