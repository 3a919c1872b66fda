/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A further view of the HTML page beside that of the findings, given by what stands above report/. The page has it when
 * there is something to show, and is as it would be without when there is not. */
#ifndef SEEP_REPORT_FORMATS_HTML_SECTION_H
#define SEEP_REPORT_FORMATS_HTML_SECTION_H

#include "report/formats/html_frames.h"

struct html_section {
  const char *name;                  /* of its elements: NAME-view holds `body`, NAME-data the JSON */
  const char *title;                 /* on its tab */
  const char *body, *style, *script; /* the script follows the page's own, all of whose functions it may use; when its
                                      * view is first shown the element NAME-view gets the event "open" */
  /* What it has to show of the runs of these findings; *ret is NULL: nothing. Closed by `close`. What cannot be read is
   * for the view to tell. */
  struct error *(*open)(const struct findings *findings, const struct format_options *options, void **ret);
  /* Its data as one JSON value; frames by number in `frames`. */
  struct error *(*write)(void *view, struct html_frames *frames, const struct json_output *output);
  void (*close)(void *view);
};

/* From now on pages are asked for it. Borrowed; NULL: no more. */
void html_use_section(const struct html_section *section);

/* A page with that view alone. */
struct error *html_write_section(const struct html_section *section, void *view, const struct format_options *options,
                                 FILE *output);

#endif
