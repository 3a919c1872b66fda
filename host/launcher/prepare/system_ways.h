/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What this system lets Seep keep and reach, for --version --verbose. */
#ifndef SEEP_HOST_LAUNCHER_PREPARE_SYSTEM_WAYS_H
#define SEEP_HOST_LAUNCHER_PREPARE_SYSTEM_WAYS_H

#include "host/launcher/prepare/set_up.h"

/* A line for each on standard output: on, or off and why. Changes no file. */
void system_ways_tell(struct set_up *set_up);

#endif
