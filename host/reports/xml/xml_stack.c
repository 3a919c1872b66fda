/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Stacks, always with a frame at least. */
#include <stdlib.h>

#include "host/model/frames/frame_names.h"
#include "host/reports/xml/xml.h"

/* Directory, file and line come together or, but for the directory, not at all. Line 0 stands for code of the
 * compiler's own. */
static void put_source(struct xml *xml, const struct frame *frame)
{
  if (!frame->file)
    return;
  if (frame->directory && *frame->directory)
    xml_element(xml, 6, "dir", frame->directory);
  xml_element(xml, 6, "file", frame->file);
  xml_number(xml, 6, "line", frame->line);
}

static void put_frame(struct xml *xml, const struct code *code, size_t index)
{
  const struct frame *frame = &code->frames[index];
  xml_put(xml, "    <frame>\n      <ip>0x%llX</ip>\n", (unsigned long long)code->ip);
  if (code->mapping)
    xml_element(xml, 6, "obj", code->mapping->file.path);
  if (frame->function_linkage || frame->function) {
    char *name = frame_names_shown_function(&xml->process->settings, code, index);
    xml_element(xml, 6, "fn", name);
    free(name);
  }
  put_source(xml, frame);
  xml_put(xml, "    </frame>\n");
}

void xml_stack(struct xml *xml, const struct stack *stack)
{
  size_t count = stack ? frame_names_shown_codes(&xml->process->settings, stack) : 0;
  xml_put(xml, "  <stack>\n");
  for (size_t i = 0; i < count; i++)
    for (size_t j = 0; j < stack->codes[i]->frame_count; j++)
      put_frame(xml, stack->codes[i], j);
  if (count == 0)
    xml_put(xml, "    <frame>\n      <ip>0x0</ip>\n    </frame>\n");
  xml_put(xml, "  </stack>\n");
}
