/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Folded stacks, a line each: "main;cache_fill;cache_new 4096", live bytes at the end, as flamegraph.pl, inferno and
 * speedscope read them. They split at ';' and at the last space, so a name has no ';'. */
#include "host/heap/exports/export.h"
#include "host/heap/exports/profile.h"

static void put_name(FILE *output, const char *name)
{
  for (; *name; name++)
    putc(*name == ';' ? ':' : *name, output);
}

static void put_site(FILE *output, const struct profile_site *site)
{
  for (size_t i = site->frame_count; i > 0; i--) {
    put_name(output, site->frames[i - 1]->function->name);
    putc(i > 1 ? ';' : ' ', output);
  }
  fprintf(output, "%llu\n", (unsigned long long)site->live_bytes);
}

struct error *export_folded(const struct heap *heap, const struct export_request *request, FILE *output)
{
  (void)request;
  struct profile *profile;
  profile_create(heap, &profile);
  bool is_empty = true;
  for (size_t i = 0; i < profile->site_count; i++)
    if (profile->sites[i].live_bytes > 0) {
      put_site(output, &profile->sites[i]);
      is_empty = false;
    }
  profile_destroy(profile);
  return is_empty
           ? error_format("nothing lives in the end, so there are no stacks; massif and speedscope have the peak, "
                          "too, and --at=N is another snapshot")
           : NULL;
}
