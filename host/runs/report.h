/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The report of a run: frames go in, findings are kept in a model, writers print them.
 *
 * One `struct report` serves a whole process tree, so that names and suppressions are shared; each process
 * image (one stream of frames) is a `struct report_process` with an output of its own. Live and later from files the
 * same calls are made in the same order, so both print the same. */
#ifndef SEEP_HOST_RUNS_REPORT_H
#define SEEP_HOST_RUNS_REPORT_H

#include <stdio.h>

#include "host/base/error.h"
#include "host/base/options.h"
#include "host/record/frame_reader.h"
#include "suppressions/suppressions.h"
#include "host/symbols/symbols.h"

struct report;
struct report_process;
struct writer;

/* Everything is borrowed and must outlive the report. */
struct report_config {
  const struct options *options; /* the HOST and BOTH ones are used */
  struct symbols *symbols;
  struct suppressions *suppressions;
  bool colour;                   /* the output is a terminal */
  unsigned columns;              /* of that; 0: not known */
  bool is_for_people;            /* as --style says; XML needs Memcheck's words beside it */
  /* For the digest's hints on how to look at the run again; NULL: it is not kept. */
  const char *run_name;
  bool tells_in_vain;            /* when the last process ends: what options asked for and was not there */
  const struct writer *listener; /* told of every process beside its own output; NULL: none */
  const struct writer *files;    /* likewise, before that: writes the files that a process asks for as it runs */
  struct suppression_prompt *ask;               /* as in struct text_config */
};

void report_create(const struct report_config *config, struct report **ret);
void report_destroy(struct report *report);

/* More than one process will share an output: each is named. */
void report_expect_several(struct report *report);

/* A new process image whose text goes to `output` (borrowed; NULL: count, but print nothing). */
void report_process_create(struct report *report, FILE *output, struct report_process **ret);

/* The same with XML beside it, before its first frame is taken: findings are told there, and `output` becomes a log of
 * messages. The config's output is borrowed as well. */
struct xml_config;
void report_process_add_xml(struct report_process *process, const struct xml_config *config);

/* Take one frame; prints what is due. An error means that frames contradict each other (a stack that was never sent
 * ...). */
struct error *report_process_frame(struct report_process *process, const struct record_frame *frame);

/* The file of a MODULE frame just taken, from which names may be read when its path leads there no more. `fd` is
 * taken over. */
void report_process_keep(struct report_process *process, const struct record_module *module, int fd);

/* The answer to a QUERY frame just taken. */
void report_process_answer(struct report_process *process, enum record_question question, struct record_reply *ret);

/* The next piece of what was told for a monitor command, of at most RECORD_TEXT_PIECE_BYTES; valid until the next
 * frame. Its size is 0 when all has been taken. */
const char *report_process_text(struct report_process *process, size_t *ret_size);

/* No more frames will come. When END_OF_RUN was not among them this prints that the run did not finish, why when known
 * (`reason`, may be NULL), and all that is known of it. */
struct error *report_process_finish(struct report_process *process, const char *reason);

/* Has it told of an error or of lost blocks in its XML? */
bool report_process_has_findings(const struct report_process *process);

#endif
