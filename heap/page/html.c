/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "heap/page/html.h"

#include "heap/exports/export.h"

static const char body_html[] =
#include "heap/html_body.inc"
  ;
static const char view_css[] =
#include "heap/html_style.inc"
  ;
static const char view_js[] =
#include "heap/html_script.inc"
  ;

static struct error *write_view(void *view, struct page_frames *frames, const struct json_output *output)
{
  return heap_page_write(view, frames, output);
}

const struct page_view heap_page_view = {
  .name = "heap", .title = "Heap", .body = body_html, .style = view_css, .script = view_js, .write = write_view};

/* A page with the heap alone. */
struct error *export_html(const struct heap *heap, const struct export_request *request, FILE *output)
{
  struct heap_page_item item = {.run = "", .heap = heap};
  struct heap_page_content view = {.items = &item, .count = 1};
  struct format_options options = {.source_root = NULL};
  (void)request;
  return page_write(&heap_page_view, &view, &options, output);
}
