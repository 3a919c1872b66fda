/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The HTML page: one file that needs nothing else, with one view or more, each on a tab of its own. What views have in
 * common is here: the frame of the page (host/reports/page/html/page.html), its style sheet, its script with what makes
 * elements, long lists, sorted tables, trees of boxes and stacks, and the data of frames and sources. A view adds only
 * what it shows. */
#ifndef SEEP_HOST_REPORTS_PAGE_PAGE_H
#define SEEP_HOST_REPORTS_PAGE_PAGE_H

#include "host/reports/formats/formats.h"
#include "host/reports/page/page_frames.h"

struct page_view {
  const char *name;                  /* of its elements: NAME-view holds `body`, NAME-data the JSON */
  const char *title;                 /* on its tab */
  const char *body, *style,
    *script; /* the script calls addView() (host/reports/page/html/views.js); its names are its own */
  /* Its data as one JSON value; frames by number in `frames`. */
  struct error *(*write)(const void *content, struct page_frames *frames, const struct json_output *output);
  /* What it has to show of the runs of these findings; NULL: nothing. Closed by `close`. What cannot be read is for the
   * view to say. NULL in views that are given their content. */
  void *(*open)(const struct findings *findings, const struct format_options *options);
  void (*close)(void *content);
};

/* A view and what it shows. */
struct page_part {
  const struct page_view *view;
  const void *content;
};

/* Write a page with these parts, in this order; at least one. */
struct error *page_write(const struct page_part *parts, size_t count, const struct format_options *options,
                         FILE *output);

/* From now on pages of findings have this view, too, when it has something to show: it stands above host/reports/, so
 * host/reports/ cannot name it. Borrowed. */
void page_use_view(const struct page_view *view);

/* Text that a person reads in the page, as one line of UTF-8; longer texts are cut. NULL becomes null. */
enum { PAGE_TEXT_BYTES = 2000 };
json_t *page_text(const char *text);
json_t *page_short_text(const char *text, size_t max_bytes);

/* The shorter form of a text, which is freed; null when it is the same. */
json_t *page_shorter_text(const char *text, char *shorter);

#endif
