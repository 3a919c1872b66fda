/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Inside the XML writer: its state and its parts. Elements, their order and the layout are Memcheck's, as some programs
 * read the files line by line. */
#ifndef SEEP_HOST_REPORTS_XML_XML_H
#define SEEP_HOST_REPORTS_XML_XML_H

#include "host/model/process/suppression_match.h"
#include "host/model/process/writer.h"

enum xml_part {
  XML_NOT_BEGUN,
  XML_RUNNING,
  XML_FINISHED, /* the program has ended; leaks and counts follow */
  XML_CLOSED,
};

/* An error of the document and the number it has there. */
struct xml_told {
  const struct error_context *error;
  uint64_t unique;
};

struct xml {
  struct xml_config config;
  const struct process *process; /* the one being written about */
  int64_t protocol;
  enum xml_part part;
  bool is_mute;
  bool in_client_message; /* its stack may follow */
  bool owes_heap_summary; /* descriptors that were left open come before it */
  uint64_t next_unique;
  struct xml_told *told;
  size_t told_count, told_capacity;
};

/* --- text and elements (host/reports/xml/xml_text.c) --- */

/* As it is: for tags, and for what is known to be harmless. */
void xml_put(struct xml *xml, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Text from anywhere: escaped, and what no XML file may hold is replaced. */
void xml_text(struct xml *xml, const char *text);
void xml_text_of_size(struct xml *xml, const char *text, size_t size);
/* "<name>text</name>" on a line of its own; `indent` in spaces. */
void xml_element(struct xml *xml, int indent, const char *name, const char *text);
void xml_number(struct xml *xml, int indent, const char *name, uint64_t number);
/* In CDATA sections, where nothing can be escaped. */
void xml_cdata(struct xml *xml, const char *text, size_t size);
void xml_comment(struct xml *xml, const char *text);

/* --- before the program runs (host/reports/xml/xml_begin.c) --- */

/* The head of the document. */
void xml_preamble(struct xml *xml);

/* --- findings (host/reports/xml/xml_error.c, host/reports/xml/xml_stack.c, host/reports/xml/xml_suppression.c) --- */

/* One element for each error, each loss of a check, and a thread where it is first named. */
void xml_error(struct xml *xml, const struct error_context *error);
void xml_losses(struct xml *xml, const struct leak_check *check);
void xml_thread(struct xml *xml, uint64_t tid);
/* NULL: one frame of which nothing is known, as readers count on a stack. */
void xml_stack(struct xml *xml, const struct stack *stack);
void xml_suppression(struct xml *xml, const struct suppression_match *match);
void xml_signal(struct xml *xml, const struct process_signal *signal); /* host/reports/xml/xml_signal.c */

/* --- after it has run (host/reports/xml/xml_end.c) --- */

/* A state, such as FINISHED, with the time since the start; and how often each error was met. */
void xml_status(struct xml *xml, const char *state, uint64_t elapsed_ns);
void xml_counts(struct xml *xml);
/* Do summaries belong into the document? Of protocol 6 they do, unless -q is given. */
bool xml_has_summaries(const struct xml *xml);
void xml_heap_summary(struct xml *xml);
void xml_leak_summary(struct xml *xml, const struct leak_check *check);
void xml_error_summary(struct xml *xml);

#endif
