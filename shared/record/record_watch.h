/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How `seep top` has a program that is checked fully send CENSUS frames, without asking it: who watches a record holds
 * a read lock on a byte far behind its end, one of the kernel's for open files (F_OFD_SETLK), and the program looks now
 * and then whether there is one. So nothing in it is interrupted or woken, and a watcher that is killed leaves nothing
 * behind. The byte says how often it wants to know: RECORD_WATCH_START and as many more as milliseconds lie in
 * between. */
#ifndef SEEP_SHARED_RECORD_RECORD_WATCH_H
#define SEEP_SHARED_RECORD_RECORD_WATCH_H

#include <stdint.h>

static const uint64_t RECORD_WATCH_START = UINT64_C(1) << 40;
enum { RECORD_WATCH_MS_MOST = 3600000 };

#endif
