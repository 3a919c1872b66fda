/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lines of sources around frames. */
#ifndef SEEP_HOST_REPORTS_PAGE_PAGE_SOURCES_H
#define SEEP_HOST_REPORTS_PAGE_PAGE_SOURCES_H

#include "host/base/error.h"
#include "host/output/json_text.h"

struct page_sources;
void page_sources_create(struct page_sources **ret);
void page_sources_destroy(struct page_sources *sources);

/* Ask for the lines around this one; `path` is where the file lies, `name` is what the page calls it. */
void page_sources_want(struct page_sources *sources, const char *path, const char *name, unsigned line);

/* An object: {"name": {"12": "text of line 12", ...}, ...}, of files that can be read. */
void page_sources_write(struct page_sources *sources, const struct json_output *output);

#endif
