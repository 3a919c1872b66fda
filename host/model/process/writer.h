/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A writer turns what a process's model tells into one format. It listens: the model calls these functions in the order
 * in which things happen, and a writer that does not care leaves the pointer NULL. */
#ifndef SEEP_HOST_MODEL_PROCESS_WRITER_H
#define SEEP_HOST_MODEL_PROCESS_WRITER_H

#include <stdio.h>

#include "host/model/process/model.h"

struct writer_ops {
  void (*begin)(void *context, const struct process *process);
  void (*message)(void *context, const struct process *process, const struct process_message *message);
  /* A new context that is not suppressed. */
  void (*error)(void *context, const struct process *process, const struct error_context *error);
  /* From now on errors are not told any more. */
  void (*error_limit)(void *context, const struct process *process);
  void (*heap)(void *context, const struct process *process);
  /* How the heap has grown is known: process->growth. */
  void (*growth)(void *context, const struct process *process);
  void (*leak_check)(void *context, const struct process *process, const struct leak_check *check);
  /* What the heap holds, or ever held, was asked for as an execution tree. */
  void (*xtree)(void *context, const struct process *process, const struct xtree *xtree);
  /* Answers to monitor commands: an error again (NULL: all of them), where an address lies, a record of the last leak
   * check, one of its blocks. */
  void (*tell_error)(void *context, const struct process *process, const struct error_context *error);
  void (*place)(void *context, const struct process *process, const struct error_context *error);
  void (*loss)(void *context, const struct process *process, const struct loss_record *record);
  void (*block)(void *context, const struct process *process, const struct record_block *block);
  /* A snapshot is being written while the program goes on; what comes of it is told next. */
  void (*snapshot_begun)(void *context, const struct process *process, const struct record_snapshot_begun *snapshot);
  /* A snapshot was taken, or could not be. */
  void (*snapshot)(void *context, const struct process *process, const struct record_snapshot *snapshot);
  /* A signal is the process's end; what the heap holds and has lost may still be told. */
  void (*signal)(void *context, const struct process *process, const struct process_signal *signal);
  /* The end; `cut_reason` says why the run did not finish, NULL when it did. */
  void (*end)(void *context, const struct process *process, const char *cut_reason);
  /* Nothing more will be told, whether there was an end or not: the process may run another program. */
  void (*close)(void *context, const struct process *process);
  void (*destroy)(void *context);
};

struct writer {
  const struct writer_ops *ops;
  void *context;
};

/* Tell all writers of a process. */
#define WRITERS_TELL(process, event, ...)                                                    \
  do {                                                                                       \
    for (size_t writer_index = 0; writer_index < (process)->writer_count; writer_index++) {  \
      const struct writer *told = &(process)->writers[writer_index];                         \
      if (told->ops->event)                                                                  \
        told->ops->event(told->context, __VA_ARGS__);                                        \
    }                                                                                        \
  } while (0)

/* Processes whose reports share an output. */
struct text_sharers {
  uint64_t first_pid, last_pid; /* that was begun first; of the last line. 0: none yet */
  bool are_several;             /* it is known beforehand that there will be more than one */
  bool is_after_verdict;        /* the last line ended a process's report */
  struct unchecked_programs unchecked; /* that forked processes became, and which no report has told of */
};

struct text_config {
  FILE *output;         /* borrowed */
  bool colour;
  bool is_bare;         /* lines have no ==PID== */
  unsigned columns;     /* of the terminal; 0: none */
  struct text_sharers *sharers; /* borrowed; NULL: not known */
  bool is_log;          /* findings are told elsewhere: messages only */
  const char *run_name; /* for the digest's hints; NULL: the run is not kept */
  struct suppression_prompt *ask;      /* for --gen-suppressions=yes; borrowed; NULL: nobody can be asked */
};

/* Memcheck's words (host/reports/text/text.c). */
void text_writer_create(const struct text_config *config, struct writer *ret);
/* Write somewhere else from now on. */
void text_writer_redirect(const struct writer *writer, const struct text_config *config);

/* For people, as compilers show what they find (host/reports/screen/screen.c). */
void screen_writer_create(const struct text_config *config, struct writer *ret);
/* What its last line says of the process, or would say now: of one that runs still the errors so far. Malloc'ed. */
char *screen_writer_verdict(const struct writer *writer, const struct process *process);
/* Write an answer in Memcheck's words there; NULL: no more. */
void screen_writer_redirect(const struct writer *writer, const struct text_config *answer);

/* A variable of the environment that the name of the file was made with. */
struct xml_qualifier {
  char *variable, *value;
};

struct xml_config {
  FILE *output; /* borrowed */
  bool is_lazy; /* without findings nothing is written */
  const struct xml_qualifier *qualifiers;
  size_t qualifier_count;
};

/* Valgrind's XML, one document for each process (host/reports/xml/xml.c). */
void xml_writer_create(const struct xml_config *config, struct writer *ret);
/* What is told until it is called again with false is no part of the document. */
void xml_writer_mute(const struct writer *writer, bool is_mute);
/* Is there an error in the document? */
bool xml_writer_has_findings(const struct writer *writer);

#endif
