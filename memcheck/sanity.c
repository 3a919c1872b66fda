/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "memcheck/sanity.h"

#include "coregrind-glue/core.h"
#include "memcheck/base/guest_tables.h"
#include "memcheck/pure/base/env.h"
#include "memcheck/pure/shadow/origins.h"
#include "memcheck/pure/shadow/shadow.h"
#include "memcheck/pure/blocks/pools.h"
#include "memcheck/heap/heap_blocks.h"
#include "memcheck/instrument.h"
#include "memcheck/stacks/traces.h"

#include "pub_tool_tooliface.h"

/* From level 3 on the core also compares its list of mappings with the kernel's, in which it does not expect the
 * shadow. So it is told a lower one, and what it would do more often at level 3 is done here. */
enum { THOROUGH_LEVEL = 2, CORE_LEVEL_MAX = 2, OFTEN_LEVEL = 3 };

static Bool is_often;

static void check_tables(void)
{
  ENV_ASSERT(heap_is_valid());
  ENV_ASSERT(pools_is_valid(guest.pools));
  ENV_ASSERT(traces_is_valid());
  ENV_ASSERT(shadow_is_valid(guest.shadow));
  ENV_ASSERT(guest.origins == NULL || origins_is_valid(guest.origins));
}

/* Asked for so often that there is nothing cheap enough. */
static Bool check_cheaply(void)
{
  return True;
}

/* The core asks at level 1 too, now and then. */
static Bool check_expensively(void)
{
  if (env_is_thorough)
    check_tables();
  return True;
}

void sanity_tick(ThreadId tid)
{
  ENV_CHECK(instrument_is_valid(tid));
  if (is_often)
    check_tables();
}

void sanity_begin(void)
{
  env_is_thorough = VG_(clo_sanity_level) >= THOROUGH_LEVEL;
  is_often = VG_(clo_sanity_level) >= OFTEN_LEVEL;
  if (VG_(clo_sanity_level) > CORE_LEVEL_MAX)
    VG_(clo_sanity_level) = CORE_LEVEL_MAX;
}

void sanity_init(void)
{
  VG_(needs_sanity_checks)(check_cheaply, check_expensively);
}
