/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What blocks depend on beside the guest: this very build of the tool and the core, the processor, the options. */
#ifndef SEEP_COREGRIND_GLUE_TRANSLATION_CACHE_TRANSLATION_IDENTITY_H
#define SEEP_COREGRIND_GLUE_TRANSLATION_CACHE_TRANSLATION_IDENTITY_H

#include "shared/cache/code_file.h"

#include "libvex.h"

/* Fills `tool`, `options` and `cpu`; the rest is zero. */
void translation_identity_make(const VexTranslateArgs *arguments, struct code_identity *ret);

/* How exact VEX keeps the registers in memory, where no callback wants otherwise. */
VexRegisterUpdates translation_identity_register_updates(void);

#endif
