/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The frames that a page names by number, each once, and the lines of sources around them. All parts of a page share
 * them; they are written when everything else is. */
#ifndef SEEP_HOST_REPORTS_PAGE_PAGE_FRAMES_H
#define SEEP_HOST_REPORTS_PAGE_PAGE_FRAMES_H

#include "host/reports/formats/formats.h"
#include "host/output/json_text.h"

struct page_frames;

/* `options` are borrowed. */
void page_frames_create(const struct format_options *options, struct page_frames **ret);
void page_frames_destroy(struct page_frames *frames);

/* The numbers of the frames of a stack, as a list. */
void page_frames_stack(struct page_frames *frames, const struct finding_stack *stack, json_t **ret);

/* Whether lines of sources are shown around frames that are named from now on; at first they are. */
void page_frames_show_sources(struct page_frames *frames, bool are_shown);

/* Bytes of the frames so far, without sources. */
size_t page_frames_bytes(const struct page_frames *frames);

/* `"frames": [...], "sources": {...}` */
void page_frames_write(struct page_frames *frames, const struct json_output *output);

#endif
