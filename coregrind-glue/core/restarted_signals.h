/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Signals of which the guest hears nothing where their action is the default: they neither end it nor make a call
 * fail. */
#ifndef SEEP_COREGRIND_GLUE_CORE_RESTARTED_SIGNALS_H
#define SEEP_COREGRIND_GLUE_CORE_RESTARTED_SIGNALS_H

#include "pub_tool_basics.h"
#include "pub_tool_vki.h"

/* Also while it is ignored as the guest has inherited it; it goes on seeing that. */
void restarted_signals_add(Int signal);

/* The guest's call of sigaction(), whatever the signal. */
SysRes restarted_signals_act(Int signal, const vki_sigaction_toK_t *action, vki_sigaction_fromK_t *ret_before);

#endif
