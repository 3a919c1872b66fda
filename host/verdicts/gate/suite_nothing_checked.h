/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A suite in which nothing was checked: what did run, why it was not checked, and what to do about that. */
#ifndef SEEP_HOST_VERDICTS_GATE_SUITE_NOTHING_CHECKED_H
#define SEEP_HOST_VERDICTS_GATE_SUITE_NOTHING_CHECKED_H

#include <stdio.h>

#include "host/model/findings/findings.h"
#include "host/model/findings/suite_facts.h"

/* `findings` of the suite have no process. */
void suite_nothing_checked_print(const struct findings *findings, const struct suite_facts *facts, FILE *output);

#endif
