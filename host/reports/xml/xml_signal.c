/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The signal that ended a process, with what the kernel said of it. */
#include <signal.h>
#include <string.h>

#include "host/reports/xml/xml.h"

enum {
  CODE_PROTECTION = 0x80, /* the core's own: the processor does not say which address was meant */
  FIRST_REAL_TIME = 32,   /* as the kernel counts */
};

static const char *event(const struct process_signal *signal)
{
  static const struct {
    uint64_t number;
    int64_t code;
    const char *words;
  } events[] = {
#define SIGNAL_EVENT(signal, code, words) {signal, code, words},
#include "host/model/words/signals.def"
  };
  for (size_t i = 0; i < sizeof events / sizeof *events; i++)
    if (events[i].number == signal->number && events[i].code == signal->code)
      return events[i].words;
  return NULL;
}

/* SIGIO has another name as well. */
static void put_name(struct xml *xml, uint64_t number)
{
  const char *name = number == SIGIO ? "IO" : number < FIRST_REAL_TIME ? sigabbrev_np((int)number) : NULL;
  if (name)
    xml_put(xml, "  <signame>SIG%s</signame>\n", name);
  else
    xml_put(xml, "  <signame>SIGRT%llu</signame>\n", (unsigned long long)(number - FIRST_REAL_TIME));
}

/* What the kernel knows of a fault; a signal that a process has sent has nothing to it. */
static void put_fault(struct xml *xml, const struct process_signal *signal)
{
  const char *words = event(signal);
  bool has_address = signal->number != SIGSEGV || signal->code != CODE_PROTECTION;
  if (signal->code <= 0)
    return;
  if (words)
    xml_element(xml, 2, "event", words);
  if (has_address)
    xml_put(xml, "  <siaddr>0x%llX</siaddr>\n", (unsigned long long)signal->address);
}

void xml_signal(struct xml *xml, const struct process_signal *signal)
{
  xml_put(xml, "<fatal_signal>\n");
  xml_thread(xml, signal->tid);
  xml_number(xml, 2, "signo", signal->number);
  put_name(xml, signal->number);
  xml_put(xml, "  <sicode>%lld</sicode>\n", (long long)signal->code);
  put_fault(xml, signal);
  xml_stack(xml, signal->stack);
  xml_put(xml, "</fatal_signal>\n\n");
}
