/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The record of a program that runs, read as it grows. What the process has told is kept as for a report, so that the
 * verdict at its end is that of the report. */
#ifndef SEEP_HOST_HEAP_TOP_LIVE_RECORD_H
#define SEEP_HOST_HEAP_TOP_LIVE_RECORD_H

#include "host/base/error.h"
#include "host/heap/top/live_places.h"
#include "host/model/process/model.h"

struct live_record;

/* Read what there is of it. *ret is to be closed. */
struct error *live_record_open(const char *path, struct live_record **ret);
void live_record_close(struct live_record *record);

/* Have the process send CENSUS frames so often from now on, if it is checked fully (shared/record/record_watch.h);
 * until the record is closed. */
struct error *live_record_watch(struct live_record *record, long every_ms);

/* Read what has come since; what is damaged ends it. */
struct error *live_record_read(struct live_record *record);

/* No more will come, as the process is gone: what is known of a run that did not finish is added up. */
void live_record_finish(struct live_record *record);

/* What it has told; the record's own. */
struct process *live_record_process(const struct live_record *record);

/* And by place, to be looked at by the caller. */
struct live_places *live_record_places(const struct live_record *record);

/* "1 use after free, 333 bytes lost in 1 place", as the last line of the report; malloc'ed. */
char *live_record_verdict(const struct live_record *record);

#endif
