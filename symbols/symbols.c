/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A question about an address is answered by the first of these that can: the answers in memory, those that the disk
 * cache had when the module was first met, the worker process.
 *
 * When the worker dies over a module, the module is tried again in a fresh worker, in case another one's appetite
 * was to blame; then without DWARF; then no more. A module that was ever read with less than everything is not
 * cached. */
#include "symbols/symbols.h"

#include <libiberty/hashtab.h>
#include <stdlib.h>
#include <string.h>

#include "symbols/answers.h"
#include "symbols/cache.h"
#include "symbols/code_id.h"
#include "symbols/probe.h"
#include "symbols/warn.h"
#include "symbols/worker.h"

enum {
  WARNINGS_MAX = 100, /* different ones that are said */
  PROBES_MAX = 1 << 12,
  RECENT = 8,
};

enum reading { READ_ALL, READ_SYMBOLS, READ_NOTHING };

struct module {
  struct byte_builder key; /* what symbols_module says, as bytes */
  struct symbols_module about; /* its strings are owned */
  uint32_t number;
  enum reading reading;
  unsigned deaths;            /* of workers over this module */
  unsigned worker_generation; /* of the worker that has it open; 0: none */
  struct answers *answers;
  struct byte_builder probes;
  bool has_new_answers;
  bool is_packed;             /* answers were packed with the run */
};

struct symbols {
  char *cache_dir, *packed_dir;
  bool packs;
  struct byte_builder code; /* whose answers they are, for the cache */
  char **debug_dirs; /* NULL-terminated, or NULL */
  struct warnings outer; /* the caller's */
  struct warnings warnings; /* each message once, then the caller's */
  htab_t said;
  htab_t modules;
  uint32_t module_count;
  struct module *recent[RECENT]; /* asked about lately, which spares making keys; NULL: none yet */
  unsigned next_recent;
  struct worker *worker;
  unsigned worker_generation;
};

static const struct symbols_frame unknown_frame;

static hashval_t hash_module(const void *item)
{
  const struct module *module = item;
  return iterative_hash(module->key.data, module->key.size, 0);
}

static int equal_modules(const void *left_item, const void *right_item)
{
  const struct module *left = left_item, *right = right_item;
  return left->key.size == right->key.size && memcmp(left->key.data, right->key.data, left->key.size) == 0;
}

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
  if (htab_elements(symbols->said) >= WARNINGS_MAX)
    return;
  void **slot = htab_find_slot(symbols->said, message, INSERT);
  if (!slot || *slot)
    return;
  *slot = strdup(message);
  if (symbols->outer.warn)
    symbols->outer.warn(symbols->outer.context, message);
}

static bool copy_debug_dirs(struct symbols *symbols, const char *const *debug_dirs)
{
  size_t count = 0;
  if (!debug_dirs)
    return true;
  while (debug_dirs[count])
    count++;
  symbols->debug_dirs = calloc(count + 1, sizeof *symbols->debug_dirs);
  /* The reporter changes its working directory; a name that leads nowhere is kept as it is. */
  for (size_t i = 0; symbols->debug_dirs && i < count; i++)
    if (!(symbols->debug_dirs[i] = realpath(debug_dirs[i], NULL))
        && !(symbols->debug_dirs[i] = strdup(debug_dirs[i])))
      return false;
  return symbols->debug_dirs != NULL;
}

static int equal_strings(const void *left, const void *right)
{
  return strcmp(left, right) == 0;
}

static bool symbols_init(struct symbols *symbols, const struct symbols_config *config)
{
  symbols->outer = (struct warnings){config->warn, config->warn_context};
  symbols->warnings = (struct warnings){say_once, symbols};
  symbols->said = htab_create_alloc(16, htab_hash_string, equal_strings, free, calloc, free);
  symbols->modules = htab_create_alloc(64, hash_module, equal_modules, module_destroy, calloc, free);
  symbols->cache_dir = config->cache_dir ? strdup(config->cache_dir) : NULL;
  symbols->packed_dir = config->packed_dir ? strdup(config->packed_dir) : NULL;
  symbols->packs = config->packs;
  if (config->code)
    builder_string(&symbols->code, config->code);
  else
    code_id_put(&symbols->code);
  return symbols->said && symbols->modules && !symbols->code.no_memory && (symbols->cache_dir || !config->cache_dir) &&
         (symbols->packed_dir || !config->packed_dir) && copy_debug_dirs(symbols, config->debug_dirs);
}

static void symbols_free(struct symbols *symbols)
{
  worker_stop(symbols->worker);
  if (symbols->modules)
    htab_delete(symbols->modules);
  if (symbols->said)
    htab_delete(symbols->said);
  for (size_t i = 0; symbols->debug_dirs && symbols->debug_dirs[i]; i++)
    free(symbols->debug_dirs[i]);
  free(symbols->debug_dirs);
  free(symbols->cache_dir);
  free(symbols->packed_dir);
  builder_deinit(&symbols->code);
  free(symbols);
}

struct error *symbols_create(const struct symbols_config *config, struct symbols **ret)
{
  struct symbols *symbols = calloc(1, sizeof *symbols);
  if (!symbols)
    return error_no_memory();
  if (!symbols_init(symbols, config)) {
    symbols_free(symbols);
    return error_no_memory();
  }
  *ret = symbols;
  return NULL;
}

static void put_module_key(struct byte_builder *key, const struct symbols_module *module)
{
  builder_string(key, module->path);
  builder_number(key, module->build_id_bytes, 4);
  builder_block(key, module->build_id, module->build_id_bytes);
  builder_number(key, module->file_bytes, 8);
  builder_number(key, module->mtime_ns, 8);
}

/* What answers on disk are known by: who found them, and the module's build-id, or all else that tells one file from
 * another; empty when nothing does. */
static struct byte_builder answers_key(const struct module *module, const struct byte_builder *finder)
{
  const struct symbols_module *about = &module->about;
  struct byte_builder key = {0};
  if (about->build_id_bytes) {
    builder_string(&key, "build-id");
    builder_block(&key, about->build_id, about->build_id_bytes);
  } else if (about->file_bytes && about->mtime_ns) {
    builder_string(&key, "file");
    builder_block(&key, module->key.data, module->key.size);
  }
  if (key.size) {
    builder_number(&key, finder->size, 4);
    builder_block(&key, finder->data, finder->size);
  }
  return key;
}

static struct byte_builder cache_key(const struct symbols *symbols, const struct module *module)
{
  return answers_key(module, &symbols->code);
}

/* Whoever packed them answers for them. */
static struct byte_builder packed_key(const struct module *module)
{
  struct byte_builder finder = {0};
  builder_string(&finder, "packed");
  struct byte_builder key = answers_key(module, &finder);
  builder_deinit(&finder);
  return key;
}

/* Whether the debug files that were looked for then would be found the same now. */
static bool probes_hold(struct bytes bytes)
{
  for (int i = 0; i < PROBES_MAX && bytes.next < bytes.end; i++)
    if (!probe_holds(&bytes))
      return false;
  return bytes.next == bytes.end;
}

/* Cache contents are the length of the probes (4 bytes), the probes, the answers. */
static bool take_contents(struct module *module, const struct byte_builder *contents)
{
  struct bytes bytes = bytes_of(contents->data, contents->size);
  size_t probe_bytes = bytes_number(&bytes, 4);
  const unsigned char *probes = bytes_block(&bytes, probe_bytes);
  if (bytes.overrun || !probes_hold(bytes_of(probes, probe_bytes)) || !answers_take(module->answers, &bytes))
    return false;
  builder_block(&module->probes, probes, probe_bytes);
  return true;
}

/* Packed contents are the answers alone. */
static bool take_packed(struct module *module, const struct byte_builder *contents)
{
  struct bytes bytes = bytes_of(contents->data, contents->size);
  module->is_packed = answers_take(module->answers, &bytes);
  return module->is_packed;
}

/* Damaged contents may have left some answers behind: start anew then. False without memory. */
static bool load_from(const char *folder, struct byte_builder key, struct module *module,
                      bool (*take)(struct module *, const struct byte_builder *))
{
  struct byte_builder contents = {0};
  bool good = true;
  if (folder && key.size && cache_load(folder, &key, &contents))
    good = take(module, &contents);
  builder_deinit(&contents);
  builder_deinit(&key);
  if (good)
    return true;
  answers_destroy(module->answers);
  module->answers = answers_create();
  return module->answers != NULL;
}

/* What was packed with the run goes before what this machine knows, and is not mixed with it. */
static bool load_cached(const struct symbols *symbols, struct module *module)
{
  if (symbols->packed_dir && !load_from(symbols->packed_dir, packed_key(module), module, take_packed))
    return false;
  if (module->is_packed)
    return true;
  return load_from(symbols->cache_dir, cache_key(symbols, module), module, take_contents);
}

static bool module_init(struct module *module, const struct symbols *symbols, const struct symbols_module *about)
{
  module->about = *about;
  module->about.path = about->path ? strdup(about->path) : NULL;
  module->about.build_id = about->build_id_bytes ? malloc(about->build_id_bytes) : NULL;
  module->answers = answers_create();
  put_module_key(&module->key, about);
  if (!module->answers || module->key.no_memory || (about->path && !module->about.path) ||
      (about->build_id_bytes && !module->about.build_id))
    return false;
  if (about->build_id_bytes)
    memcpy((unsigned char *)module->about.build_id, about->build_id, about->build_id_bytes);
  module->number = symbols->module_count;
  if (!about->path || about->path[0] != '/' || module->number >= WORKER_MODULES_MAX)
    module->reading = READ_NOTHING; /* [vdso] and the like */
  return load_cached(symbols, module);
}

static struct error *add_module(struct symbols *symbols, const struct symbols_module *about, struct module **ret)
{
  struct module *module = calloc(1, sizeof *module);
  if (!module)
    return error_no_memory();
  void **slot = module_init(module, symbols, about) ? htab_find_slot(symbols->modules, module, INSERT) : NULL;
  if (!slot) {
    module_destroy(module);
    return error_no_memory();
  }
  symbols->module_count++;
  *slot = module;
  *ret = module;
  return NULL;
}

static bool is_about(const struct module *module, const struct symbols_module *about)
{
  const struct symbols_module *known = &module->about;
  if (known->mtime_ns != about->mtime_ns || known->file_bytes != about->file_bytes ||
      known->build_id_bytes != about->build_id_bytes || !known->path || !about->path)
    return false;
  return (known->build_id_bytes == 0 || memcmp(known->build_id, about->build_id, known->build_id_bytes) == 0) &&
         strcmp(known->path, about->path) == 0;
}

static struct error *find_by_key(struct symbols *symbols, const struct symbols_module *about, struct module **ret)
{
  struct module wanted = {0};
  put_module_key(&wanted.key, about);
  struct module *module = wanted.key.no_memory ? NULL : htab_find(symbols->modules, &wanted);
  bool no_memory = wanted.key.no_memory;
  builder_deinit(&wanted.key);
  if (no_memory)
    return error_no_memory();
  if (!module)
    return add_module(symbols, about, ret);
  *ret = module;
  return NULL;
}

static struct error *find_module(struct symbols *symbols, const struct symbols_module *about, struct module **ret)
{
  struct symbols_module plain = *about;
  if (!plain.build_id)
    plain.build_id_bytes = 0;
  for (unsigned i = 0; i < RECENT && symbols->recent[i]; i++)
    if (is_about(symbols->recent[i], &plain)) {
      *ret = symbols->recent[i];
      return NULL;
    }
  struct error *error = find_by_key(symbols, &plain, ret);
  if (!error)
    symbols->recent[symbols->next_recent++ % RECENT] = *ret;
  return error;
}

/* The worker is gone over a module: read less of it the next time. */
static void note_death(struct symbols *symbols, struct module *module, enum worker_outcome outcome)
{
  worker_stop(symbols->worker);
  symbols->worker = NULL;
  module->deaths++;
  if (module->deaths == 1 && outcome == WORKER_CRASHED)
    return;
  const char *what = outcome == WORKER_TOO_SLOW ? "takes too long" : "fails";
  if (module->reading == READ_ALL)
    warn_of(&symbols->warnings, error_format("%s: reading its debug information %s, so it is damaged or extraordinary; "
                                             "only its symbol table is used", module->about.path, what));
  else
    warn_of(&symbols->warnings, error_format("%s: reading its symbol table %s; no names are taken from it",
                                             module->about.path, what));
  module->reading++;
}

/* Send a request and read the result; false when the worker died. */
static bool ask(struct symbols *symbols, struct module *module, const struct byte_builder *request,
                struct byte_builder *result)
{
  enum worker_outcome outcome = worker_ask(symbols->worker, request, &symbols->warnings, result);
  if (outcome != WORKER_ANSWERED)
    note_death(symbols, module, outcome);
  return outcome == WORKER_ANSWERED;
}

static bool open_module(struct symbols *symbols, struct module *module)
{
  struct byte_builder request = {0}, result = {0};
  builder_number(&request, WORKER_OPEN, 1);
  builder_number(&request, module->number, 4);
  builder_number(&request, module->reading == READ_ALL, 1);
  builder_block(&request, module->key.data, module->key.size);
  bool answered = ask(symbols, module, &request, &result);
  if (answered) {
    struct bytes bytes = bytes_of(result.data, result.size);
    module->worker_generation = symbols->worker_generation;
    if (!bytes_number(&bytes, 1))
      module->reading = READ_NOTHING;
    builder_deinit(&module->probes);
    builder_block(&module->probes, bytes.next, (size_t)(bytes.end - bytes.next));
  }
  builder_deinit(&request);
  builder_deinit(&result);
  return answered;
}

/* Have a worker that has the module open; false when that did not work this time. */
static bool need_worker(struct symbols *symbols, struct module *module)
{
  if (!symbols->worker) {
    struct error *error = worker_start((const char *const *)symbols->debug_dirs, &symbols->worker);
    if (error) {
      warn_of(&symbols->warnings, error);
      module->reading = READ_NOTHING;
      return false;
    }
    symbols->worker_generation++;
  }
  return module->worker_generation == symbols->worker_generation || open_module(symbols, module);
}

/* Ask the worker; false with an empty result when nothing can be learnt. */
static bool learn(struct symbols *symbols, struct module *module, enum answer_kind kind, uint64_t about,
                  struct byte_builder *result)
{
  struct byte_builder request = {0};
  bool answered = false;
  builder_number(&request, WORKER_ASK, 1);
  builder_number(&request, module->number, 4);
  builder_number(&request, kind, 1);
  builder_number(&request, about, 8);
  while (!answered && module->reading != READ_NOTHING)
    if (need_worker(symbols, module) && module->reading != READ_NOTHING)
      answered = ask(symbols, module, &request, result);
  builder_deinit(&request);
  return answered;
}

/* NULL when there is none. */
static struct error *find_answer(struct symbols *symbols, const struct symbols_module *of, enum answer_kind kind,
                                 uint64_t about, const struct answer **ret)
{
  struct module *module = NULL;
  struct error *error = find_module(symbols, of, &module);
  if (error)
    return error;
  const struct answer *answer = answers_find(module->answers, kind, about);
  struct byte_builder result = {0};
  if (!answer && learn(symbols, module, kind, about, &result)) {
    error = answers_add(module->answers, kind, about, result.data, result.size, &answer);
    module->has_new_answers = true;
  }
  builder_deinit(&result);
  if (!error)
    *ret = answer;
  return error;
}

struct error *symbols_resolve(struct symbols *symbols, const struct symbols_module *module, uint64_t file_offset,
                              const struct symbols_frame **ret_frames, size_t *ret_count)
{
  const struct answer *answer;
  struct error *error = find_answer(symbols, module, ANSWER_CODE, file_offset, &answer);
  if (error)
    return error;
  *ret_frames = answer ? answer->items : &unknown_frame;
  *ret_count = answer ? answer->item_count : 1;
  return NULL;
}

struct error *symbols_layout(struct symbols *symbols, const struct symbols_module *module, uint64_t code_file_offset,
                             struct symbols_layout *ret)
{
  const struct answer *answer;
  struct error *error = find_answer(symbols, module, ANSWER_LAYOUT, code_file_offset, &answer);
  if (!error)
    *ret = answer ? answer->layout : (struct symbols_layout){0};
  return error;
}

struct error *symbols_variable(struct symbols *symbols, const struct symbols_module *module, enum symbols_area area,
                               uint64_t address, struct symbols_variable *ret)
{
  const struct answer *answer;
  enum answer_kind kind = area == SYMBOLS_TLS ? ANSWER_TLS : ANSWER_VARIABLE;
  struct error *error = find_answer(symbols, module, kind, address, &answer);
  if (!error)
    *ret = answer ? answer->variable : (struct symbols_variable){.start = address, .bytes = 1};
  return error;
}

/* An answer that is a list; the items and their number. */
static struct error *find_items(struct symbols *symbols, const struct symbols_module *module, enum answer_kind kind,
                                uint64_t about, const void **ret, size_t *ret_count)
{
  const struct answer *answer;
  struct error *error = find_answer(symbols, module, kind, about, &answer);
  if (!error) {
    *ret = answer ? answer->items : NULL;
    *ret_count = answer ? answer->item_count : 0;
  }
  return error;
}

struct error *symbols_locals(struct symbols *symbols, const struct symbols_module *module, uint64_t file_offset,
                             const struct symbols_local **ret, size_t *ret_count)
{
  const void *items = NULL;
  struct error *error = find_items(symbols, module, ANSWER_LOCALS, file_offset, &items, ret_count);
  if (!error)
    *ret = items;
  return error;
}

struct error *symbols_targets(struct symbols *symbols, const struct symbols_module *module, uint64_t file_offset,
                              const struct symbols_target **ret, size_t *ret_count)
{
  const void *items = NULL;
  struct error *error = find_items(symbols, module, ANSWER_TARGETS, file_offset, &items, ret_count);
  if (!error)
    *ret = items;
  return error;
}

struct error *symbols_call(struct symbols *symbols, const struct symbols_module *module, uint64_t file_offset,
                           size_t depth, struct symbols_call *ret)
{
  const void *items = NULL;
  size_t count;
  struct error *error = find_items(symbols, module, ANSWER_CALLS, file_offset, &items, &count);
  const struct symbols_call *calls = items;
  if (!error)
    *ret = depth < count ? calls[depth] : (struct symbols_call){0};
  return error;
}

/* What store_module() does for all modules. */
struct storing {
  struct symbols *symbols;
  bool stored;
};

static int store_module(void **slot, void *context)
{
  struct module *module = *slot;
  struct storing *storing = context;
  struct byte_builder key = cache_key(storing->symbols, module), contents = {0};
  if (module->has_new_answers && !module->is_packed && module->reading == READ_ALL && key.size) {
    builder_number(&contents, module->probes.size, 4);
    builder_block(&contents, module->probes.data, module->probes.size);
    answers_put(module->answers, false, &contents);
    struct error *error = cache_store(storing->symbols->cache_dir, &key, &contents);
    storing->stored |= !error;
    warn_of(&storing->symbols->warnings, error);
  }
  builder_deinit(&contents);
  builder_deinit(&key);
  return 1;
}

static int pack_module(void **slot, void *context)
{
  struct module *module = *slot;
  struct symbols *symbols = context;
  struct byte_builder key = packed_key(module), contents = {0};
  if (key.size) {
    answers_put(module->answers, true, &contents);
    warn_of(&symbols->warnings, cache_store(symbols->packed_dir, &key, &contents));
  }
  builder_deinit(&contents);
  builder_deinit(&key);
  return 1;
}

void symbols_destroy(struct symbols *symbols)
{
  if (!symbols)
    return;
  if (symbols->packs && symbols->packed_dir)
    htab_traverse(symbols->modules, pack_module, symbols);
  struct storing storing = {.symbols = symbols};
  if (symbols->cache_dir)
    htab_traverse(symbols->modules, store_module, &storing);
  if (storing.stored)
    cache_prune(symbols->cache_dir);
  symbols_free(symbols);
}
