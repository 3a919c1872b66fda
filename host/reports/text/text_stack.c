/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Call stacks as Memcheck prints them. */
#include <stdlib.h>

#include "host/model/frames/frame_names.h"
#include "host/reports/text/text.h"

/* "function (file.c:1)", "function (in /path)", "function (in ?)" with three question marks, "???" */
static void put_frame(struct text *text, const char *lead, const struct code *code, size_t frame)
{
  unsigned long long ip = code->ip;
  char *name = frame_names_shown_function(&text->process->settings, code, frame);
  const char *function = name;
  char *source = frame_names_source(&text->process->settings, &code->frames[frame]);
  if (*source)
    text_line(text, "   %s 0x%llX: %s (%s)", lead, ip, function, source);
  else if (code->mapping)
    text_line(text, "   %s 0x%llX: %s (in %s)", lead, ip, function, code->mapping->file.path);
  else if (code->frames[frame].function_linkage)
    text_line(text, "   %s 0x%llX: %s (in %s)", lead, ip, function, "???");
  else
    text_line(text, "   %s 0x%llX: %s", lead, ip, function);
  free(source);
  free(name);
}

void text_stack(struct text *text, const struct stack *stack)
{
  if (!stack)
    return;
  const char *lead = "at";
  size_t count = frame_names_shown_codes(&text->process->settings, stack);
  for (size_t i = 0; i < count; i++)
    for (size_t j = 0; j < stack->codes[i]->frame_count; j++, lead = "by")
      put_frame(text, lead, stack->codes[i], j);
}
