/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A question about an address is answered by the first of these that can: the answers in memory, among them what the
 * disk cache had when the module was first met; then the worker process. What was read without DWARF as a worker had
 * died over it (worker_deaths.h) is not cached. */
#include "host/symbols/symbols.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/base/hash_table.h"
#include "host/base/memory.h"
#include "host/symbols/answer_cache.h"
#include "host/symbols/elf/code_id.h"
#include "host/symbols/elf/debuginfod.h"
#include "host/symbols/elf/warn.h"
#include "host/symbols/module_cache.h"
#include "host/symbols/module_files.h"
#include "host/symbols/worker.h"
#include "host/symbols/worker_deaths.h"

enum {
  WARNINGS_MAX = 100, /* different messages */
  RECENT = 8,
};

struct symbols {
  struct module_cache cache;
  struct module_files *files;
  bool packs, downloads;
  void (*progress)(void *context, const char *text); /* to the context of `outer`; may be NULL */
  char **debug_dirs; /* NULL-terminated, or NULL */
  bool (*is_over)(void *context); /* NULL: never */
  void *is_over_context;
  struct warnings outer; /* the caller's */
  struct warnings warnings; /* passes each message on once */
  htab_t said;
  uint64_t warning_count; /* passed on or not */
  bool is_muted;
  htab_t modules;
  uint32_t module_count;
  struct module *recent[RECENT]; /* used last, which saves making keys; NULL: none yet */
  unsigned next_recent;
  struct worker *worker;
  unsigned worker_generation;
};

static const struct frame unknown_frame;

HASHED(module, struct module, iterative_hash(x->key.data, x->key.size, 0),
       SAME(key.size) && memcmp(x->key.data, y->key.data, x->key.size) == 0)

static void module_destroy(void *item)
{
  struct module *module = item;
  answers_destroy(module->answers);
  builder_deinit(&module->key);
  builder_deinit(&module->probes);
  free((char *)module->about.path);
  free((unsigned char *)module->about.build_id);
  free(module);
}

/* Warn the caller, unless it was said before. */
static void say_once(void *context, const char *message)
{
  struct symbols *symbols = context;
  symbols->warning_count++;
  if (symbols->is_muted || htab_elements(symbols->said) >= WARNINGS_MAX)
    return;
  void **slot = htab_find_slot(symbols->said, message, INSERT);
  if (*slot)
    return;
  *slot = memory_text(message);
  if (symbols->outer.warn)
    symbols->outer.warn(symbols->outer.context, message);
}

static void copy_debug_dirs(struct symbols *symbols, const char *const *debug_dirs)
{
  size_t count = 0;
  if (!debug_dirs)
    return;
  while (debug_dirs[count])
    count++;
  symbols->debug_dirs = memory_zeroed(count + 1, sizeof *symbols->debug_dirs);
  /* The reporter changes its working directory; a name that leads nowhere is kept as it is. */
  for (size_t i = 0; i < count; i++)
    if (!(symbols->debug_dirs[i] = realpath(debug_dirs[i], NULL)))
      symbols->debug_dirs[i] = memory_text(debug_dirs[i]);
}

static bool has_more_sources(void *context, struct module *module, unsigned sources);

static void cache_init(struct module_cache *cache, const struct symbols_config *config)
{
  cache->cache_dir = config->cache_dir ? memory_text(config->cache_dir) : NULL;
  cache->packed_dir = config->packed_dir ? memory_text(config->packed_dir) : NULL;
  if (config->code)
    builder_string(&cache->code, config->code);
  else
    code_id_put(&cache->code);
}

static void symbols_init(struct symbols *symbols, const struct symbols_config *config)
{
  symbols->outer = (struct warnings){config->warn, config->warn_context};
  symbols->warnings = (struct warnings){say_once, symbols};
  symbols->said = HASH_TABLE(plain_text, 16, free);
  symbols->modules = HASH_TABLE(module, 64, module_destroy);
  symbols->packs = config->packs;
  symbols->downloads = config->downloads && debuginfod_servers();
  symbols->progress = config->progress;
  symbols->cache.servers = symbols->downloads ? debuginfod_servers() : NULL;
  symbols->files = module_files_create(0);
  cache_init(&symbols->cache, config);
  copy_debug_dirs(symbols, config->debug_dirs);
  symbols->cache.debug_dirs = (const char *const *)symbols->debug_dirs;
  symbols->cache.has_more = has_more_sources;
  symbols->cache.context = symbols;
}

static void symbols_free(struct symbols *symbols)
{
  worker_stop(symbols->worker);
  hash_table_delete(symbols->modules);
  module_files_destroy(symbols->files);
  hash_table_delete(symbols->said);
  for (size_t i = 0; symbols->debug_dirs && symbols->debug_dirs[i]; i++)
    free(symbols->debug_dirs[i]);
  free(symbols->debug_dirs);
  free(symbols->cache.cache_dir);
  free(symbols->cache.packed_dir);
  builder_deinit(&symbols->cache.code);
  free(symbols);
}

void symbols_create(const struct symbols_config *config, struct symbols **ret)
{
  *ret = memory_zeroed(1, sizeof **ret);
  symbols_init(*ret, config);
}

static void put_module_key(struct byte_builder *key, const struct symbols_module *module)
{
  builder_string(key, module->path);
  builder_number(key, module->build_id_bytes, 4);
  builder_block(key, module->build_id, module->build_id_bytes);
  builder_number(key, module->file_bytes, 8);
  builder_number(key, module->mtime_ns, 8);
  builder_number(key, module->sum, 8);
  builder_number(key, module->inode, 8);
}

static bool find_kept_state(const struct symbols *symbols, const struct byte_builder *key, struct file_state *ret)
{
  struct stat stat;
  int fd = module_files_find(symbols->files, key);
  if (fd < 0 || fstat(fd, &stat) < 0)
    return false;
  *ret = file_state_of(&stat);
  return true;
}

static struct file_state find_path_state(const struct symbols_module *module)
{
  return file_state_at(module->path ? module->path : "");
}

/* The state of a module's file, whether kept or at its path. */
static struct file_state find_module_state(const struct symbols *symbols, const struct module *module)
{
  struct file_state state;
  return find_kept_state(symbols, &module->key, &state) ? state : find_path_state(&module->about);
}

static void module_init(struct module *module, struct symbols *symbols, const struct symbols_module *about)
{
  module->about = *about;
  module->about.path = about->path ? memory_text(about->path) : NULL;
  module->about.build_id = about->build_id_bytes ? memory_copy(about->build_id, about->build_id_bytes) : NULL;
  module->answers = answers_create();
  put_module_key(&module->key, about);
  module->number = symbols->module_count;
  if (!about->path || about->path[0] != '/' || module->number >= WORKER_MODULES_MAX)
    module->reading = READ_NOTHING; /* [vdso] and the like */
  module->here = find_module_state(symbols, module);
  module_cache_load(&symbols->cache, module);
}

static struct module *add_module(struct symbols *symbols, const struct symbols_module *about)
{
  struct module *module = memory_zeroed(1, sizeof *module);
  module_init(module, symbols, about);
  *htab_find_slot(symbols->modules, module, INSERT) = module;
  symbols->module_count++;
  return module;
}

static bool is_about(const struct module *module, const struct symbols_module *about)
{
  const struct symbols_module *known = &module->about;
  if (known->mtime_ns != about->mtime_ns || known->file_bytes != about->file_bytes || known->sum != about->sum ||
      known->inode != about->inode || known->build_id_bytes != about->build_id_bytes || !known->path || !about->path)
    return false;
  return (known->build_id_bytes == 0 || memcmp(known->build_id, about->build_id, known->build_id_bytes) == 0) &&
         strcmp(known->path, about->path) == 0;
}

static struct module *find_by_key(struct symbols *symbols, const struct symbols_module *about)
{
  struct module wanted = {0};
  put_module_key(&wanted.key, about);
  struct module *module = htab_find(symbols->modules, &wanted);
  builder_deinit(&wanted.key);
  return module ? module : add_module(symbols, about);
}

void symbols_keep_file(struct symbols *symbols, const struct symbols_module *module, int fd)
{
  struct byte_builder key = {0};
  put_module_key(&key, module);
  module_files_keep(symbols->files, &key, fd);
  builder_deinit(&key);
}

static bool is_elsewhere(const struct symbols *symbols, const struct symbols_module *module,
                         const struct byte_builder *key)
{
  struct file_state kept, now = find_path_state(module);
  return find_kept_state(symbols, key, &kept) && !file_state_is_equal(&kept, &now);
}

bool symbols_must_resolve_now(struct symbols *symbols, const struct symbols_module *module)
{
  struct byte_builder key = {0};
  if (symbols->packs)
    return true;
  put_module_key(&key, module);
  bool is = is_elsewhere(symbols, module, &key);
  builder_deinit(&key);
  return is;
}

static struct module *find_module(struct symbols *symbols, const struct symbols_module *about)
{
  struct symbols_module plain = *about;
  if (!plain.build_id)
    plain.build_id_bytes = 0;
  for (unsigned i = 0; i < RECENT && symbols->recent[i]; i++)
    if (is_about(symbols->recent[i], &plain))
      return symbols->recent[i];
  return symbols->recent[symbols->next_recent++ % RECENT] = find_by_key(symbols, &plain);
}

/* What the worker says on the way is about the module that it is asked about. */
struct asking {
  struct symbols *symbols;
  struct module *module;
};

static void pass_warning(void *context, const char *message)
{
  const struct asking *asking = context;
  asking->symbols->warnings.warn(asking->symbols->warnings.context, message);
}

static void note_probe(void *context, const char *path)
{
  const struct asking *asking = context;
  file_probe_put_once(&asking->module->probes, path);
}

static bool pass_progress(void *context, const char *text)
{
  const struct symbols *symbols = ((const struct asking *)context)->symbols;
  if (symbols->progress)
    symbols->progress(symbols->outer.context, text);
  return !symbols->is_over || !symbols->is_over(symbols->is_over_context);
}

/* Send a request, with a file if that is not -1, and read the result; false when the worker died. */
static bool ask_reader(struct symbols *symbols, struct module *module, const struct byte_builder *request, int file,
                       struct byte_builder *result)
{
  uint64_t warnings_before = symbols->warning_count;
  struct asking asking = {symbols, module};
  const struct worker_listener listener = {pass_warning, note_probe, pass_progress, &asking};
  enum worker_outcome outcome = worker_ask(symbols->worker, request, file, &listener, result);
  if (outcome != WORKER_ANSWERED) {
    worker_stop(symbols->worker);
    symbols->worker = NULL;
    worker_deaths_note(module, outcome, &symbols->warnings);
  }
  if (symbols->warning_count != warnings_before) {
    module->opened &= ~(unsigned)SOURCE_SOUND;
    module->sources &= ~(unsigned)SOURCE_SOUND;
  }
  return outcome == WORKER_ANSWERED;
}

/* The result is as worker.h has it. */
static void take_opened(struct module *module, const struct byte_builder *result)
{
  struct bytes bytes = bytes_of(result->data, result->size);
  if (!bytes_number(&bytes, 1))
    module->reading = READ_NOTHING;
  module->opened &= (unsigned)bytes_number(&bytes, 1);
  module->file = file_state_take(&bytes);
}

static bool open_module(struct symbols *symbols, struct module *module)
{
  struct byte_builder request = {0}, result = {0};
  module->opened = SOURCES_ALL;
  builder_number(&request, WORKER_OPEN, 1);
  builder_number(&request, module->number, 4);
  builder_number(&request, module->reading == READ_ALL, 1);
  builder_block(&request, module->key.data, module->key.size);
  bool answered = ask_reader(symbols, module, &request, module_files_find(symbols->files, &module->key), &result);
  if (answered) {
    module->worker_generation = symbols->worker_generation;
    take_opened(module, &result);
  }
  builder_deinit(&request);
  builder_deinit(&result);
  return answered;
}

/* Have a worker that has the module open; false when that did not work this time. */
static bool need_worker(struct symbols *symbols, struct module *module)
{
  if (!symbols->worker) {
    struct error *error = worker_start((const char *const *)symbols->debug_dirs, symbols->downloads, &symbols->worker);
    if (error) {
      warn_of(&symbols->warnings, error);
      module->reading = READ_NOTHING;
      return false;
    }
    symbols->worker_generation++;
  }
  return module->worker_generation == symbols->worker_generation || open_module(symbols, module);
}

/* Only a look: when a name is missing, the file is opened again and problems are reported. */
static bool has_more_sources(void *context, struct module *module, unsigned sources)
{
  struct symbols *symbols = context;
  static const struct file_state nothing;
  if (module->reading == READ_NOTHING || file_state_is_equal(&module->here, &nothing))
    return false;
  symbols->is_muted = true;
  bool is_open = need_worker(symbols, module) && module->reading == READ_ALL;
  symbols->is_muted = false;
  module->reading = READ_ALL;
  module->worker_generation = 0;
  return is_open && (module->opened & ~sources) != 0;
}

/* Ask the worker, as often as there is a way left to read the module. False, with an empty result, when there is
 * none. */
static bool fetch_answer(struct symbols *symbols, struct module *module, enum answer_kind kind, uint64_t about,
                         uint64_t within, struct byte_builder *result)
{
  struct byte_builder request = {0};
  bool answered = false;
  builder_number(&request, WORKER_ASK, 1);
  builder_number(&request, module->number, 4);
  builder_number(&request, kind, 1);
  builder_number(&request, about, 8);
  builder_number(&request, within, 8);
  while (!answered && module->reading != READ_NOTHING)
    if (need_worker(symbols, module) && module->reading != READ_NOTHING)
      answered = ask_reader(symbols, module, &request, -1, result);
  builder_deinit(&request);
  return answered;
}

/* A new answer has come from what is open. */
static void note_new_answer(struct module *module)
{
  unsigned different = module->sources ^ module->opened;
  if (!module->has_answers)
    module->sources = module->opened;
  else
    module->is_mixed |= (different & ~(unsigned)SOURCE_SOUND) != 0;
  module->sources &= module->opened;
  module->has_answers = module->has_new_answers = true;
}

/* NULL when there is none. */
static const struct answer *find_answer_within(struct symbols *symbols, const struct symbols_module *of,
                                               enum answer_kind kind, uint64_t about, uint64_t within)
{
  struct module *module = find_module(symbols, of);
  const struct answer *answer = answers_find(module->answers, kind, about, within);
  struct byte_builder result = {0};
  if (!answer && fetch_answer(symbols, module, kind, about, within, &result)) {
    answer = answers_add(module->answers, kind, about, within, result.data, result.size);
    note_new_answer(module);
  }
  builder_deinit(&result);
  return answer;
}

static const struct answer *find_answer(struct symbols *symbols, const struct symbols_module *of, enum answer_kind kind,
                                        uint64_t about)
{
  return find_answer_within(symbols, of, kind, about, 0);
}

void symbols_resolve(struct symbols *symbols, const struct symbols_module *module, uint64_t file_offset,
                     const struct frame **ret_frames, size_t *ret_count)
{
  const struct answer *answer = find_answer(symbols, module, ANSWER_CODE, file_offset);
  *ret_frames = answer ? answer->items : &unknown_frame;
  *ret_count = answer ? answer->item_count : 1;
}

void symbols_layout(struct symbols *symbols, const struct symbols_module *module, uint64_t code_file_offset,
                    struct symbols_layout *ret)
{
  const struct answer *answer = find_answer(symbols, module, ANSWER_LAYOUT, code_file_offset);
  *ret = answer ? answer->layout : (struct symbols_layout){0};
}

void symbols_variable(struct symbols *symbols, const struct symbols_module *module, enum symbols_area area,
                      uint64_t address, struct symbols_variable *ret)
{
  const struct answer *answer =
    find_answer(symbols, module, area == SYMBOLS_TLS ? ANSWER_TLS : ANSWER_VARIABLE, address);
  *ret = answer ? answer->variable : (struct symbols_variable){.start = address, .bytes = 1};
}

/* The items of an answer that is a list, and their number. */
static const void *items_of(const struct answer *answer, size_t *ret_count)
{
  *ret_count = answer ? answer->item_count : 0;
  return answer ? answer->items : NULL;
}

void symbols_locals(struct symbols *symbols, const struct symbols_module *module, uint64_t file_offset,
                    const struct symbols_local **ret, size_t *ret_count)
{
  *ret = items_of(find_answer(symbols, module, ANSWER_LOCALS, file_offset), ret_count);
}

bool symbols_local_start(const struct symbols_local *local, const struct symbols_frame_registers *registers,
                         uint64_t *ret)
{
  enum { FRAME_POINTER_OFFSET = -16 }; /* return address and the caller's frame pointer lie between */
  uint64_t base = registers->frame_address;
  if (local->base == SYMBOLS_STACK_POINTER)
    base = registers->stack_pointer;
  else if (local->base == SYMBOLS_FRAME_POINTER)
    base = registers->frame_pointer ? registers->frame_pointer : base ? base + (uint64_t)FRAME_POINTER_OFFSET : 0;
  *ret = base + (uint64_t)local->offset;
  return base != 0;
}

void symbols_variable_path(struct symbols *symbols, const struct symbols_module *module, enum symbols_area area,
                           uint64_t address, struct symbols_path *ret)
{
  const struct answer *answer =
    find_answer(symbols, module, area == SYMBOLS_TLS ? ANSWER_TLS_PATH : ANSWER_VARIABLE_PATH, address);
  *ret = answer ? answer->path : (struct symbols_path){0};
}

void symbols_variable_types(struct symbols *symbols, const struct symbols_module *module, enum symbols_area area,
                            uint64_t address, const struct symbols_type **ret, size_t *ret_count, uint64_t *ret_start)
{
  const struct answer *answer =
    find_answer(symbols, module, area == SYMBOLS_TLS ? ANSWER_TLS_TYPES : ANSWER_VARIABLE_TYPES, address);
  *ret = items_of(answer, ret_count);
  *ret_start = answer ? answer->start : address;
}

void symbols_local_path(struct symbols *symbols, const struct symbols_module *module, uint64_t file_offset,
                        size_t number, uint64_t byte, struct symbols_path *ret)
{
  const struct answer *answer = NULL;
  if (byte >> ANSWER_LOCAL_SHIFT == 0)
    answer = find_answer_within(symbols, module, ANSWER_LOCAL_PATH, file_offset,
                                (uint64_t)number << ANSWER_LOCAL_SHIFT | byte);
  *ret = answer ? answer->path : (struct symbols_path){0};
}

void symbols_local_types(struct symbols *symbols, const struct symbols_module *module, uint64_t file_offset,
                         size_t number, const struct symbols_type **ret, size_t *ret_count)
{
  *ret = items_of(find_answer_within(symbols, module, ANSWER_LOCAL_TYPES, file_offset, number), ret_count);
}

void symbols_targets(struct symbols *symbols, const struct symbols_module *module, uint64_t file_offset,
                     const struct symbols_target **ret, size_t *ret_count)
{
  *ret = items_of(find_answer(symbols, module, ANSWER_TARGETS, file_offset), ret_count);
}

void symbols_call(struct symbols *symbols, const struct symbols_module *module, uint64_t file_offset, size_t depth,
                  struct symbols_call *ret)
{
  size_t count;
  const struct symbols_call *calls = items_of(find_answer(symbols, module, ANSWER_CALLS, file_offset), &count);
  *ret = depth < count ? calls[depth] : (struct symbols_call){0};
}

/* What store_module() does for all modules. */
struct storing {
  struct symbols *symbols;
  bool stored;
};

static int store_module(void **slot, void *context)
{
  struct storing *storing = context;
  warn_of(&storing->symbols->warnings, module_cache_store(&storing->symbols->cache, *slot, &storing->stored));
  return 1;
}

/* What cannot be read again later is packed with the run in any case. */
static int pack_module(void **slot, void *context)
{
  const struct module *module = *slot;
  struct symbols *symbols = context;
  if (symbols->packs || (module->has_answers && is_elsewhere(symbols, &module->about, &module->key)))
    warn_of(&symbols->warnings, module_cache_pack(&symbols->cache, module));
  return 1;
}

void symbols_destroy(struct symbols *symbols)
{
  if (!symbols)
    return;
  if (symbols->cache.packed_dir)
    htab_traverse(symbols->modules, pack_module, symbols);
  struct storing storing = {.symbols = symbols};
  htab_traverse(symbols->modules, store_module, &storing);
  if (storing.stored)
    answer_cache_prune(symbols->cache.cache_dir);
  symbols_free(symbols);
}

void symbols_set_end(struct symbols *symbols, bool (*is_over)(void *context), void *context)
{
  symbols->is_over = is_over;
  symbols->is_over_context = context;
}
