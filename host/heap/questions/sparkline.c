/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Samples are not evenly spaced, but steady growth has to look straight. So columns are of time, and from one sample to
 * the next the line is straight, over as many columns as lie between. */
#include "host/heap/questions/sparkline.h"

#include <stdio.h>
#include <string.h>

struct course {
  double start, length; /* of time */
  double most[SPARKLINE_COLUMNS];
};

struct spot {
  double time, bytes;
};

/* In columns from the left. */
static double place_of(const struct course *course, double time)
{
  return (time - course->start) / course->length * SPARKLINE_COLUMNS;
}

static void raise_column(struct course *course, size_t column, double bytes)
{
  if (bytes > course->most[column])
    course->most[column] = bytes;
}

static size_t column_of(double place)
{
  return place < SPARKLINE_COLUMNS ? (size_t)place : SPARKLINE_COLUMNS - 1;
}

/* A straight piece is highest in a column at one of its ends there. */
static void draw_piece(struct course *course, struct spot from, struct spot to)
{
  const double start = place_of(course, from.time), end = place_of(course, to.time);
  raise_column(course, column_of(start), from.bytes);
  for (size_t i = column_of(start); i < column_of(end); i++) {
    const double bytes = from.bytes + (to.bytes - from.bytes) * ((double)(i + 1) - start) / (end - start);
    raise_column(course, i, bytes);
    raise_column(course, i + 1, bytes);
  }
  raise_column(course, column_of(end), to.bytes);
}

static double bytes_at(const struct growth_site *const *sites, size_t count, size_t point)
{
  double bytes = 0;
  for (size_t i = 0; i < count; i++) {
    const struct growth_value *value = growth_at(sites[i], point);
    bytes += value ? (double)value->bytes : 0;
  }
  return bytes;
}

static void draw_course(struct course *course, const struct growth *growth, const struct growth_site *const *sites,
                        size_t count)
{
  struct spot before = {course->start, bytes_at(sites, count, 0)};
  for (size_t i = 1; i < growth->point_count; i++) {
    const struct spot now = {growth_time(&growth->points[i], GROWTH_SECONDS), bytes_at(sites, count, i)};
    draw_piece(course, before, now);
    before = now;
  }
}

static struct sparkline_text put_signs(const struct course *course, bool is_utf8)
{
  enum { STEPS = 8 };
  static const char *const blocks[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  static const char *const ascii[] = {" ", "_", ".", "-", "~", "+", "*", "%", "#"};
  struct sparkline_text signs = {""};
  double top = 0;
  size_t used = 0;
  for (size_t i = 0; i < SPARKLINE_COLUMNS; i++)
    top = course->most[i] > top ? course->most[i] : top;
  for (size_t i = 0; i < SPARKLINE_COLUMNS; i++) {
    const size_t step = course->most[i] > 0 ? 1 + (size_t)((STEPS - 1) * course->most[i] / top) : 0;
    used += (size_t)snprintf(signs.text + used, sizeof signs.text - used, "%s", (is_utf8 ? blocks : ascii)[step]);
  }
  return signs;
}

struct sparkline_text sparkline_draw(const struct growth *growth, const struct growth_site *const *sites, size_t count,
                                bool is_utf8)
{
  struct course course = {0};
  if (growth->point_count == 0)
    return (struct sparkline_text){""};
  course.start = growth_time(&growth->points[0], GROWTH_SECONDS);
  course.length = growth_time(&growth->points[growth->point_count - 1], GROWTH_SECONDS) - course.start;
  if (course.length > 0)
    draw_course(&course, growth, sites, count);
  else
    course.most[SPARKLINE_COLUMNS - 1] = bytes_at(sites, count, growth->point_count - 1);
  return put_signs(&course, is_utf8);
}
