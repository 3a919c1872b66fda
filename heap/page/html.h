/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The heap's view of the HTML page: areas over time, a table of sites, a treemap of what is retained, and a way to walk
 * from block to block. */
#ifndef SEEP_HEAP_PAGE_HTML_H
#define SEEP_HEAP_PAGE_HTML_H

#include "report/formats/html_section.h"

struct heap;

/* Have pages show the heaps of the runs that are reported. */
void heap_html_use(void);

/* All of the section but how it is opened; its view is a struct heap_html_view. */
extern const struct html_section heap_html_section;

/* What the view is made of; the caller fills it in to have heaps shown that are there already. */
struct heap_html_item {
  const char *run;          /* its name */
  const struct heap *heap;  /* NULL: it could not be read */
  const char *problem;      /* why not */
};
struct heap_html_view {
  const struct heap_html_item *items;
  size_t count;
};

/* The data of the view: a list with one object for each item. */
struct error *heap_html_write(const struct heap_html_view *view, struct html_frames *frames,
                              const struct json_output *output);

#endif
