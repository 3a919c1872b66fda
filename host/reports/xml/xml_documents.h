/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where XML goes: --xml-file, --xml-fd or --xml-socket.
 *
 * An XML file holds one document, and a document tells of one process. The first process, and each whose file has a
 * name of its own (%p), gets its document at once. A program that takes another's place (exec) takes its file as well.
 * All other processes share their file's name with one of these: their documents go to NAME.PID, and only when there is
 * something to tell. */
#ifndef SEEP_HOST_REPORTS_XML_XML_DOCUMENTS_H
#define SEEP_HOST_REPORTS_XML_XML_DOCUMENTS_H

#include <stdbool.h>
#include <stdint.h>

#include "host/base/options.h"
#include "host/model/process/writer.h"

struct xml_documents;

struct xml_documents_config {
  const struct options *options; /* --xml-*; borrowed */
  const char *directory;         /* of the launcher */
  uint64_t pid;                  /* of the first process, whose document is made at once; 0: not known */
  bool is_past;                  /* the processes ran earlier */
  bool append;                   /* an earlier reporter may have made documents: they stay */
  void (*warn)(void *context, const char *message);
  void *warn_context;
};

/* *ret is NULL without --xml=yes. Fails when the first document cannot be made: do this before anything runs. */
struct error *xml_documents_create(const struct xml_documents_config *config, struct xml_documents **ret);
void xml_documents_destroy(struct xml_documents *documents);

/* The document of a new process image, `is_fork`: begun by a fork. *ret's output is NULL when there is no place for it:
 * what it has to tell belongs into the log then. Release it with xml_documents_close(). */
struct error *xml_documents_open(struct xml_documents *documents, uint64_t pid, bool is_fork, struct xml_config *ret);

/* `has_findings`: it is worth keeping when another program takes its place. */
void xml_documents_close(struct xml_documents *documents, struct xml_config *document, bool has_findings);

/* Could something not be written (a full disk)? */
bool xml_documents_have_failed(const struct xml_documents *documents);

#endif
