/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The version of glibc is not in the name of its file. The file is read when the facts are first asked for. */
#include "host/model/process/program_facts.h"

#include <stdlib.h>
#include <string.h>

#include "shared/base/program_name.h"
#include "host/base/grow.h"
#include "host/base/memory.h"
#include "host/base/print.h"
#include "suppressions/library_name.h"
#include "host/symbols/library_version.h"

enum { LIBRARIES_MAX = 10000 };

struct program_facts {
  char *facts[EXTENSIONS]; /* NULL: unknown */
  char *subtest;           /* likewise */
  char *subtest_name;      /* its whole name; NULL: there is none */
  struct suppressions_library *libraries;
  size_t count, capacity;
  struct symbols_module libc; /* path NULL: not seen, or its version is known */
  struct suppressions_context shown;
};

void program_facts_create(struct program_facts **ret)
{
  *ret = memory_zeroed(1, sizeof **ret);
}

static void forget_libc(struct program_facts *context)
{
  free((char *)context->libc.path);
  free((unsigned char *)context->libc.build_id);
  context->libc = (struct symbols_module){0};
}

void program_facts_destroy(struct program_facts *context)
{
  if (!context)
    return;
  for (size_t i = 0; i < context->count; i++) {
    free((char *)context->libraries[i].name);
    free((char *)context->libraries[i].version);
  }
  forget_libc(context);
  free(context->libraries);
  for (size_t i = 0; i < EXTENSIONS; i++)
    free(context->facts[i]);
  free(context->subtest);
  free(context->subtest_name);
  free(context);
}

/* NULL is copied to NULL. */
static void set_text(char **slot, const char *text)
{
  char *copy = text ? memory_text(text) : NULL;
  free(*slot);
  *slot = copy;
}

void program_facts_set(struct program_facts *context, enum extension_id fact, const char *text)
{
  set_text(&context->facts[fact], text);
}

/* A program whose test is not known goes by its own name. */
static void name_subtest(struct program_facts *context)
{
  const char *exe = context->facts[EXTENSION_EXE] ? context->facts[EXTENSION_EXE] : "?", *slash = strrchr(exe, '/');
  const char *whole = context->facts[EXTENSION_TESTS] ? context->facts[EXTENSION_TESTS] : slash ? slash + 1 : exe;
  char *name = NULL;
  if (context->subtest)
    name = print_text("%s::%s", whole, context->subtest);
  free(context->subtest_name);
  context->subtest_name = name;
}

/* What cargo calls a program changes from build to build, so such a one has a name of its own. */
static void set_plain_name(struct program_facts *context)
{
  const char *exe = context->facts[EXTENSION_EXE] ? context->facts[EXTENSION_EXE] : "", *slash = strrchr(exe, '/'),
             *name = slash ? slash + 1 : exe;
  size_t bytes = program_name_bytes(name);
  if (!name[bytes])
    return;
  context->facts[EXTENSION_TESTS] = memory_text_begin(name, bytes);
}

void program_facts_set_test(struct program_facts *context, const char *test)
{
  set_text(&context->facts[EXTENSION_TESTS], test);
  if (!test)
    set_plain_name(context);
  name_subtest(context);
}

void program_facts_set_subtest(struct program_facts *context, const char *subtest)
{
  set_text(&context->subtest, subtest);
  name_subtest(context);
}

/* Both texts are taken over. */
static void add_library(struct program_facts *context, char *name, char *version)
{
  bool is_known = false;
  for (size_t i = 0; i < context->count; i++)
    is_known = is_known || strcmp(context->libraries[i].name, name) == 0;
  if (!is_known && context->count < LIBRARIES_MAX)
    grow((void **)&context->libraries, context->count, &context->capacity, sizeof *context->libraries);
  if (is_known || context->count == LIBRARIES_MAX) {
    free(name);
    free(version);
    return;
  }
  context->libraries[context->count++] = (struct suppressions_library){name, version};
}

/* To be asked for its version when that matters. */
static void keep_libc(struct program_facts *context, const char *path, const struct record_module *module)
{
  forget_libc(context);
  context->libc = (struct symbols_module){.path = memory_text(path),
                                          .build_id = memory_copy(module->build_id.data, module->build_id.size),
                                          .build_id_bytes = module->build_id.size};
}

static void add_path(struct program_facts *context, const char *path, const struct record_module *module)
{
  struct library_name library = library_name(path);
  if (!library.is_library)
    return;
  add_library(context, memory_text_begin(library.name, library.name_bytes),
              memory_text_begin(library.version, library.version_bytes));
  if (library.name_bytes != strlen("libc") || strncmp(library.name, "libc", strlen("libc")) != 0)
    return;
  if (!memchr(library.version, '.', library.version_bytes)) { /* libc.so.6 */
    keep_libc(context, path, module);
    return;
  }
  add_library(context, memory_text("glibc"), memory_text_begin(library.version, library.version_bytes));
}

void program_facts_add_module(struct program_facts *context, const struct record_module *module)
{
  if (module->maker.size > 0)
    return;
  char *path = memory_text_begin(module->path.data, module->path.size);
  add_path(context, path, module);
  free(path);
}

/* The answer for the file asked about last: all processes of a run have the same libc. Where there was none, another
 * process may see more. */
static char *glibc_version(const struct symbols_module *module)
{
  static struct {
    char build_id[64], version[32];
    size_t build_id_bytes;
  } last;
  if (module->build_id_bytes == 0 || module->build_id_bytes > sizeof last.build_id)
    return NULL;
  if (last.build_id_bytes == module->build_id_bytes &&
      memcmp(last.build_id, module->build_id, module->build_id_bytes) == 0)
    return memory_text(last.version);
  char *version = library_version(module, "GLIBC_");
  if (!version || strlen(version) >= sizeof last.version)
    return version;
  last.build_id_bytes = module->build_id_bytes;
  memcpy(last.build_id, module->build_id, module->build_id_bytes);
  strcpy(last.version, version);
  return version;
}

static void find_glibc(struct program_facts *context)
{
  char *version = context->libc.path ? glibc_version(&context->libc) : NULL;
  forget_libc(context);
  if (version)
    add_library(context, memory_text("glibc"), version);
}

void program_facts_for_match(struct program_facts *context, const struct suppressions_context **ret)
{
  find_glibc(context);
  context->shown = (struct suppressions_context){
    .arch = "x86_64",
    .os = "linux",
    .libraries = context->libraries,
    .library_count = context->count,
  };
  for (size_t i = 0; i < EXTENSIONS; i++)
    context->shown.facts[i] = context->facts[i];
  if (context->subtest_name)
    context->shown.facts[EXTENSION_TESTS] = context->subtest_name;
  *ret = &context->shown;
}
