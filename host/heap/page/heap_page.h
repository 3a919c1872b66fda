/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The heap's view of the HTML page: areas over time, a table of sites, a treemap of what is retained, and a way to walk
 * from block to block. */
#ifndef SEEP_HOST_HEAP_PAGE_HEAP_PAGE_H
#define SEEP_HOST_HEAP_PAGE_HEAP_PAGE_H

#include "host/reports/page/page.h"

struct heap;

/* Have pages show the heaps of the runs that are reported. */
void heap_page_use(void);

/* Without `open`; what it shows is a struct heap_page_content. */
extern const struct page_view heap_page_view;

/* What the view is made of; the caller fills it in to have heaps shown that are there already. */
struct heap_page_item {
  const char *run;          /* its name */
  const struct heap *heap;  /* NULL: it could not be read */
  const char *problem;      /* why not */
  size_t left;              /* without heap and problem: so many heaps of the run the page has no room for */
};
struct heap_page_content {
  const struct heap_page_item *items;
  size_t count;
};

/* The object of one item. */
void heap_page_write_item(const struct heap_page_item *item, struct page_frames *frames,
                          const struct json_output *output);

/* The data of the view: a list with one object for each item. */
void heap_page_write(const struct heap_page_content *view, struct page_frames *frames,
                     const struct json_output *output);

#endif
