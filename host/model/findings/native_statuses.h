/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How the programs of a suite end without Seep: what `seep suite --native-first` noted in native.jsonl. */
#ifndef SEEP_HOST_MODEL_FINDINGS_NATIVE_STATUSES_H
#define SEEP_HOST_MODEL_FINDINGS_NATIVE_STATUSES_H

#include "host/model/findings/exec_log.h"
#include "host/model/findings/findings.h"

struct native;

/* *ret is NULL when nothing was noted. */
struct error *native_read(const char *directory, struct native **ret);
void native_destroy(struct native *native);

/* The status with which this program ended whenever it was run with the same arguments in the same directory; false:
 * it was not, or it ended with different ones, or in a way that is not known (by a signal). `native` may be NULL. */
bool native_status(const struct native *native, const struct exec_image *image, uint64_t *ret);

/* The process ended with another status than without Seep. */
bool native_differs(const struct finding_process *process);

/* "with status 3 in place of 0"; malloc'ed. Of one that differs. */
char *native_sentence(const struct finding_process *process);

#endif
