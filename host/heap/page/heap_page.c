/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/heap/page/heap_page.h"

#include "host/heap/exports/export.h"
#include "host/heap/page_parts.inc"

static struct error *write_view(const void *content, struct page_frames *frames, const struct json_output *output)
{
  heap_page_write(content, frames, output);
  return NULL;
}

const struct page_view heap_page_view = {
  .name = "heap", .title = "Heap", .body = heap_html, .style = heap_css, .script = heap_js, .write = write_view};

/* A page with the heap alone. */
struct error *export_html(const struct heap *heap, const struct export_request *request, FILE *output)
{
  const struct heap_page_item item = {.run = "", .heap = heap};
  const struct heap_page_content content = {.items = &item, .count = 1};
  const struct page_part part = {&heap_page_view, &content};
  struct format_options options = {.source_root = NULL};
  (void)request;
  return page_write(&part, 1, &options, output);
}
