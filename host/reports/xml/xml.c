/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The XML writer. It is written as things happen, so that whoever reads it sees them; what is open is closed whatever
 * becomes of the program. A document goes through its parts in order: preamble, what happens while the program runs,
 * its end with the leaks, counts. Only a program that did not come to its end has no status FINISHED. */
#include "host/reports/xml/xml.h"

#include <stdlib.h>

#include "host/base/memory.h"
#include "host/base/print.h"

/* Protocols differ in blank lines as well. */
static void end_client_message(struct xml *xml)
{
  xml_put(xml, xml->protocol >= 6 ? "</clientmsg>\n\n" : "</clientmsg>\n");
  xml->in_client_message = false;
}

/* Is this to be written? If so, the document has been begun. */
static bool begin_element(struct xml *xml, const struct process *process)
{
  xml->process = process;
  if (xml->is_mute || xml->part == XML_CLOSED)
    return false;
  if (xml->part == XML_NOT_BEGUN) {
    xml->protocol = options_number(process->settings.options, OPTION_xml_protocol);
    xml->part = XML_RUNNING;
    xml_preamble(xml);
  }
  if (xml->in_client_message)
    end_client_message(xml);
  return true;
}

static void xml_on_begin(void *context, const struct process *process)
{
  struct xml *xml = context;
  if (!xml->config.is_lazy)
    begin_element(xml, process);
}

/* The stack of a VALGRIND_PRINTF_BACKTRACE comes after it. */
static void xml_on_message(void *context, const struct process *process, const struct process_message *message)
{
  struct xml *xml = context;
  if (xml->in_client_message && !xml->is_mute && message->stack) {
    xml_stack(xml, message->stack);
    end_client_message(xml);
    return;
  }
  bool is_of_guest = message->class == RECORD_MESSAGE_GUEST;
  if (!(is_of_guest || xml->in_client_message) || !begin_element(xml, process) || !is_of_guest)
    return;
  xml_put(xml, "<clientmsg>\n");
  xml_thread(xml, message->tid);
  xml_put(xml, "  <text>");
  xml_text_of_size(xml, message->text, message->size);
  xml_put(xml, "  </text>\n");
  xml->in_client_message = true;
}

static void xml_on_signal(void *context, const struct process *process, const struct process_signal *signal)
{
  if (begin_element(context, process))
    xml_signal(context, signal);
}

/* What every process has to tell does not begin a lazy document. */
static bool begin_end(struct xml *xml, const struct process *process)
{
  return (xml->part != XML_NOT_BEGUN || !xml->config.is_lazy) && begin_element(xml, process);
}

static void finish(struct xml *xml)
{
  if (xml->part != XML_RUNNING)
    return;
  uint64_t elapsed_ns = xml->process->has_heap ? xml->process->heap.elapsed_ns : xml->process->end.elapsed_ns;
  if (xml->protocol < 6)
    xml_put(xml, "\n");
  xml_status(xml, "FINISHED", elapsed_ns);
  xml->part = XML_FINISHED;
}

static void xml_on_error(void *context, const struct process *process, const struct error_context *error)
{
  if (!begin_element(context, process))
    return;
  if (error->kind == RECORD_ERROR_FD_NOT_CLOSED)
    finish(context);
  xml_error(context, error);
}

static void xml_on_heap(void *context, const struct process *process)
{
  struct xml *xml = context;
  if (!begin_end(xml, process))
    return;
  finish(xml);
  xml->owes_heap_summary = xml_has_summaries(xml);
}

static void put_heap_summary(struct xml *xml)
{
  if (xml->owes_heap_summary)
    xml_heap_summary(xml);
  xml->owes_heap_summary = false;
}

static bool shows_any(const struct leak_check *check)
{
  for (size_t i = 0; i < check->record_count && !check->xtree_file; i++)
    if (check->records[i].is_shown)
      return true;
  return false;
}

static void xml_on_leak_check(void *context, const struct process *process, const struct leak_check *check)
{
  struct xml *xml = context;
  if (check->reason == RECORD_LEAK_BY_MONITOR ||
      !(shows_any(check) ? begin_element(xml, process) : begin_end(xml, process)))
    return;
  if (check->reason == RECORD_LEAK_AT_EXIT)
    finish(xml);
  put_heap_summary(xml);
  bool all_freed = check->is_complete && check->block_count == 0;
  if (xml_has_summaries(xml))
    xml_put(xml, "<all_heap_blocks_freed>%s</all_heap_blocks_freed>\n\n", all_freed ? "true" : "false");
  xml_losses(xml, check);
  if (xml_has_summaries(xml) && !all_freed)
    xml_leak_summary(xml, check);
}

static void put_end(struct xml *xml)
{
  put_heap_summary(xml);
  xml_counts(xml);
  if (xml_has_summaries(xml))
    xml_error_summary(xml);
  xml_put(xml, xml->protocol >= 6 ? "</valgrindoutput>\n" : "</valgrindoutput>\n\n");
  xml->part = XML_CLOSED;
}

static void put_unended(struct xml *xml, const char *reason)
{
  char *comment = print_text("This run did not finish: %s.", reason);
  xml_comment(xml, comment);
  xml_put(xml, "\n");
  free(comment);
  put_end(xml);
}

static void xml_on_end(void *context, const struct process *process, const char *cut_reason)
{
  struct xml *xml = context;
  if (!begin_end(xml, process))
    return;
  if (process_was_killed_by_debugger(process))
    cut_reason = "it was killed from gdb or vgdb";
  if (cut_reason) {
    put_unended(xml, cut_reason);
    return;
  }
  finish(xml);
  put_end(xml);
}

/* A file that was made must be one that can be read, even when there is nothing to say. */
static void put_empty(struct xml *xml)
{
  xml_put(xml, "<?xml version=\"1.0\"?>\n\n<valgrindoutput>\n\n<protocolversion>4</protocolversion>\n"
               "<protocoltool>memcheck</protocoltool>\n\n");
  xml_comment(xml, "The program was not started.");
  xml_put(xml, "\n</valgrindoutput>\n\n");
  xml->part = XML_CLOSED;
}

static void xml_on_close(void *context, const struct process *process)
{
  struct xml *xml = context;
  xml->is_mute = false;
  if (process->state == PROCESS_UNKNOWN) {
    if (!xml->config.is_lazy)
      put_empty(xml);
  } else if (begin_end(xml, process)) {
    put_unended(xml, process->state == PROCESS_REPLACED
                       ? "the process runs another program from here on"
                       : "it was killed or is still running; its record is incomplete");
  }
}

static void xml_on_destroy(void *context)
{
  struct xml *xml = context;
  free(xml->told);
  free(xml);
}

static const struct writer_ops xml_ops = {
  .begin = xml_on_begin,
  .message = xml_on_message,
  .error = xml_on_error,
  .heap = xml_on_heap,
  .leak_check = xml_on_leak_check,
  .signal = xml_on_signal,
  .end = xml_on_end,
  .close = xml_on_close,
  .destroy = xml_on_destroy,
};

void xml_writer_create(const struct xml_config *config, struct writer *ret)
{
  struct xml *xml = memory_zeroed(1, sizeof *xml);
  xml->config = *config;
  *ret = (struct writer){&xml_ops, xml};
}

void xml_writer_mute(const struct writer *writer, bool is_mute)
{
  ((struct xml *)writer->context)->is_mute = is_mute;
}

bool xml_writer_has_findings(const struct writer *writer)
{
  return ((const struct xml *)writer->context)->next_unique > 0;
}
