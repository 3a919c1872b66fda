/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names of tests that only the test runner knows: CTest and Meson are asked after the run. */
#ifndef SEEP_HOST_SUITE_SUITE_RUNNER_NAMES_H
#define SEEP_HOST_SUITE_SUITE_RUNNER_NAMES_H

#include "host/base/error.h"

/* Add what is found to the execs.jsonl of a run directory. A runner that does not answer costs names only. */
struct error *suite_runner_names_add(const char *run_directory);

#endif
