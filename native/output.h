/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Frames to the reporter's socket and to the record file, the same bytes to both (shared/record/record.h). Either may
 * fail without harm to the other or to the program. */
#ifndef SEEP_NATIVE_OUTPUT_H
#define SEEP_NATIVE_OUTPUT_H

#include <stdbool.h>

#include "shared/record/record.h"

enum { OUTPUT_ATTACHED_MAX = 8, OUTPUT_PATH_BYTES = 4096 };

struct output {
  struct record_encoder encoder;
  int socket, of_child, file; /* negative: none. of_child: of one that is about to be forked */
  int door;                   /* where requests come in */
  uint64_t socket_identity, file_identity, door_identity;
  unsigned token;
  int attached[OUTPUT_ATTACHED_MAX];
  unsigned attached_count;
  const char *run_dir; /* NULL: no record is wanted */
};

/* `socket` is connected to the reporter. `file`: an open one for the record; negative: one is made in run_dir. */
void output_begin(struct output *output, int socket, int file, const char *run_dir);

/* A connection to the reporter whose socket has that name; negative: there is none. */
int output_connect(const char *name);

/* Nothing is sent any more. */
void output_end(struct output *output);

/* Before a fork, in the parent after it, and in the child, which begins a stream of its own. */
void output_before_fork(struct output *output);
void output_after_fork(struct output *output);
void output_reopen(struct output *output);

/* `frame` is the structure of that kind. */
void output_send(struct output *output, enum record_kind kind, const void *frame);

/* A descriptor of the file of a module, whose frame comes next; negative: none. Takes it over. */
void output_attach(struct output *output, int fd);

/* Whatever was sent so far goes to the reporter now. */
void output_flush(struct output *output);

/* The file of the record; NULL: there is none. */
const char *output_record_path(const struct output *output);

/* Where requests come in; negative: nowhere. */
void output_take_door(struct output *output, int fd);
int output_door(struct output *output);

/* Move a descriptor out of the way of the program's; it is closed on exec. Returns where it is. */
int output_move_away(int fd);

/* Write all of it, without the signal of a file that grows too large. Returns an errno value, or 0. */
int output_write_file(int file, const void *data, size_t size);

/* Is the descriptor one of ours? */
bool output_has(const struct output *output, int fd);

/* The lowest of ours above a descriptor; UINT_MAX: there is none. */
unsigned output_first_above(const struct output *output, int fd);

/* Another file is to have this descriptor, which is ours: get out of its way. */
void output_leave(struct output *output, int fd);

/* Put a question and wait for the answer; false: the reporter is gone. */
bool output_ask(struct output *output, enum record_question question, struct record_reply *ret);

#endif
