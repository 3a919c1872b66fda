/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A further view of the HTML page beside that of the findings, given by what stands above report/. The page has it when
 * there is something to show, and is as it would be without when there is not. */
#ifndef SEEP_REPORT_FORMATS_PAGE_VIEW_H
#define SEEP_REPORT_FORMATS_PAGE_VIEW_H

#include "report/formats/page_frames.h"

struct page_view {
  const char *name;                  /* of its elements: NAME-view holds `body`, NAME-data the JSON */
  const char *title;                 /* on its tab */
  const char *body, *style, *script; /* the script follows the page's own, all of whose functions it may use; when its
                                      * view is first shown the element NAME-view gets the event "open" */
  /* What it has to show of the runs of these findings; *ret is NULL: nothing. Closed by `close`. What cannot be read is
   * for the view to tell. */
  struct error *(*open)(const struct findings *findings, const struct format_options *options, void **ret);
  /* Its data as one JSON value; frames by number in `frames`. */
  struct error *(*write)(void *view, struct page_frames *frames, const struct json_output *output);
  void (*close)(void *view);
};

/* From now on pages are asked for it. Borrowed; NULL: no more. */
void page_use_view(const struct page_view *section);

/* A page with that view alone. */
struct error *page_write(const struct page_view *section, void *view, const struct format_options *options,
                                 FILE *output);

#endif
