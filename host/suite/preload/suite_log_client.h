/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the process cannot do with files, because its limit of file sizes is low, it has become another user, or the run
 * directory is elsewhere for a while, the suite's log server (host/suite/suite_log_server.h) does for it. Freestanding,
 * allocates nothing.
 *
 * A request is one message: the secret, a letter, and what belongs to it. */
#ifndef SEEP_HOST_SUITE_PRELOAD_SUITE_LOG_CLIENT_H
#define SEEP_HOST_SUITE_PRELOAD_SUITE_LOG_CLIENT_H

#include <stdbool.h>
#include <stddef.h>

/* A key is in the environment, in front of the path of the setup: hexadecimal digits, of which the first name the
 * socket and the others are the secret. */
enum { SUITE_KEY_NAME = 16, SUITE_KEY_SECRET = 32, SUITE_KEY_BYTES = SUITE_KEY_NAME + SUITE_KEY_SECRET + 1 };

#define SUITE_LOG_SOCKET "seep-suite-" /* in the abstract namespace; then the name */
#define SUITE_LOG_SOCKET_FILE "suite.socket" /* in the run directory, for processes in another network namespace */

enum suite_request {
  SUITE_REQUEST_LINE = 'l',  /* append the line; the answer is one byte, SUITE_LINE_KEPT if that was done */
  SUITE_REQUEST_STREAM = 'r', /* the process of that number is to be checked; the answer comes with two descriptors */
  SUITE_REQUEST_SETUP = 's', /* the file of that name in the run directory; the answer is what it holds */
};
enum { SUITE_LINE_KEPT = '1' };

/* False: there is no server, or it could not do it. */
bool suite_log_client_append(const char *key, const char *line, size_t size);

/* The size of the setup; 0: there is none to be had. */
size_t suite_log_client_setup(const char *key, const char *name, char *buffer, size_t room);

/* Where a checked process sends its frames. */
struct suite_stream {
  int channel, record; /* connected to the reporter, and the file of the record; -1: none */
};

/* Both for this process, for which they need not be within reach; they survive an exec. `log`: the path of the log,
 * beside which the server's socket is. False: there is no server. */
bool suite_log_client_stream(const char *key, const char *log, struct suite_stream *ret);

#endif
