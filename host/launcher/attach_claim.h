/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which `seep attach` a program belongs to. */
#ifndef SEEP_HOST_LAUNCHER_ATTACH_CLAIM_H
#define SEEP_HOST_LAUNCHER_ATTACH_CLAIM_H

/* From now on the program is this process's, unless another has it, until the end; no children may be forked later, as
 * they would keep it. */
void attach_claim_take(long pid);

/* If the program is watched for a seep attach that was killed, have it let go: its report is written, and this process
 * may come. In all other cases nothing happens. */
void attach_claim_free_orphan(long pid);

#endif
