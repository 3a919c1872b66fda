/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is tried when a worker has died over a module. */
#ifndef SEEP_HOST_SYMBOLS_WORKER_DEATHS_H
#define SEEP_HOST_SYMBOLS_WORKER_DEATHS_H

#include "host/symbols/elf/warn.h"
#include "host/symbols/module_state.h"
#include "host/symbols/worker.h"

/* The worker has crashed, or was stopped as it took too long: less of the module may be read next time. */
void worker_deaths_note(struct module *module, enum worker_outcome outcome, const struct warnings *warnings);

#endif
