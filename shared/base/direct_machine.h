/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Can code run that is the program's own instructions (docs/engine.md, "Direct code")? It needs AVX and BMI2, and a
 * kernel that lets programs set segments. */
#ifndef SEEP_SHARED_BASE_DIRECT_MACHINE_H
#define SEEP_SHARED_BASE_DIRECT_MACHINE_H

/* What is missing, in words; NULL: nothing is. `hwcap2` is what the kernel says of it: AT_HWCAP2 of the auxiliary
 * vector. */
const char *direct_machine_lacks(unsigned long hwcap2);

#endif
