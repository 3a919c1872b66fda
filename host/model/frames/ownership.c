/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Patterns of --own and pairs of --path-map, tried in the order in which they were given.
 *
 * A suite runs where its project is, or in a folder of it for builds, and so does who judges it. So a file of another
 * checkout is looked for by its path from the suite's tree, or from the folder around it, below the current directory,
 * or the one around that. */
#include "host/model/frames/ownership.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/installed.h"
#include "host/base/memory.h"
#include "host/base/normalise_path.h"
#include "host/base/print.h"

enum owned { OWNED_SOURCE, OWNED_OBJECT, OWNED_FUNCTION, OWNED_KINDS };
static const char *const prefixes[OWNED_KINDS] = {
  [OWNED_SOURCE] = "src=", [OWNED_OBJECT] = "obj=", [OWNED_FUNCTION] = "fun=",
};

struct pattern {
  enum owned kind;
  const char *glob; /* of the options */
  bool is_met;      /* it has fitted something */
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
  char *tree, *here; /* of the suite; the current directory. NULL: the record is of no suite */
};

/* Options have been checked for their form when they were set. */
static struct pattern pattern_of(const char *text)
{
  enum owned kind = 0;
  while (kind + 1 < OWNED_KINDS && strncmp(text, prefixes[kind], strlen(prefixes[kind])) != 0)
    kind++;
  return (struct pattern){.kind = kind, .glob = text + strlen(prefixes[kind])};
}

static struct path_map map_of(const char *text)
{
  const char *equals = strchr(text, '=');
  return (struct path_map){text, equals + 1, (size_t)(equals - text)};
}

static void read_options(struct ownership *ownership, const struct options *options)
{
  size_t patterns = options_count(options, OPTION_own), maps = options_count(options, OPTION_path_map);
  ownership->patterns = memory_zeroed(patterns + 1, sizeof *ownership->patterns);
  ownership->maps = memory_zeroed(maps + 1, sizeof *ownership->maps);
  while (ownership->pattern_count < patterns) {
    const size_t i = ownership->pattern_count++;
    ownership->patterns[i] = pattern_of(options_at(options, OPTION_own, i));
  }
  while (ownership->map_count < maps) {
    const size_t i = ownership->map_count++;
    ownership->maps[i] = map_of(options_at(options, OPTION_path_map, i));
  }
  const char *tree = options_text(options, OPTION_suite_tree);
  ownership->tree = tree ? memory_text(tree) : NULL;
  ownership->here = ownership->tree ? getcwd(NULL, 0) : NULL;
}

void ownership_create(const struct options *options, struct ownership **ret)
{
  struct ownership *ownership = memory_zeroed(1, sizeof *ownership);
  read_options(ownership, options);
  *ret = ownership;
}

void ownership_destroy(struct ownership *ownership)
{
  if (!ownership)
    return;
  free(ownership->patterns);
  free(ownership->maps);
  free(ownership->tree);
  free(ownership->here);
  free(ownership);
}

/* --- paths --- */

/* What follows the folder, with its slash; NULL: the path does not lie below it. */
static const char *below(const char *path, const char *folder, size_t length)
{
  while (length > 0 && folder[length - 1] == '/')
    length--;
  return length > 0 && strncmp(path, folder, length) == 0 && path[length] == '/' ? path + length : NULL;
}

/* The length of the folder around; 0: that is everything. */
static size_t around(const char *folder)
{
  size_t length = strlen(folder);
  while (length > 0 && folder[--length] != '/')
    ;
  return length;
}

static char *mapped_by_options(const struct ownership *ownership, const char *path)
{
  for (size_t i = 0; i < ownership->map_count; i++) {
    const struct path_map *map = &ownership->maps[i];
    const char *rest = path + map->old_length;
    if (strncmp(path, map->old, map->old_length) == 0 &&
        (map->old[map->old_length - 1] == '/' || *rest == '/' || !*rest))
      return print_text("%s%s", map->new, rest);
  }
  return NULL;
}

/* `path` begins with the first `tree` bytes of the tree. NULL: there is no such file below the first `here` bytes. */
static char *found_here(const struct ownership *ownership, const char *path, size_t tree, size_t here)
{
  const char *rest = below(path, ownership->tree, tree);
  char *found = rest && here > 0 ? print_text("%.*s%s", (int)here, ownership->here, rest) : NULL;
  if (found && access(found, F_OK) == 0)
    return found;
  free(found);
  return NULL;
}

static char *found_by_tree(const struct ownership *ownership, char *path)
{
  const size_t trees[] = {strlen(ownership->tree), around(ownership->tree)};
  const size_t places[] = {strlen(ownership->here), around(ownership->here)};
  char *found = NULL;
  normalise_path(path);
  for (size_t i = 0; i < sizeof trees / sizeof *trees; i++)
    for (size_t j = 0; j < sizeof places / sizeof *places && !found; j++)
      found = found_here(ownership, path, trees[i], places[j]);
  return found;
}

/* "/FILE" from the end of the path; false: it ends with something else. */
static bool take_away(char *path, const char *file)
{
  const size_t length = strlen(path), bytes = strlen(file) + 1;
  if (length < bytes || path[length - bytes] != '/' || strcmp(path + length - bytes + 1, file) != 0)
    return false;
  path[length - bytes] = '\0';
  return true;
}

/* NULL: where it was, or nowhere. */
static char *mapped_by_tree(const struct ownership *ownership, const char *directory, const char *file)
{
  char *path = ownership->here && *directory == '/' ? print_text("%s/%s", directory, file) : NULL;
  char *found = path && access(path, F_OK) != 0 ? found_by_tree(ownership, path) : NULL;
  free(path);
  if (!found || take_away(found, file))
    return found;
  free(found);
  return NULL;
}

char *ownership_map_directory(const struct ownership *ownership, const char *directory, const char *file)
{
  char *mapped = mapped_by_options(ownership, directory);
  if (!mapped)
    mapped = mapped_by_tree(ownership, directory, file);
  return mapped ? mapped : memory_text(directory);
}

const char *ownership_from_here(const struct ownership *ownership, const char *path)
{
  const char *rest = ownership->here ? below(path, ownership->here, strlen(ownership->here)) : NULL;
  return rest ? rest + 1 : NULL;
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

/* A suite that runs in /usr or /opt itself makes nothing there its own. */
static bool is_in_tree(const struct ownership *ownership, const char *path)
{
  static const char *const shared[] = {"/usr/lib/", "/usr/lib64/", "/usr/bin/", "/usr/local/lib/", "/lib/", "/lib64/",
                                       "/opt/", "/nix/store/"};
  if (!ownership->tree || !below(path, ownership->tree, strlen(ownership->tree)))
    return false;
  for (size_t i = 0; i < sizeof shared / sizeof *shared; i++)
    if (strncmp(shared[i], ownership->tree, strlen(ownership->tree)) == 0)
      return false;
  return true;
}

static bool is_of_system(const struct ownership *ownership, const char *path)
{
  return ownership_is_system(path) && !is_in_tree(ownership, path);
}

/* Code that compilers take from elsewhere than the project: Rust's library, and crates of a registry. */
static bool is_foreign_source(const struct ownership *ownership, const char *path)
{
  return is_of_system(ownership, path) || strncmp(path, "/rustc/", strlen("/rustc/")) == 0 ||
         strncmp(path, "/rust/deps/", strlen("/rust/deps/")) == 0 || strstr(path, "/.cargo/registry/") ||
         strstr(path, "/.rustup/toolchains/");
}

bool ownership_is_local(const struct ownership *ownership, const char *object, const char *source)
{
  return object && !is_of_system(ownership, object) && !installed_is_part(object) &&
         !(source && is_foreign_source(ownership, source));
}

bool ownership_is_chosen(const struct ownership *ownership)
{
  return ownership->pattern_count > 0;
}

static bool fits(const struct pattern *pattern, const char *text)
{
  return pattern->kind == OWNED_FUNCTION ? fnmatch(pattern->glob, text, 0) == 0 : matches_path(pattern->glob, text);
}

/* Where it would lie here, whether or not there is such a file. */
static char *moved_here(const struct ownership *ownership, const char *path)
{
  const char *rest = ownership->here ? below(path, ownership->tree, strlen(ownership->tree)) : NULL;
  return rest ? print_text("%s%s", ownership->here, rest) : NULL;
}

static char *mapped_file(const struct ownership *ownership, const char *path)
{
  const char *slash = strrchr(path, '/');
  char *directory = slash ? memory_text_begin(path, (size_t)(slash - path)) : NULL;
  char *mapped = directory ? ownership_map_directory(ownership, directory, slash + 1) : NULL;
  char *result = mapped ? print_text("%s%s", mapped, slash) : NULL;
  free(mapped);
  free(directory);
  return result;
}

static char *normalised(const char *path)
{
  char *normal = memory_text(path);
  normalise_path(normal);
  return normal;
}

/* As the record has it, or as it would be here. */
static bool fits_path(const struct ownership *ownership, const struct pattern *pattern, const char *path)
{
  if (fits(pattern, path))
    return true;
  char *normal = normalised(path);
  char *paths[] = {normal, mapped_file(ownership, path), moved_here(ownership, normal)};
  bool result = false;
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
    result = result || (paths[i] && fits(pattern, paths[i]));
    free(paths[i]);
  }
  return result;
}

bool ownership_is_own(const struct ownership *ownership, const char *function, const char *object, const char *source)
{
  const char *texts[OWNED_KINDS] = {
    [OWNED_SOURCE] = source, [OWNED_OBJECT] = object, [OWNED_FUNCTION] = function,
  };
  if (ownership->pattern_count == 0)
    return ownership_is_local(ownership, object, source);
  for (size_t i = 0; i < ownership->pattern_count; i++) {
    struct pattern *pattern = &ownership->patterns[i];
    const char *text = texts[pattern->kind];
    const bool is_met = text && (pattern->kind == OWNED_FUNCTION ? fits(pattern, text)
                                                                 : fits_path(ownership, pattern, text));
    pattern->is_met |= is_met;
    if (is_met)
      return true;
  }
  return false;
}

bool ownership_is_unmet(const struct ownership *ownership)
{
  for (size_t i = 0; i < ownership->pattern_count; i++)
    if (ownership->patterns[i].is_met)
      return false;
  return ownership->pattern_count > 0;
}
