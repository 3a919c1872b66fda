/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "memcheck/base/tool_settings.h"

#include "pub_tool_basics.h"
#include "pub_tool_libcbase.h"

struct settings settings = {
  .channel = {.fd = -1, .record = -1, .folder = -1},
  .leak_mode = RECORD_LEAK_FULL,
  .leak_frames = SETTINGS_ALL_FRAMES,
  .leak_heuristics = ~0u,
  .freelist_vol_bytes = 20000000,
  .freelist_big_blocks_bytes = 1000000,
  .malloc_fill = -1,
  .free_fill = -1,
  .keep_stacktraces = KEEP_ALLOC_AND_FREE,
  .show_mismatched_frees = true,
  .keep_debuginfo = true,
  .xml_protocol = 4,
  .xml_fd = -1,
  .log_fd = 2,
  .realloc_zero_bytes_frees = true,
  .undef_value_errors = true,
  .track_origins = true,
  .partial_loads_ok = true,
  .expensive_definedness_checks = true,
  .verbosity = 1,
  .xtree_memory_file = "xtmemory.kcg.%p",
  .xtree_leak_file = "xtleak.kcg.%p",
};

bool settings_explain_values(void)
{
  return settings.explain != NULL && VG_(strcmp)(settings.explain, "values") == 0;
}
