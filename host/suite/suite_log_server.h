/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A process of `seep suite` that appends lines to the log for processes that cannot open it themselves, and hands them
 * the setup, a connection to the reporter and the file of a record (host/suite/preload/suite_log_client.h). */
#ifndef SEEP_HOST_SUITE_SUITE_LOG_SERVER_H
#define SEEP_HOST_SUITE_SUITE_LOG_SERVER_H

#include "host/base/error.h"
#include "host/suite/preload/suite_log_client.h"
#include "host/suite/suite_files.h"

/* Start it, and make the key by which processes reach it. `reporter` is the name of the reporter's socket. It goes on
 * until the pipe `end` is closed at its other end. */
struct error *suite_log_server_start(const struct suite_files *files, const char *reporter, int end,
                                     char ret_key[static SUITE_KEY_BYTES]);

#endif
