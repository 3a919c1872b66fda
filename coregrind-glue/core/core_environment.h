/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the core sees of the environment. */
#ifndef SEEP_COREGRIND_GLUE_CORE_CORE_ENVIRONMENT_H
#define SEEP_COREGRIND_GLUE_CORE_CORE_ENVIRONMENT_H

#include "pub_tool_basics.h"

/* May the core have debug files downloaded at all (--enable-debuginfod), and for the module that it reads now? */
void core_environment_allow_servers(const HChar *yes_or_no);
void core_environment_need_servers(Bool needs);

/* What the kernel tells of the processor (AT_HWCAP2); 0: it tells nothing. The first call is made before the guest
 * begins. */
ULong core_environment_capabilities(void);

#endif
