/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "memcheck/base/settings.h"

#include "coregrind-glue/core/core.h"
#include "coregrind-glue/wraps/newer_options.h"
#include "memcheck/base/env.h"
#include "memcheck/marked_functions.h"
#include "memcheck/snapshot/snapshot_triggers.h"

#include "pub_tool_clientstate.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_replacemalloc.h"
#include "pub_tool_xarray.h"

enum { ALL_FRAMES = 500 };

struct settings settings = {
  .channel = {.fd = -1},
  .leak_mode = RECORD_LEAK_FULL,
  .leak_frames = ALL_FRAMES,
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
  .expensive_definedness_checks = EXPENSIVE_AUTO,
  .verbosity = 1,
  .xtree_memory_file = "xtmemory.kcg.%p",
  .xtree_leak_file = "xtleak.kcg.%p",
};

/* The value when `argument` is "NAME=value", else NULL. */
static const HChar *value_of(const HChar *argument, const HChar *name)
{
  SizeT size = VG_(strlen)(name);
  return VG_(strncmp)(argument, name, size) == 0 && argument[size] == '=' ? argument + size + 1 : NULL;
}

static bool is_yes(const HChar *value)
{
  return VG_(strcmp)(value, "yes") == 0;
}

/* Index of `value` among the words of "a|b|c"; the number of words when it is none of them. */
static unsigned word_index(const HChar *words, const HChar *value)
{
  unsigned index = 0;
  SizeT size = VG_(strlen)(value);
  for (const HChar *word = words; word; index++) {
    const HChar *end = VG_(strchr)(word, '|');
    if (VG_(strncmp)(word, value, size) == 0 && word[size] == (end ? '|' : '\0'))
      return index;
    word = end ? end + 1 : NULL;
  }
  return index;
}

static unsigned heuristic_set(const HChar *value)
{
  static const HChar words[] = "none|stdstring|length64|newarray|multipleinheritance";
  unsigned set = 0;
  if (VG_(strcmp)(value, "all") == 0)
    return ~0u;
  while (*value) {
    HChar word[32];
    SizeT size = 0;
    for (; *value && *value != ','; value++)
      if (size < sizeof word - 1)
        word[size++] = *value;
    word[size] = '\0';
    if (*value == ',')
      value++;
    unsigned index = word_index(words, word);
    if (index > 0 && index <= RECORD_HEURISTIC_MULTIPLEINHERITANCE)
      set |= 1u << index;
  }
  return set;
}

static void set_leak_check(const HChar *value)
{
  static const unsigned modes[] = {0, RECORD_LEAK_SUMMARY, RECORD_LEAK_FULL, RECORD_LEAK_FULL};
  unsigned index = word_index("no|summary|full|yes", value);
  if (index < sizeof modes / sizeof modes[0])
    settings.leak_mode = modes[index];
}

static void set_leak_resolution(const HChar *value)
{
  static const unsigned frames[] = {2, 4, ALL_FRAMES};
  unsigned index = word_index("low|med|high", value);
  if (index < sizeof frames / sizeof frames[0])
    settings.leak_frames = frames[index];
}

static void set_leak_heuristics(const HChar *value)
{
  settings.leak_heuristics = heuristic_set(value);
}

static void set_freelist_vol(const HChar *value)
{
  settings.freelist_vol_bytes = VG_(strtoll10)(value, NULL);
}

static void set_freelist_big_blocks(const HChar *value)
{
  settings.freelist_big_blocks_bytes = VG_(strtoll10)(value, NULL);
}

static int fill_byte(const HChar *value)
{
  return *value ? (int)(VG_(strtoll16)(value, NULL) & 0xff) : -1;
}

static void set_malloc_fill(const HChar *value)
{
  settings.malloc_fill = fill_byte(value);
}

static void set_free_fill(const HChar *value)
{
  settings.free_fill = fill_byte(value);
}

static void set_keep_stacktraces(const HChar *value)
{
  unsigned index = word_index("alloc|free|alloc-and-free|alloc-then-free|none", value);
  if (index <= KEEP_NONE)
    settings.keep_stacktraces = index;
}

static void set_show_mismatched_frees(const HChar *value)
{
  settings.show_mismatched_frees = is_yes(value);
}

static void set_show_realloc_size_zero(const HChar *value)
{
  settings.show_realloc_size_zero = is_yes(value);
}

static void set_realloc_zero_bytes_frees(const HChar *value)
{
  settings.realloc_zero_bytes_frees = is_yes(value);
}

static void set_undef_value_errors(const HChar *value)
{
  settings.undef_value_errors = is_yes(value);
}

static void set_track_origins(const HChar *value)
{
  settings.track_origins = is_yes(value);
}

static void set_partial_loads_ok(const HChar *value)
{
  settings.partial_loads_ok = is_yes(value);
}

static void set_expensive_definedness_checks(const HChar *value)
{
  unsigned index = word_index("no|auto|yes", value);
  if (index <= EXPENSIVE_YES)
    settings.expensive_definedness_checks = index;
}

static void set_engine(const HChar *value)
{
  unsigned index = word_index("speculative|precise", value);
  if (index <= ENGINE_OPTION_PRECISE)
    settings.engine = index;
}

static void set_engine_stress(const HChar *value)
{
  settings.engine_stress = (unsigned)VG_(strtoll10)(value, NULL);
}

static void set_workaround_gcc296_bugs(const HChar *value)
{
  settings.workaround_gcc296_bugs = is_yes(value);
}

static void set_scheduling_quantum(const HChar *value)
{
  newer_options_set_quantum((UInt)VG_(strtoll10)(value, NULL));
}

/* "0xA-0xB,0xC-0xD"; both ends belong to a range. They add up. */
static void add_ignore_ranges(const HChar *value)
{
  struct address_ranges *ranges = &settings.ignore_ranges;
  for (HChar *text = (HChar *)value; *text && ranges->count < ADDRESS_RANGES_MAX;) {
    uint64_t first = VG_(strtoull16)(text, &text);
    uint64_t last = *text == '-' ? VG_(strtoull16)(text + 1, &text) : first;
    if (last >= first) {
      ranges->at[ranges->count].start = first;
      ranges->at[ranges->count++].end = last == UINT64_MAX ? last : last + 1;
    }
    if (*text != ',')
      break;
    text++;
  }
}

/* "FAR-NEAR", distances in bytes below the stack pointer. */
static void set_ignore_range_below_sp(const HChar *value)
{
  HChar *text = (HChar *)value;
  settings.ignore_below_sp_start = VG_(strtoull10)(text, &text);
  settings.ignore_below_sp_end = *text == '-' ? VG_(strtoull10)(text + 1, &text) : 0;
}

static void set_fail_alloc(const HChar *value)
{
  settings.fail_alloc = value;
}

static void set_growth(const HChar *value)
{
  settings.growth = is_yes(value);
}

static void set_heap_access(const HChar *value)
{
  settings.heap_access = is_yes(value);
}

static void set_xtree_memory(const HChar *value)
{
  unsigned index = word_index("none|allocs|full", value);
  if (index <= XTREE_MEMORY_FULL)
    settings.xtree_memory = index;
}

static void set_xtree_memory_file(const HChar *value)
{
  settings.xtree_memory_file = value;
}

static void set_xtree_leak(const HChar *value)
{
  settings.xtree_leak = is_yes(value);
}

static void set_xtree_leak_file(const HChar *value)
{
  settings.xtree_leak_file = value;
}

static void set_count_instructions(const HChar *value)
{
  settings.count_instructions = is_yes(value);
}

static void set_translation_cache(const HChar *value)
{
  settings.translation_cache = value;
}

static void set_quiet(const HChar *value)
{
  settings.quiet = is_yes(value);
}

static void set_verbose(const HChar *value)
{
  settings.verbosity = 1 + (unsigned)VG_(strtoll10)(value, NULL);
}

/* The core lists what is open at exit. */
static void set_track_fds(const HChar *value)
{
  unsigned index = word_index("no|yes|all|bad", value);
  settings.track_fds = index != 0;
  VG_(clo_track_fds) = index == 1 || index == 2 ? index : 0;
}

bool settings_tell_open_fds_as_errors(void)
{
  return settings.xml && settings.xml_protocol >= 5 && VG_(clo_track_fds) != 0;
}

bool settings_log_is_document(void)
{
  return settings.xml && settings.xml_fd >= 0 && settings.xml_fd == settings.log_fd;
}

/* Of several places the launcher passes on the last one. */
static void set_output(const HChar *option)
{
  const HChar *xml = value_of(option, "--xml");
  const HChar *protocol = value_of(option, "--xml-protocol");
  const HChar *document = value_of(option, "--xml-fd");
  const HChar *log = value_of(option, "--log-fd");
  if (xml)
    settings.xml = is_yes(xml);
  if (protocol)
    settings.xml_protocol = (int)VG_(strtoll10)(protocol, NULL);
  if (document)
    settings.xml_fd = (int)VG_(strtoll10)(document, NULL);
  if (log)
    settings.log_fd = (int)VG_(strtoll10)(log, NULL);
  if (value_of(option, "--log-file") || value_of(option, "--log-socket"))
    settings.log_fd = -1;
}

/* Options of the host pass through, so that traced children get them again; some are of interest here too. */
void settings_process_host_option(const char *value)
{
  const HChar *status = value_of(value, "--error-exitcode");
  const HChar *time_stamps = value_of(value, "--time-stamp");
  const HChar *descriptors = value_of(value, "--track-fds");
  const HChar *modified = value_of(value, "--modify-fds");
  const HChar *stops = value_of(value, "--vgdb-stop-at");
  const HChar *keeps = value_of(value, "--keep-debuginfo");
  if (status)
    settings.error_exitcode = (int)VG_(strtoll10)(status, NULL);
  if (time_stamps)
    settings.channel.time_stamps = is_yes(time_stamps);
  if (stops)
    newer_options_stop_at(stops);
  if (descriptors)
    set_track_fds(descriptors);
  if (modified)
    settings.modify_fds = word_index("no|yes|high", modified);
  if (keeps)
    settings.keep_debuginfo = is_yes(keeps);
  set_output(value);
}

static void set_socket(const HChar *value)
{
  settings.channel.socket_name = value;
}

static void set_channel(const HChar *value)
{
  settings.channel.fd = (int)VG_(strtoll10)(value, NULL);
}

static void set_run_dir(const HChar *value)
{
  settings.channel.run_dir = value;
}

/* What the guest side acts on. Options of the table that are not here are the host's. */
static const struct {
  const HChar *name;
  void (*set)(const HChar *value);
} acted_on[] = {
  {"--leak-check", set_leak_check},
  {"--leak-resolution", set_leak_resolution},
  {"--leak-check-heuristics", set_leak_heuristics},
  {"--freelist-vol", set_freelist_vol},
  {"--freelist-big-blocks", set_freelist_big_blocks},
  {"--malloc-fill", set_malloc_fill},
  {"--free-fill", set_free_fill},
  {"--keep-stacktraces", set_keep_stacktraces},
  {"--show-mismatched-frees", set_show_mismatched_frees},
  {"--show-realloc-size-zero", set_show_realloc_size_zero},
  {"--realloc-zero-bytes-frees", set_realloc_zero_bytes_frees},
  {"--undef-value-errors", set_undef_value_errors},
  {"--track-origins", set_track_origins},
  {"--partial-loads-ok", set_partial_loads_ok},
  {"--expensive-definedness-checks", set_expensive_definedness_checks},
  {"--workaround-gcc296-bugs", set_workaround_gcc296_bugs},
  {"--engine", set_engine},
  {"--engine-stress", set_engine_stress},
  {"--ignore-ranges", add_ignore_ranges},
  {"--ignore-range-below-sp", set_ignore_range_below_sp},
  {"--fail-alloc", set_fail_alloc},
  {"--growth", set_growth},
  {"--heap-access", set_heap_access},
  {"--xtree-memory", set_xtree_memory},
  {"--xtree-memory-file", set_xtree_memory_file},
  {"--xtree-leak", set_xtree_leak},
  {"--xtree-leak-file", set_xtree_leak_file},
  {"--count-instructions", set_count_instructions},
  {"--mark-function", marked_functions_add},
  {"--translation-cache", set_translation_cache},
  {"--snapshot", snapshot_triggers_add},
  {"--scheduling-quantum", set_scheduling_quantum},
  {"--quiet", set_quiet},
  {"--verbose", set_verbose},
  {"--seep-host", settings_process_host_option},
  {"--seep-socket", set_socket},
  {"--seep-channel", set_channel},
  {"--seep-run", set_run_dir},
};

/* Names of every option Seep knows, and whether they are the core's, from the one table. */
static const struct {
  const HChar *name;
  bool is_core;
} known[] = {
#define OPTION_CORE true
#define OPTION_TOOL false
#define OPTION_HOST false
#define OPTION_BOTH false
#define OPTION_NONE false
#define OPTION(id, name, type, side, seep_default, memcheck_default, group, argument, help) {name, side},
#include "base/options.def"
#undef OPTION
};

static int find_known(const HChar *argument)
{
  if (VG_(strncmp)(argument, "--", 2) != 0)
    return -1;
  const HChar *name = argument + 2;
  const HChar *equals = VG_(strchr)(name, '=');
  SizeT size = equals ? (SizeT)(equals - name) : VG_(strlen)(name);
  for (unsigned i = 0; i < sizeof known / sizeof known[0]; i++)
    if (VG_(strncmp)(known[i].name, name, size) == 0 && known[i].name[size] == '\0')
      return (int)i;
  return -1;
}

bool settings_process_option(const char *argument)
{
  for (unsigned i = 0; i < sizeof acted_on / sizeof acted_on[0]; i++) {
    const HChar *value = value_of(argument, acted_on[i].name);
    if (value) {
      acted_on[i].set(value);
      return true;
    }
  }
  int index = find_known(argument);
  /* Some options of the core are parsed only when the tool says so: --alignment, --trace-malloc. */
  return index >= 0 && (!known[index].is_core || VG_(replacement_malloc_process_cmd_line_option)(argument));
}

/* Numbers in `known`. */
enum {
#define OPTION(id, name, type, side, seep_default, memcheck_default, group, argument, help) KNOWN_##id,
#include "base/options.def"
#undef OPTION
  KNOWN_COUNT,
};

static const bool is_dynamic[KNOWN_COUNT] = {
#define DYNAMIC(id) [KNOWN_##id] = true,
#include "base/dynamic_options.def"
#undef DYNAMIC
};

static int find_short(const HChar *argument)
{
  static const HChar letters[] = "qvsd";
  static const int options[] = {KNOWN_quiet, KNOWN_verbose, KNOWN_show_error_list, KNOWN_debug_log};
  const HChar *letter = argument[0] == '-' && argument[1] && !argument[2] ? VG_(strchr)(letters, argument[1]) : NULL;
  return letter ? options[letter - letters] : -1;
}

bool settings_find_option(const char *argument, struct settings_option *ret)
{
  int index = find_short(argument);
  bool stands_alone = index >= 0;
  if (!stands_alone)
    index = find_known(argument);
  bool is_verbosity = index == KNOWN_quiet || index == KNOWN_verbose;
  if (index < 0 || !(stands_alone || is_verbosity || VG_(strchr)(argument, '=')))
    return false;
  *ret = (struct settings_option){
    .name = known[index].name,
    .is_core = known[index].is_core || is_verbosity,
    .is_dynamic = is_dynamic[index],
    .is_named_by_value = index == KNOWN_leak_check || index == KNOWN_gen_suppressions,
  };
  return true;
}

static HChar *subtest; /* "--suite-subtest=NAME" as it was set last; NULL: never */

bool settings_note_subtest(const char *argument)
{
  if (!value_of(argument, "--suite-subtest"))
    return false;
  env_free(subtest);
  SizeT bytes = VG_(strlen)(argument) + 1;
  subtest = env_allocate("seep.settings", bytes);
  VG_(memcpy)(subtest, argument, bytes);
  return true;
}

/* What the launcher adds for every run and would not take itself. */
static bool is_launchers_own(const HChar *argument)
{
  return VG_(strncmp)(argument, "--seep-", 7) == 0 || VG_(strncmp)(argument, "--tool=", 7) == 0 ||
         VG_(strcmp)(argument, "-q") == 0;
}

struct record_strings settings_for_record(void)
{
  Word count = VG_(sizeXA)(VG_(args_for_valgrind));
  struct record_string *items = env_allocate("seep.settings", (size_t)(count + 1) * sizeof *items);
  size_t kept = 0;
  for (Word i = 0; i < count; i++) {
    const HChar *argument = *(HChar **)VG_(indexXA)(VG_(args_for_valgrind), i);
    const HChar *host = value_of(argument, "--seep-host");
    if (host || !is_launchers_own(argument))
      items[kept++] = core_string(host ? host : argument);
  }
  if (subtest)
    items[kept++] = core_string(subtest);
  return (struct record_strings){items, kept};
}
