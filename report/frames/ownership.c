/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Patterns of --own and pairs of --path-map, tried in the order in which they were given. */
#include "report/frames/ownership.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

enum owned { OWNED_SOURCE, OWNED_OBJECT, OWNED_FUNCTION, OWNED_KINDS };
static const char *const prefixes[OWNED_KINDS] = {
  [OWNED_SOURCE] = "src=", [OWNED_OBJECT] = "obj=", [OWNED_FUNCTION] = "fun=",
};

struct pattern {
  enum owned kind;
  const char *glob; /* of the options */
};

/* "OLD=NEW"; `old` is not terminated. */
struct path_map {
  const char *old, *new;
  size_t old_length;
};

struct ownership {
  struct pattern *patterns;
  size_t pattern_count;
  struct path_map *maps;
  size_t map_count;
};

static struct error *parse_pattern(const char *text, struct pattern *ret)
{
  for (int kind = 0; kind < OWNED_KINDS; kind++)
    if (strncmp(text, prefixes[kind], strlen(prefixes[kind])) == 0) {
      *ret = (struct pattern){(enum owned)kind, text + strlen(prefixes[kind])};
      return NULL;
    }
  return error_format("--own=%s: expected src=GLOB, obj=GLOB or fun=GLOB", text);
}

static struct error *parse_map(const char *text, struct path_map *ret)
{
  const char *equals = strchr(text, '=');
  if (!equals || equals == text)
    return error_format("--path-map=%s: expected OLD=NEW, where OLD is the beginning of a path", text);
  *ret = (struct path_map){text, equals + 1, (size_t)(equals - text)};
  return NULL;
}

static struct error *read_options(struct ownership *ownership, const struct options *options)
{
  struct error *error = NULL;
  size_t patterns = options_count(options, OPTION_own), maps = options_count(options, OPTION_path_map);
  ownership->patterns = calloc(patterns + 1, sizeof *ownership->patterns);
  ownership->maps = calloc(maps + 1, sizeof *ownership->maps);
  if (!ownership->patterns || !ownership->maps)
    return error_no_memory();
  for (size_t i = 0; i < patterns && !error; i++)
    error = parse_pattern(options_at(options, OPTION_own, i), &ownership->patterns[ownership->pattern_count++]);
  for (size_t i = 0; i < maps && !error; i++)
    error = parse_map(options_at(options, OPTION_path_map, i), &ownership->maps[ownership->map_count++]);
  return error;
}

struct error *ownership_create(const struct options *options, struct ownership **ret)
{
  struct ownership *ownership = calloc(1, sizeof *ownership);
  if (!ownership)
    return error_no_memory();
  struct error *error = read_options(ownership, options);
  if (error) {
    ownership_destroy(ownership);
    return error;
  }
  *ret = ownership;
  return NULL;
}

void ownership_destroy(struct ownership *ownership)
{
  if (!ownership)
    return;
  free(ownership->patterns);
  free(ownership->maps);
  free(ownership);
}

/* --- own --- */

static bool matches_path(const char *glob, const char *path)
{
  if (fnmatch(glob, path, 0) == 0)
    return true;
  for (const char *slash = strchr(path, '/'); slash && *glob != '/'; slash = strchr(slash + 1, '/'))
    if (fnmatch(glob, slash + 1, 0) == 0)
      return true;
  return false;
}

/* Projects are built in /usr/src, in containers above all. */
bool ownership_is_system(const char *path)
{
  static const char *const places[] = {"/usr/", "/lib/", "/lib64/", "/opt/", "/nix/"};
  for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    if (strncmp(path, places[i], strlen(places[i])) == 0)
      return strncmp(path, "/usr/src/", strlen("/usr/src/")) != 0;
  return false;
}

/* Code that compilers take from elsewhere than the project: Rust's library, and crates of a registry. */
static bool is_foreign_source(const char *path)
{
  return ownership_is_system(path) || strncmp(path, "/rustc/", strlen("/rustc/")) == 0 ||
         strncmp(path, "/rust/deps/", strlen("/rust/deps/")) == 0 || strstr(path, "/.cargo/registry/") ||
         strstr(path, "/.rustup/toolchains/");
}

bool ownership_is_local(const char *object, const char *source)
{
  return object && !ownership_is_system(object) && !strstr(object, "/vgpreload_") && !(source &&
                                                                                       is_foreign_source(source));
}

bool ownership_is_own(const struct ownership *ownership, const char *function, const char *object, const char *source)
{
  const char *texts[OWNED_KINDS] = {
    [OWNED_SOURCE] = source, [OWNED_OBJECT] = object, [OWNED_FUNCTION] = function,
  };
  if (ownership->pattern_count == 0)
    return ownership_is_local(object, source);
  for (size_t i = 0; i < ownership->pattern_count; i++) {
    const struct pattern *pattern = &ownership->patterns[i];
    const char *text = texts[pattern->kind];
    bool fits = text && (pattern->kind == OWNED_FUNCTION ? fnmatch(pattern->glob, text, 0) == 0
                                                         : matches_path(pattern->glob, text));
    if (fits)
      return true;
  }
  return false;
}

char *ownership_map_path(const struct ownership *ownership, const char *directory)
{
  for (size_t i = 0; i < ownership->map_count; i++) {
    const struct path_map *map = &ownership->maps[i];
    const char *rest = directory + map->old_length;
    if (strncmp(directory, map->old, map->old_length) != 0 ||
        !(map->old[map->old_length - 1] == '/' || *rest == '/' || !*rest))
      continue;
    size_t length = strlen(map->new) + strlen(rest) + 1;
    char *mapped = malloc(length);
    if (mapped) {
      strcpy(mapped, map->new);
      strcat(mapped, rest);
    }
    return mapped;
  }
  return strdup(directory);
}
