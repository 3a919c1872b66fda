/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of formats.def. */
#include "report/formats/formats.h"

#include <string.h>

static const struct format formats[] = {
#define FORMAT(id, name, help) {name, help, format_##id},
#include "report/formats/formats.def"
#undef FORMAT
  {NULL, NULL, NULL},
};

const struct format *format_find(const char *name)
{
  const struct format *format = formats;
  while (name && format->name && strcmp(format->name, name) != 0)
    format++;
  return format->name ? format : NULL;
}

bool format_is_listed(const struct format_options *options, const struct finding *finding)
{
  if (finding_is_suppressed(finding) || (options->only_own && !finding_is_own(finding)))
    return false;
  return !finding_is_leak(finding) || (options->leak_kinds >> finding->leak_kind & 1);
}
