/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The only way out of the guest side: frames to the reporter's socket and to the record file of this process, the same
 * bytes to both. Either may fail without harm to the other or to the guest:
 *
 *   record file fails (full disk ...)   a MESSAGE says so, the live report goes on whole
 *   reporter dies                       a line on stderr says how to report from the record; the guest runs on
 *
 * Frames are buffered until channel_flush(), which is called after each event, so that SIGKILL loses at most the event
 * that was being sent. */
#ifndef SEEP_COREGRIND_GLUE_CORE_CHANNEL_H
#define SEEP_COREGRIND_GLUE_CORE_CHANNEL_H

#include <stdbool.h>

#include "shared/record/record.h"

/* What the launcher hands over; strings are borrowed for good. */
struct channel_config {
  int fd;                  /* connected to the reporter; -1: none */
  int record;              /* the record file, opened by somebody who may; -1: it is created in run_dir */
  const char *socket_name; /* abstract name under which executed programs find the reporter; NULL: none */
  const char *run_dir;     /* where record files go; NULL: --record=no */
  int
    folder; /* the same, opened by the process that executed this one, which may have it no more by its name; -1: not */
  bool time_stamps;        /* --time-stamp: send TIME before each batch of frames */
};

/* Begin the stream of this process image. */
void channel_open(const struct channel_config *config);

/* A new descriptor of the folder with the records, which survives exec; -1: there is none. */
int channel_open_folder(void);

/* Before a fork: give the reporter a connection for the child, which may not be able to make one, as it may have left
 * the network namespace, or the root directory, in which the reporter is. */
void channel_before_fork(void);

/* In the parent after fork. */
void channel_after_fork(void);

/* In a child after fork: leave the parent's stream alone and begin one of our own. */
void channel_reopen(void);

/* `frame` is the structure of that kind. */
void channel_send(enum record_kind kind, const void *frame);

/* One send function per kind of frame. Before channel_open() they do nothing. */
#define FRAME(NAME, name, number)                                            \
  static inline void channel_send_##name(const struct record_##name *frame) \
  {                                                                          \
    channel_send(RECORD_##NAME, frame);                                      \
  }
#include "shared/record/frame_kinds.def"

/* Text to the log as it is, without a process id in front. */
void channel_print_plain(const char *text);

/* Give the reporter a descriptor of the file of a module, whose frame comes next. It does not go into the record. Takes
 * over `fd`. */
void channel_attach(int fd);

/* Send what is kept back so far. */
void channel_flush(void);

/* Whether TIME frames are sent from now on. */
void channel_stamp_times(bool stamps);

/* What the report tells in passing (messages, snapshots, answers) need not be waited for at once: return when the
 * reporter has shown all that was sent so far. To be called before the guest does what can be seen outside, so that the
 * guest's own output and the report keep their order. */
void channel_wait_until_shown(void);

/* The record file, for what is kept beside it; NULL: there is none, either because none is wanted (*ret_is_wanted) or
 * because it could not be written. */
const char *channel_record_path(bool *ret_is_wanted);

/* Does anybody watch the record as it grows (shared/record/record_watch.h)? *ret_every_ms: how often to tell. */
bool channel_is_watched(uint64_t *ret_every_ms);

/* Has channel_open() been called? */
bool channel_is_open(void);

/* Put a question and wait for the answer; false when the reporter is gone. */
bool channel_ask(enum record_question question, struct record_reply *ret);
bool channel_ask_about(enum record_question question, uint64_t argument, struct record_reply *ret);

/* Ask for a piece of text, of at most RECORD_TEXT_PIECE_BYTES; its size is 0 when there is no more. */
bool channel_ask_text(char *ret_text, size_t *ret_size);

#endif
