/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A suppression stands in the document twice, as elements and as text to copy. The elements are made from the lines of
 * the text, so that both say the same. */
#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/base/print.h"
#include "host/base/text_after.h"
#include "host/reports/xml/xml.h"

/* A line of the entry, `number` from 0 for its name. */
static void put_line(struct xml *xml, const char *line, size_t number)
{
  const char *function = text_after(line, "fun:"), *object = text_after(line, "obj:");
  if (number == 0) {
    /* Valgrind leaves the angle brackets to the text. */
    xml_put(xml, "    <sname>insert_a_suppression_name_here</sname>\n");
  } else if (number == 1) {
    xml_element(xml, 4, "skind", line);
  } else if (function || object) {
    const char *name = function ? "fun" : "obj";
    xml_put(xml, "    <sframe> <%s>", name);
    xml_text(xml, function ? function : object);
    xml_put(xml, "</%s> </sframe>\n", name);
  } else {
    xml_element(xml, 4, "skaux", line);
  }
}

static void put_lines(struct xml *xml, const char *entry)
{
  char *copy = memory_text(entry), *rest = copy, *line;
  for (size_t number = 0; (line = strsep(&rest, "\n"));) {
    line += strspn(line, " ");
    if (*line && strcmp(line, "{") != 0 && strcmp(line, "}") != 0)
      put_line(xml, line, number++);
  }
  free(copy);
}

static void put_entry(struct xml *xml, const char *entry, size_t size)
{
  xml_put(xml, "  <suppression>\n");
  put_lines(xml, entry + 1);
  xml_put(xml, "    <rawtext>\n");
  xml_cdata(xml, entry, size);
  xml_put(xml, "\n    </rawtext>\n  </suppression>\n");
}

void xml_suppression(struct xml *xml, const struct suppression_match *match)
{
  char *entry = NULL;
  size_t size = 0;
  FILE *stream = print_begin(&entry, &size);
  putc('\n', stream);
  struct error *error = suppressions_generate(&match->finding, NULL, stream);
  bool is_whole = fclose(stream) == 0 && !error;
  /* What no entry can name has none. */
  error_free(error);
  if (is_whole)
    put_entry(xml, entry, size);
  free(entry);
}
