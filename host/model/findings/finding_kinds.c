/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One table, searched from the beginning: there are a few dozen kinds. */
#include "host/model/findings/finding_kinds.h"

#include <string.h>

const struct finding_kind finding_kind_table[] = {
#define KIND(name, level, title, help) {name, KIND_##level, title, help},
#include "host/model/findings/finding_kinds.def"
  {NULL, KIND_INFO, NULL, NULL},
};

struct finding_kind finding_kind_of(const char *name)
{
  const struct finding_kind *kind = finding_kind_table;
  while (kind->name && strcmp(kind->name, name) != 0)
    kind++;
  return kind->name ? *kind : (struct finding_kind){name, KIND_MAJOR, name, name};
}

enum finding_level finding_level_of(const struct finding *finding)
{
  return finding->is_error ? finding_kind_of(finding->kind).level : KIND_INFO;
}
