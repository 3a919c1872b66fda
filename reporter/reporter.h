/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The reporter: the process beside the guest that takes the frames of the whole process tree and prints the report.
 *
 * It is nobody's child to wait for, is in a session of its own, so that the terminal's signals do not reach it, and
 * ends when the last process of the tree has. */
#ifndef SEEP_REPORTER_REPORTER_H
#define SEEP_REPORTER_REPORTER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "report/xml/xml_documents.h"
#include "reporter/outputs.h"
#include "reporter/server.h"
#include "report/runs/report_session.h"

/* Descriptors that were open when the launcher began: the guest's business alone. */
struct descriptors {
  int *items;
  size_t count;
};
struct error *descriptors_list(struct descriptors *ret);
void descriptors_release(struct descriptors *descriptors);

struct reporter_config {
  int listener;
  struct outputs *outputs;
  struct xml_documents *documents; /* NULL: no XML */
  struct report_session *session;
  struct server_config server; /* its handler is set here */
  struct descriptors inherited;
  bool forks_are_silent; /* --child-silent-after-fork */
  const char *silent_program; /* its processes print nothing; NULL: none */
  bool prune; /* remove old kept runs at the end */
};

/* Serve until the tree has ended, in a process of its own, which owns all that the config names; here nothing of it may be used any more. */
struct error *reporter_start(const struct reporter_config *config);

/* For the session's and the outputs' warnings: prints a line in front of which `context`, a name, stands. */
void reporter_warn(void *context, const char *message);

#endif
