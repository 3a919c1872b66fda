/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Options of newer cores, implemented around this one. */
#ifndef SEEP_COREGRIND_GLUE_WRAPS_NEWER_OPTIONS_H
#define SEEP_COREGRIND_GLUE_WRAPS_NEWER_OPTIONS_H

#include "libvex_guest_amd64.h"

/* --vgdb-stop-at: words separated by commas. */
void newer_options_stop_at(const char *words);

/* --scheduling-quantum, in blocks of code; more than the core's own 100,000 has no effect. */
void newer_options_set_quantum(UInt blocks);

/* Before translated code is entered with this state. */
void newer_options_limit_turn(VexGuestAMD64State *state);

#endif
