/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How answers are written, as text or as JSON; what the files of the view share. */
#ifndef SEEP_HOST_HEAP_QUESTIONS_VIEW_PRIVATE_H
#define SEEP_HOST_HEAP_QUESTIONS_VIEW_PRIVATE_H

#include "host/heap/questions/view.h"

enum { VIEW_DEPTH_MAX = 4 };

struct view {
  struct view_config config;
  json_t *places[VIEW_DEPTH_MAX]; /* objects that facts go into, the outermost first; NULL in text */
  json_t *lists[VIEW_DEPTH_MAX];  /* whose items the next of them are */
  size_t depth;
};

/* Text that was cleaned. */
void view_put(struct view *view, enum view_style style, const char *text);

/* A fact in an object, which takes it over; NULL, as of a number that JSON does not have, becomes null. */
void view_set(json_t *object, const char *key, json_t *value);

/* Characters of text. */
size_t view_width(const char *text);

#endif
