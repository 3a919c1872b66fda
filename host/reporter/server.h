/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The host's end of the channel: one loop that receives the streams of all processes of a tree.
 *
 * A process connects to a socket in the abstract namespace, or has got a connection from its parent, which passes the
 * other end on to the server before it forks, and sends a stream in the format of shared/record/record.h. A
 * handler processes the frames. The loop ends when no stream is open and no process that was announced (by a fork,
 * or an exec under Seep) may still connect. */
#ifndef SEEP_HOST_REPORTER_SERVER_H
#define SEEP_HOST_REPORTER_SERVER_H

#include <stdint.h>

#include "host/base/error.h"
#include "host/record/frame_reader.h"

/* What a stream's frames are handed to. */
struct server_handler {
  void *context;
  /* The stream of process `pid` begins; `first` is its first frame, which is handed over next. Returns what the other
   * functions get as `process`. */
  void *(*begin)(void *context, uint64_t pid, const struct record_frame *first);
  struct error *(*frame)(void *process, const struct record_frame *frame);
  /* The file of the MODULE frame just handed over, if the process has sent its descriptor, which is taken over.
   * NULL: not wanted. */
  void (*file)(void *process, const struct record_module *module, int fd);
  /* Answer the QUERY frame just handed over. */
  void (*answer)(void *process, enum record_question question, struct record_reply *ret);
  /* A piece of the text that RECORD_QUESTION_TEXT asks for; valid until the next call. NULL: there is never any. */
  const char *(*text)(void *process, size_t *ret_size);
  /* The stream is over. `reason` says why when it stopped before its end; NULL: unknown, or it did not. */
  void (*end)(void *process, const char *reason);
};

struct server_config {
  struct server_handler handler;
  uint64_t first_pid;          /* a process that will connect; 0: none */
  const char *launcher, *tool; /* what a process that will connect may be running until then; NULL: anything */
};

struct server;

/* `listener` is taken over. */
void server_create(int listener, const struct server_config *config, struct server **ret);
void server_destroy(struct server *server);

/* Take a connection that exists already; `fd` is taken over. */
void server_add_connection(struct server *server, int fd, uint64_t pid);

/* Serve until the tree has ended. */
struct error *server_run(struct server *server);

/* Have all processes that are connected been told to end? `server`: a struct server. */
bool server_is_ending(void *server);

/* --- the socket --- */

/* A listening socket, non-blocking, under a new random name, and the name: malloc'ed, as server_connect() takes it. */
struct error *server_listen(int *ret_fd, char **ret_name);

/* A connection to the socket of that name, above the standard descriptors, close-on-exec. Fails when nobody listens. */
struct error *server_connect(const char *name, int *ret_fd);

#endif
