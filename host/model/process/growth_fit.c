/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lines through what sites have over time, by least squares.
 *
 * A line follows from six sums over the samples: of w, w x, w x x, w y, w x y and w y y, where w is a sample's
 * weight. Those without y are the same for all sites, so they are summed up once from the first sample to each one,
 * and as a site has the same y over many samples, a run of them costs no more than one. All is linear in what was
 * recorded, however many sites there are in however many samples. */
#include <stdlib.h>

#include "host/base/memory.h"
#include "host/model/process/growth.h"

struct sums {
  long double w, wx, wxx, wy, wxy, wyy;
};

static void add(struct sums *sums, long double w, long double x, long double y)
{
  sums->w += w;
  sums->wx += w * x;
  sums->wxx += w * x * x;
  sums->wy += w * y;
  sums->wxy += w * x * y;
  sums->wyy += w * y * y;
}

static struct growth_fit line(const struct sums *sums, size_t samples)
{
  struct growth_fit fit = {.samples = samples};
  if (!(sums->w > 0))
    return fit;
  const long double x_mean = sums->wx / sums->w, y_mean = sums->wy / sums->w;
  const long double xx = sums->wxx / sums->w - x_mean * x_mean, xy = sums->wxy / sums->w - x_mean * y_mean;
  const long double yy = sums->wyy / sums->w - y_mean * y_mean;
  fit.intercept = (double)y_mean;
  if (!(xx > 1e-15L * x_mean * x_mean))
    return fit;
  fit.slope = (double)(xy / xx);
  fit.intercept = (double)(y_mean - xy / xx * x_mean);
  if (yy > 1e-15L * y_mean * y_mean && xy * xy <= xx * yy * (1 + 1e-9L))
    fit.r2 = (double)(xy * xy / (xx * yy));
  if (fit.r2 > 1)
    fit.r2 = 1;
  return fit;
}

/* Half of what lies between its neighbours. */
static double weight(const double *x, size_t count, size_t i)
{
  return (x[i + 1 < count ? i + 1 : i] - x[i > 0 ? i - 1 : i]) / 2;
}

struct growth_fit growth_fit(const double *x, const double *y, size_t count)
{
  struct sums sums = {0};
  for (size_t i = 0; i < count; i++)
    add(&sums, weight(x, count, i), x[i] - x[0], y[i]);
  struct growth_fit fit = line(&sums, count);
  if (count > 0)
    fit.intercept -= fit.slope * x[0];
  return fit;
}

/* --- all sites by one clock --- */

struct timeline {
  size_t count;
  double *x;          /* of each point */
  struct sums *until; /* of each point, and one more: sums of w, wx and wxx over the points before it */
};

static void timeline_deinit(struct timeline *timeline)
{
  free(timeline->x);
  free(timeline->until);
}

static void timeline_init(struct timeline *timeline, const struct growth *growth, enum growth_clock clock)
{
  size_t count = growth->point_count;
  timeline->count = count;
  timeline->x = memory_zeroed(count + 1, sizeof *timeline->x);
  timeline->until = memory_zeroed(count + 1, sizeof *timeline->until);
  for (size_t i = 0; i < count; i++)
    timeline->x[i] = growth_time(&growth->points[i], clock);
  for (size_t i = 0; i < count; i++) {
    timeline->until[i + 1] = timeline->until[i];
    add(&timeline->until[i + 1], weight(timeline->x, count, i), timeline->x[i], 0);
  }
}

/* Points from `start` up to before `end` have `y`. */
static void add_run(struct sums *sums, const struct timeline *timeline, size_t start, size_t end, double y)
{
  const struct sums *from = &timeline->until[start], *to = &timeline->until[end];
  sums->w += to->w - from->w;
  sums->wx += to->wx - from->wx;
  sums->wxx += to->wxx - from->wxx;
  sums->wy += (to->w - from->w) * y;
  sums->wxy += (to->wx - from->wx) * y;
  sums->wyy += (to->w - from->w) * y * y;
}

static struct growth_fit fit_site(const struct timeline *timeline, const struct growth_site *site)
{
  struct sums sums = {0};
  const size_t first = site->values[0].point;
  const size_t count = site->class == GROWTH_FREED ? site->freed_point : timeline->count;
  for (size_t i = 0; i < site->value_count && site->values[i].point < count; i++) {
    const struct growth_value *value = &site->values[i];
    const size_t end = i + 1 < site->value_count ? value[1].point : count;
    add_run(&sums, timeline, value->point, end, (double)value->bytes);
  }
  if (first > 0) /* what lies before its first sample is not the site's */
    add(&sums, -(timeline->x[first] - timeline->x[first - 1]) / 2, timeline->x[first], (double)site->values[0].bytes);
  return line(&sums, count - first);
}

void growth_fit_sites(struct growth *growth)
{
  for (enum growth_clock clock = 0; clock < GROWTH_CLOCKS; clock++) {
    struct timeline timeline;
    timeline_init(&timeline, growth, clock);
    for (size_t i = 0; i < growth->site_count; i++)
      if (growth->sites[i].value_count > 0)
        growth->sites[i].fits[clock] = fit_site(&timeline, &growth->sites[i]);
    timeline_deinit(&timeline);
  }
}
