/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where the tool has memory of its own, the program has none: its accesses there must fault as they do natively, and
 * must not reach what the tool keeps. Precise code asks before each access that is an error. */
#ifndef SEEP_COREGRIND_GLUE_TRANSLATE_REFUSED_ACCESS_H
#define SEEP_COREGRIND_GLUE_TRANSLATE_REFUSED_ACCESS_H

#include "pub_tool_basics.h"
#include "pub_tool_vki.h"

/* Called by a helper of generated code, with the guest's state as at the access. Does not return if the tool has memory
 * at the first or the last byte: the guest is told of a fault there. */
void refused_access_check(Addr address, SizeT bytes, Bool is_store);

/* The fault is one that the above has made; it becomes the guest's. */
Bool refused_access_took_fault(vki_siginfo_t *info, struct vki_ucontext *context);

#endif
