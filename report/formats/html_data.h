/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Inside the HTML format: the data of the page. */
#ifndef SEEP_REPORT_FORMATS_HTML_DATA_H
#define SEEP_REPORT_FORMATS_HTML_DATA_H

#include "report/formats/formats.h"
#include "report/formats/page_frames.h"
#include "report/output/json_text.h"

/* Text that a person reads in the page; longer names are cut. */
enum { PAGE_TEXT_BYTES = 2000 };

/* One JSON value, escaped for a page: what report/formats/html/data.js reads. The frames come last in it. Without findings
 * (NULL) they are all. */
struct error *html_write_data(const struct findings *findings, const struct format_options *options,
                              struct page_frames *frames, FILE *output);

/* json_text() of one line that is no longer than that. */
json_t *page_text(const char *text);
/* The same with another length. */
json_t *page_short_text(const char *text, size_t max_bytes);

/* --- lines of sources around frames (report/formats/page_sources.c) --- */

struct page_sources;
struct error *page_sources_create(struct page_sources **ret);
void page_sources_destroy(struct page_sources *sources);
/* Ask for the lines around this one; `path` is where the file lies, `name` is what the page calls it. */
struct error *page_sources_want(struct page_sources *sources, const char *path, const char *name, unsigned line);
/* An object: {"name": {"12": "text of line 12", ...}, ...}, of files that can be read. */
struct error *page_sources_write(struct page_sources *sources, const struct json_output *output);

#endif
