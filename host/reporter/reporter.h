/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The reporter: the process beside the guest that receives the frames of the whole process tree and prints the report.
 *
 * It is not a child of the guest, is in a session of its own, so that the terminal's signals do not reach it, and
 * ends when the last process of the tree has. */
#ifndef SEEP_HOST_REPORTER_REPORTER_H
#define SEEP_HOST_REPORTER_REPORTER_H

#include <stdbool.h>
#include <stdint.h>

#include "host/base/error.h"
#include "host/runs/report_session.h"
#include "host/reports/xml/xml_documents.h"
#include "host/reporter/outputs.h"
#include "host/reporter/server.h"

/* Descriptors that were open when the launcher began, and belong to the guest. */
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
  const char *run_directory; /* NULL: none is kept */
  bool prune; /* remove old kept runs at the end */
};

/* Start the reporter's process, which serves until the tree has ended. It takes over everything in the config; the
 * caller must not use any of it afterwards. */
struct error *reporter_start(const struct reporter_config *config);

/* A callback for warnings: prints "NAME: MESSAGE", where NAME is `context`, to the log of the process that is being
 * reported on, else to standard error. */
void reporter_warn(void *context, const char *message);

#endif
