/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Preamble, arguments and options: what stands before anything that the program did. */
#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/model/words/heading.h"
#include "host/reports/xml/xml.h"
#include "host/reports/xml/xml_fragment.h"

/* --- the preamble --- */

/* As Valgrind shows command lines in XML: what is no ASCII character, or steers terminals, is left out. */
static void put_command(struct xml *xml)
{
  xml_put(xml, "  <line>Command:");
  for (char **argument = xml->process->argv; *argument; argument++) {
    char *shown = memory_text(*argument);
    for (char *c = shown; c && *c; c++)
      *c = (unsigned char)*c < 0x20 || (unsigned char)*c > 0x7f ? '_' : *c;
    xml_put(xml, " ");
    xml_text(xml, shown);
    free(shown);
  }
  xml_put(xml, "</line>\n");
}

static void put_lines(struct xml *xml)
{
  char *line;
  xml_put(xml, "<preamble>\n");
  for (unsigned i = 0; (line = heading_line(xml->process, i)); i++) {
    xml_element(xml, 2, "line", line);
    free(line);
  }
  put_command(xml);
  xml_put(xml, "</preamble>\n\n");
}

/* --- who runs --- */

static void put_qualifiers(struct xml *xml)
{
  for (size_t i = 0; i < xml->config.qualifier_count; i++) {
    const struct xml_qualifier *qualifier = &xml->config.qualifiers[i];
    xml_put(xml, "<logfilequalifier> <var>");
    xml_text(xml, qualifier->variable);
    xml_put(xml, "</var> <value>");
    xml_text(xml, qualifier->value);
    xml_put(xml, "</value> </logfilequalifier>\n");
  }
}

/* The comment is XML itself, if that can be. */
static void put_user_comment(struct xml *xml)
{
  const char *comment = options_text(xml->process->settings.options, OPTION_xml_user_comment);
  if (!comment)
    return;
  xml_put(xml, "<usercomment>");
  if (xml_fragment_is_well_formed(comment))
    xml_put(xml, "%s", comment);
  else
    xml_text(xml, comment);
  xml_put(xml, "</usercomment>\n");
}

static void put_arguments(struct xml *xml, const char *name, const char *exe, char *const *arguments)
{
  xml_put(xml, "  <%s>\n", name);
  xml_element(xml, 4, "exe", exe);
  for (; *arguments; arguments++)
    xml_element(xml, 4, "arg", *arguments);
  xml_put(xml, "  </%s>\n", name);
}

static void put_process(struct xml *xml)
{
  const struct process *process = xml->process;
  char *const *argv = process->argv;
  xml_number(xml, 0, "pid", process->pid);
  xml_number(xml, 0, "ppid", process->ppid);
  xml_put(xml, "<tool>memcheck</tool>\n");
  put_qualifiers(xml);
  put_user_comment(xml);
  xml_put(xml, "\n<args>\n");
  put_arguments(xml, "vargv", *process->launcher ? process->launcher : "(launcher name unknown)", process->options);
  put_arguments(xml, "argv", *argv ? *argv : process->exe, *argv ? argv + 1 : argv);
  xml_put(xml, "</args>\n\n");
}

void xml_preamble(struct xml *xml)
{
  xml_put(xml, "<?xml version=\"1.0\"?>\n\n<valgrindoutput>\n\n");
  xml_put(xml, "<protocolversion>%lld</protocolversion>\n", (long long)xml->protocol);
  xml_put(xml, "<protocoltool>memcheck</protocoltool>\n\n");
  put_lines(xml);
  put_process(xml);
  xml_status(xml, "RUNNING", xml->process->start_elapsed_ns);
}
