/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Options by name: a table says which setting each of them is, or which function takes it. */
#include "memcheck/tool_options.h"

#include "coregrind-glue/core.h"
#include "memcheck/pure/base/env.h"
#include "memcheck/base/tool_settings.h"
#include "memcheck/snapshot/snapshot_triggers.h"

#include "pub_tool_clientstate.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_replacemalloc.h"
#include "pub_tool_xarray.h"

/* --- values --- */

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

/* Index of `value` among the words of "a|b|c"; false: it is none of them. */
static bool find_word(const HChar *words, const HChar *value, unsigned *ret_index)
{
  SizeT size = VG_(strlen)(value);
  *ret_index = 0;
  for (const HChar *word = words; word; ++*ret_index) {
    const HChar *end = VG_(strchr)(word, '|');
    if (VG_(strncmp)(word, value, size) == 0 && word[size] == (end ? '|' : '\0'))
      return true;
    word = end ? end + 1 : NULL;
  }
  return false;
}

/* --- what one setting is not enough for --- */

static unsigned heuristic_set(const HChar *value)
{
  enum { OF_MEMCHECK = (1u << (RECORD_HEURISTIC_MULTIPLEINHERITANCE + 1)) - 1 };
  static const HChar words[] = "none|stdstring|length64|newarray|multipleinheritance|refcount|list";
  unsigned set = 0;
  if (VG_(strcmp)(value, "all") == 0)
    return settings.personality == PERSONALITY_MEMCHECK ? OF_MEMCHECK : ~0u;
  while (*value) {
    HChar word[32];
    SizeT size = 0;
    for (; *value && *value != ','; value++)
      if (size < sizeof word - 1)
        word[size++] = *value;
    word[size] = '\0';
    if (*value == ',')
      value++;
    unsigned index;
    if (find_word(words, word, &index) && index > 0)
      set |= 1u << index;
  }
  return set;
}

static void set_leak_heuristics(const HChar *value)
{
  settings.leak_heuristics = heuristic_set(value);
}

static void set_leak_check(const HChar *value)
{
  static const unsigned modes[] = {0, RECORD_LEAK_SUMMARY, RECORD_LEAK_FULL, RECORD_LEAK_FULL};
  unsigned index;
  if (find_word("no|summary|full|yes", value, &index))
    settings.leak_mode = modes[index];
}

static void set_leak_resolution(const HChar *value)
{
  static const unsigned frames[] = {2, 4, SETTINGS_ALL_FRAMES};
  unsigned index;
  if (find_word("low|med|high", value, &index))
    settings.leak_frames = frames[index];
}

static int fill_byte(const HChar *value)
{
  return *value ? (int)(VG_(strtoll16)(value, NULL) & 0xff) : -1;
}

static void set_expensive_definedness_checks(const HChar *value)
{
  settings.expensive_definedness_checks = VG_(strcmp)(value, "no") != 0;
}

static void set_malloc_fill(const HChar *value)
{
  settings.malloc_fill = fill_byte(value);
}

static void set_free_fill(const HChar *value)
{
  settings.free_fill = fill_byte(value);
}

static void set_engine_stress(const HChar *value)
{
  settings.engine_stress = (unsigned)VG_(strtoll10)(value, NULL);
}

static void set_verbose(const HChar *value)
{
  settings.verbosity = 1 + (unsigned)VG_(strtoll10)(value, NULL);
}

static void tell_ways(const HChar *value)
{
  port_tell_ways();
}

static void set_channel(const HChar *value)
{
  settings.channel.fd = (int)VG_(strtoll10)(value, NULL);
}

static void set_record(const HChar *value)
{
  settings.channel.record = (int)VG_(strtoll10)(value, NULL);
}

static void set_folder(const HChar *value)
{
  settings.channel.folder = (int)VG_(strtoll10)(value, NULL);
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

/* The core lists what is open at exit. */
static void set_track_fds(const HChar *value)
{
  unsigned index;
  if (!find_word("no|yes|all|bad", value, &index))
    return;
  settings.track_fds = index != 0;
  VG_(clo_track_fds) = index == 1 || index == 2 ? index : 0;
}

/* --- options of the host --- */

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
void tool_options_take_hosts(const char *value)
{
  unsigned index;
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
  if (modified && find_word("no|yes|high", modified, &index))
    settings.modify_fds = index;
  if (keeps)
    settings.keep_debuginfo = is_yes(keeps);
  set_output(value);
}

/* --- what the guest side acts on --- */

enum kind {
  FLAG,   /* yes or no: a bool */
  TEXT,   /* kept as it is: a const char * */
  BYTES,  /* an int64_t */
  WORD,   /* its index among words: an enum */
  CALL,   /* taken by a function */
};

struct option {
  const HChar *name;
  enum kind kind;
  void *setting;
  const HChar *words;
  void (*take)(const HChar *value);
};

#define FLAG_OF(setting) FLAG, &settings.setting, NULL, NULL
#define TEXT_OF(setting) TEXT, &settings.setting, NULL, NULL
#define BYTES_OF(setting) BYTES, &settings.setting, NULL, NULL
#define WORD_OF(setting, words) WORD, &settings.setting, words, NULL
#define CALL_OF(take) CALL, NULL, NULL, take

/* Options of shared/base/options.def that are not here are the host's. */
static const struct option acted_on[] = {
  {"--leak-check", CALL_OF(set_leak_check)},
  {"--leak-resolution", CALL_OF(set_leak_resolution)},
  {"--leak-check-heuristics", CALL_OF(set_leak_heuristics)},
  {"--freelist-vol", BYTES_OF(freelist_vol_bytes)},
  {"--freelist-big-blocks", BYTES_OF(freelist_big_blocks_bytes)},
  {"--malloc-fill", CALL_OF(set_malloc_fill)},
  {"--free-fill", CALL_OF(set_free_fill)},
  {"--keep-stacktraces", WORD_OF(keep_stacktraces, "alloc|free|alloc-and-free|alloc-then-free|none")},
  {"--show-mismatched-frees", FLAG_OF(show_mismatched_frees)},
  {"--show-realloc-size-zero", FLAG_OF(show_realloc_size_zero)},
  {"--realloc-zero-bytes-frees", FLAG_OF(realloc_zero_bytes_frees)},
  {"--undef-value-errors", FLAG_OF(undef_value_errors)},
  {"--track-origins", FLAG_OF(track_origins)},
  {"--partial-loads-ok", FLAG_OF(partial_loads_ok)},
  {"--expensive-definedness-checks", CALL_OF(set_expensive_definedness_checks)},
  {"--workaround-gcc296-bugs", FLAG_OF(workaround_gcc296_bugs)},
  {"--engine", WORD_OF(engine, "direct|speculative|precise")},
  {"--engine-stress", CALL_OF(set_engine_stress)},
  {"--ignore-ranges", CALL_OF(add_ignore_ranges)},
  {"--ignore-range-below-sp", CALL_OF(set_ignore_range_below_sp)},
  {"--fail-alloc", TEXT_OF(fail_alloc)},
  {"--explain", TEXT_OF(explain)},
  {"--try-fix", TEXT_OF(try_fix)},
  {"--growth", FLAG_OF(growth)},
  {"--cost", FLAG_OF(cost)},
  {"--heap-access", FLAG_OF(heap_access)},
  {"--xtree-memory", WORD_OF(xtree_memory, "none|allocs|full")},
  {"--xtree-memory-file", TEXT_OF(xtree_memory_file)},
  {"--xtree-leak", FLAG_OF(xtree_leak)},
  {"--xtree-leak-file", TEXT_OF(xtree_leak_file)},
  {"--count-instructions", FLAG_OF(count_instructions)},
  {"--translation-cache", TEXT_OF(translation_cache)},
  {"--snapshot", CALL_OF(snapshot_triggers_add)},
  {"--snapshot-contents", BYTES_OF(snapshot_contents_bytes)},
  {"--scheduling-quantum", CALL_OF(set_scheduling_quantum)},
  {"--style", WORD_OF(style, "people|memcheck")},
  {"--personality", WORD_OF(personality, "seep|memcheck")},
  {"--enable-debuginfod", CALL_OF(core_environment_allow_servers)},
  {"--quiet", FLAG_OF(quiet)},
  {"--verbose", CALL_OF(set_verbose)},
  {"--seep-host", CALL_OF(tool_options_take_hosts)},
  {"--seep-socket", TEXT_OF(channel.socket_name)},
  {"--seep-channel", CALL_OF(set_channel)},
  {"--seep-record", CALL_OF(set_record)},
  {"--seep-run", TEXT_OF(channel.run_dir)},
  {"--seep-descriptors", TEXT_OF(descriptors)},
  {"--seep-folder", CALL_OF(set_folder)},
  {"--seep-name", TEXT_OF(program_name)},
  {"--seep-restrictions", TEXT_OF(restrictions)},
  {"--seep-ways", CALL_OF(tell_ways)},
};

_Static_assert(sizeof(enum engine_option) == sizeof(unsigned), "an index is stored as an enum");

static void take_value(const struct option *option, const HChar *value)
{
  unsigned index;
  switch (option->kind) {
  case FLAG:
    *(bool *)option->setting = is_yes(value);
    break;
  case TEXT:
    *(const char **)option->setting = value;
    break;
  case BYTES:
    *(int64_t *)option->setting = VG_(strtoll10)(value, NULL);
    break;
  case WORD:
    if (find_word(option->words, value, &index))
      *(unsigned *)option->setting = index;
    break;
  case CALL:
    option->take(value);
  }
}

/* --- every option --- */

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
#include "shared/base/options.def"
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

bool tool_options_take(const char *argument)
{
  for (unsigned i = 0; i < sizeof acted_on / sizeof acted_on[0]; i++) {
    const HChar *value = value_of(argument, acted_on[i].name);
    if (value) {
      take_value(&acted_on[i], value);
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
#include "shared/base/options.def"
#undef OPTION
  KNOWN_COUNT,
};

static const bool is_dynamic[KNOWN_COUNT] = {
#define DYNAMIC(id) [KNOWN_##id] = true,
#include "shared/base/dynamic_options.def"
#undef DYNAMIC
};

static int find_short(const HChar *argument)
{
  static const HChar letters[] = "qvsd";
  static const int options[] = {KNOWN_quiet, KNOWN_verbose, KNOWN_show_error_list, KNOWN_debug_log};
  const HChar *letter = argument[0] == '-' && argument[1] && !argument[2] ? VG_(strchr)(letters, argument[1]) : NULL;
  return letter ? options[letter - letters] : -1;
}

bool tool_options_find(const char *argument, struct known_option *ret)
{
  int index = find_short(argument);
  bool stands_alone = index >= 0;
  if (!stands_alone)
    index = find_known(argument);
  bool is_verbosity = index == KNOWN_quiet || index == KNOWN_verbose;
  if (index < 0 || !(stands_alone || is_verbosity || VG_(strchr)(argument, '=')))
    return false;
  *ret = (struct known_option){
    .name = known[index].name,
    .is_core = known[index].is_core || is_verbosity,
    .is_dynamic = is_dynamic[index],
    .is_named_by_value = index == KNOWN_leak_check || index == KNOWN_gen_suppressions,
  };
  return true;
}

/* --- for the record --- */

static HChar *subtest; /* "--suite-subtest=NAME" as it was set last; NULL: never */

bool tool_options_note_subtest(const char *argument)
{
  if (!value_of(argument, "--suite-subtest"))
    return false;
  env_free(subtest);
  SizeT bytes = VG_(strlen)(argument) + 1;
  subtest = env_allocate("seep.options", bytes);
  VG_(memcpy)(subtest, argument, bytes);
  return true;
}

/* What the launcher adds for every run and would not take itself. */
static bool is_launchers_own(const HChar *argument)
{
  return VG_(strncmp)(argument, "--seep-", 7) == 0 || VG_(strncmp)(argument, "--tool=", 7) == 0 ||
         VG_(strcmp)(argument, "-q") == 0;
}

struct record_strings tool_options_for_record(void)
{
  Word count = VG_(sizeXA)(VG_(args_for_valgrind));
  struct record_string *items = env_allocate("seep.options", (size_t)(count + 1) * sizeof *items);
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
