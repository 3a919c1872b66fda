/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Showing a page in the user's browser. */
#ifndef SEEP_HOST_COMMANDS_OPEN_PAGE_H
#define SEEP_HOST_COMMANDS_OPEN_PAGE_H

#include "host/base/error.h"

/* Say where the page is, on standard error if that is a terminal: terminals make a link of it. */
void open_page_tell(const char *file);

/* Have $BROWSER, or what the desktop has for pages, show the file. */
struct error *open_page(const char *file);

#endif
