/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A build-id identifies code, but what can be told about the code depends on the file at hand: a stripped one says
 * little, and its answers must give way once a file is met that says more. So answers are kept with the sources that
 * they come from. Those from all sources hold wherever the build-id is met. Other answers are valid until more sources
 * turn up, because the module is met in another file or debug files are looked for in other folders. All answers are
 * valid only while a search for debug files would give the same result. Servers may have something new at any time, so
 * they are asked again (for some minutes their library remembers what they lack).
 *
 * The contents of this machine's cache are the sources (1 byte), the state of the file, the folders of debug files (a
 * length of 4 bytes, then strings), probes (likewise) and the answers; packed contents are the sources and the
 * answers. */
#include "host/symbols/module_cache.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/memory.h"
#include "host/symbols/answer_cache.h"

enum { PROBES_MAX = 1 << 16 };

/* --- keys --- */

/* The key of answers on disk: the code that found them, and the module's build-id or else what identifies its file;
 * empty when nothing does. */
static struct byte_builder answers_key(const struct module *module, const struct byte_builder *finder)
{
  const struct symbols_module *about = &module->about;
  struct byte_builder key = {0};
  if (about->build_id_bytes) {
    builder_string(&key, "build-id");
    builder_block(&key, about->build_id, about->build_id_bytes);
  } else if (about->sum) {
    builder_string(&key, "sum");
    builder_number(&key, about->sum, 8);
    builder_number(&key, about->file_bytes, 8);
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

static struct byte_builder cache_key(const struct module_cache *cache, const struct module *module)
{
  return answers_key(module, &cache->code);
}

/* Packed answers are taken whatever code has found them. */
static struct byte_builder packed_key(const struct module *module)
{
  struct byte_builder finder = {0};
  builder_string(&finder, "packed");
  struct byte_builder key = answers_key(module, &finder);
  builder_deinit(&finder);
  return key;
}

/* --- contents --- */

struct contents {
  unsigned sources;
  struct file_state file;
  struct bytes folders, probes, answers;
};

static struct bytes take_part(struct bytes *bytes)
{
  return bytes_part(bytes, bytes_number(bytes, 4));
}

static bool contents_take(const struct byte_builder *from, struct contents *ret)
{
  struct bytes bytes = bytes_of(from->data, from->size);
  ret->sources = (unsigned)bytes_number(&bytes, 1);
  ret->file = file_state_take(&bytes);
  ret->folders = take_part(&bytes);
  ret->probes = take_part(&bytes);
  ret->answers = bytes;
  return !bytes.overrun;
}

static void put_part(struct byte_builder *builder, const struct byte_builder *part)
{
  builder_number(builder, part->size, 4);
  builder_block(builder, part->data, part->size);
}

static struct byte_builder folders_of(const struct module_cache *cache)
{
  struct byte_builder folders = {0};
  for (size_t i = 0; cache->debug_dirs && cache->debug_dirs[i]; i++)
    builder_string(&folders, cache->debug_dirs[i]);
  if (cache->servers)
    builder_string(&folders, cache->servers);
  return folders;
}

static bool has_same_folders(const struct module_cache *cache, const struct contents *contents)
{
  struct byte_builder folders = folders_of(cache);
  size_t size = (size_t)(contents->folders.end - contents->folders.next);
  bool is_same = folders.size == size && (size == 0 || memcmp(folders.data, contents->folders.next, size) == 0);
  builder_deinit(&folders);
  return is_same;
}

/* Whether the debug files that were looked for then would be found the same now. */
static bool probes_hold(struct bytes bytes)
{
  for (int i = 0; i < PROBES_MAX && bytes.next < bytes.end; i++)
    if (!file_probe_holds(&bytes))
      return false;
  return bytes.next == bytes.end;
}

/* --- loading --- */

static void note_sources(struct module *module, unsigned sources)
{
  module->sources = sources;
  module->has_answers = true;
}

static bool contents_hold(const struct module_cache *cache, struct module *module, const struct contents *contents)
{
  if (!probes_hold(contents->probes))
    return false;
  if (contents->sources == SOURCES_ALL)
    return true;
  bool is_same =
    !cache->servers && file_state_is_equal(&module->here, &contents->file) && has_same_folders(cache, contents);
  return is_same || !cache->has_more(cache->context, module, contents->sources);
}

static bool take_cached(const struct module_cache *cache, struct module *module, const struct byte_builder *from)
{
  struct contents contents;
  if (!contents_take(from, &contents) || !contents_hold(cache, module, &contents) ||
      !answers_read(module->answers, &contents.answers))
    return false;
  note_sources(module, contents.sources);
  builder_block(&module->probes, contents.probes.next, (size_t)(contents.probes.end - contents.probes.next));
  return true;
}

static bool take_packed(const struct module_cache *cache, struct module *module, const struct byte_builder *from)
{
  struct bytes bytes = bytes_of(from->data, from->size);
  unsigned sources = (unsigned)bytes_number(&bytes, 1);
  if (sources != SOURCES_ALL && cache->has_more(cache->context, module, sources))
    return false;
  module->is_packed = answers_read(module->answers, &bytes);
  note_sources(module, sources);
  return module->is_packed;
}

/* Damaged contents may have left some answers: then start anew. */
static void load_from(const struct module_cache *cache, const char *folder, struct byte_builder key,
                      struct module *module,
                      bool (*take)(const struct module_cache *, struct module *, const struct byte_builder *))
{
  struct byte_builder contents = {0};
  bool good = true;
  if (folder && key.size && answer_cache_load(folder, &key, &contents))
    good = take(cache, module, &contents);
  builder_deinit(&contents);
  builder_deinit(&key);
  if (good)
    return;
  answers_destroy(module->answers);
  module->answers = answers_create();
  module->has_answers = false;
}

/* What was packed with the run is preferred to what this machine knows, and not mixed with it. */
void module_cache_load(const struct module_cache *cache, struct module *module)
{
  load_from(cache, cache->packed_dir, packed_key(module), module, take_packed);
  if (module->is_packed)
    return;
  load_from(cache, cache->cache_dir, cache_key(cache, module), module, take_cached);
}

/* --- storing --- */

static bool is_worth_storing(const struct module *module)
{
  return module->has_new_answers && !module->is_packed && !module->is_mixed && module->reading == READ_ALL;
}

/* Has another process stored answers from more sources, which still hold? */
static bool is_outdone(const struct module_cache *cache, const struct module *module, const struct byte_builder *key)
{
  struct byte_builder file = {0};
  struct contents contents;
  if (module->sources == SOURCES_ALL || !answer_cache_load(cache->cache_dir, key, &file))
    return false;
  bool is = contents_take(&file, &contents) && (contents.sources & ~module->sources) != 0 &&
            probes_hold(contents.probes);
  builder_deinit(&file);
  return is;
}

static struct error *write_contents(const struct module_cache *cache, const struct module *module,
                                    const struct byte_builder *key)
{
  struct byte_builder contents = {0}, folders = folders_of(cache);
  builder_number(&contents, module->sources, 1);
  file_state_put(&contents, &module->file);
  put_part(&contents, &folders);
  put_part(&contents, &module->probes);
  answers_write(module->answers, &contents);
  struct error *error = answer_cache_store(cache->cache_dir, key, &contents);
  builder_deinit(&contents);
  builder_deinit(&folders);
  return error;
}

struct error *module_cache_store(const struct module_cache *cache, struct module *module, bool *ret_stored)
{
  struct byte_builder key = cache_key(cache, module);
  struct error *error = NULL;
  if (cache->cache_dir && key.size && is_worth_storing(module) && !is_outdone(cache, module, &key)) {
    error = write_contents(cache, module, &key);
    *ret_stored |= !error;
  }
  builder_deinit(&key);
  return error;
}

/* A run directory that was removed meanwhile is not created again. */
static bool run_is_there(const char *packed_dir)
{
  char *run = memory_text(packed_dir), *slash = strrchr(run, '/');
  if (slash)
    *slash = '\0';
  bool is = slash && access(run, F_OK) == 0;
  free(run);
  return is;
}

struct error *module_cache_pack(const struct module_cache *cache, const struct module *module)
{
  struct byte_builder key = packed_key(module), contents = {0};
  struct error *error = NULL;
  if (key.size && run_is_there(cache->packed_dir)) {
    builder_number(&contents, module->sources, 1);
    answers_write(module->answers, &contents);
    error = answer_cache_store(cache->packed_dir, &key, &contents);
  }
  builder_deinit(&contents);
  builder_deinit(&key);
  return error;
}
