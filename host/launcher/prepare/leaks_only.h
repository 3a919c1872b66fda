/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What --checks=leaks cannot do. */
#ifndef SEEP_HOST_LAUNCHER_PREPARE_LEAKS_ONLY_H
#define SEEP_HOST_LAUNCHER_PREPARE_LEAKS_ONLY_H

#include "host/base/error.h"
#include "host/base/options.h"

/* An error names an option that needs a full run. */
struct error *leaks_only_check(const struct options *options);

#endif
