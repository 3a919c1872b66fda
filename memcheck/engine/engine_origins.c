/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tags ride along with V bits and mean nothing where those are zero, so that a tag is never cleared. Code for tags is made
 * without asking whether anybody needs them: the compiler drops what no register, store or complaint uses. */
#include "memcheck/engine/engine_private.h"

#include <stddef.h>

IRExpr *engine_merge_tags(struct engine *engine, struct shade a, struct shade b)
{
  if (!engine->policy->origins)
    return NULL;
  if (a.v_bits == NULL || a.tag == NULL || a.tag == b.tag)
    return b.tag;
  if (b.v_bits == NULL || b.tag == NULL)
    return a.tag;
  return weave_ite(&engine->weave, weave_spread(&engine->weave, Ity_I1, a.v_bits), a.tag, b.tag);
}
