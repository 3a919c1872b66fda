/* SPDX-License-Identifier: GPL-2.0-or-later */
/* New files are written beside the old ones, so that what they include is found. The runs are read with them, and only
 * when every finding is hidden or visible as before do they take the places of the old ones. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/base/foreign_file.h"
#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/base/print.h"
#include "host/base/text_after.h"
#include "host/verdicts/suppress/suppress.h"
#include "suppressions/rewrite.h"

/* One file and what becomes of it. */
struct mended {
  const char *path;
  char *temporary; /* NULL: nothing changes */
};

/* --- which entries --- */

enum { FILE_MAX_BYTES = 1 << 26 };

/* Entries of included files are somebody else's. */
static bool is_of(const struct audit_entry *entry, const char *file)
{
  return strcmp(entry->entry->file, file) == 0;
}

static bool is_in_files(const struct audit *audit, const struct audit_entry *entry)
{
  for (size_t i = 0; i < audit->request->file_count; i++)
    if (is_of(entry, audit->request->files[i]))
      return true;
  return false;
}

/* An entry with "expect" stays, so that the audit goes on missing what it expects. */
bool audit_is_pruned(const struct audit *audit, const struct audit_entry *entry)
{
  return audit->request->prunes && is_in_files(audit, entry) && !suppressions_extension(entry->entry, "expect") &&
         (entry->verdict == AUDIT_UNUSED || entry->verdict == AUDIT_SHADOWED);
}

bool audit_is_narrowed(const struct audit *audit, const struct audit_entry *entry)
{
  return audit->request->narrows && is_in_files(audit, entry) &&
         (entry->verdict == AUDIT_WIDE || entry->beyond || (entry->own && entry->place_count > 1));
}

/* --- narrower entries --- */

/* The findings of an audit as a cover sees them: what the entry hides is chosen, what others hide does not matter. */
static void find_items(const struct audit *audit, size_t index, struct suppress_items *items)
{
  const struct findings *findings = audit->findings;
  for (size_t i = 0; i < findings->count; i++) {
    const struct finding *finding = &findings->items[i];
    bool is_chosen = audit_entry_of(audit, finding) == index;
    if (is_chosen)
      audit_is_direct(audit, index, finding, &is_chosen);
    suppress_items_add(items, findings, finding,
                       is_chosen                        ? COVER_CHOSEN
                       : finding_is_suppressed(finding) ? COVER_INDIFFERENT
                                                        : COVER_VISIBLE);
  }
}

/* "#:" lines of the old entry go with each new one; what is expected of one need not hold for its parts, and one that
 * has a program is for no other. */
static void write_remarks(FILE *output, const struct suppression *old, bool has_program)
{
  fprintf(output, "   #: narrowed from %s\n", old->name);
  for (const char *line = old->remarks; line && *line;) {
    size_t size = strcspn(line, "\n");
    if (!text_after(line, "expect:") && !(has_program && text_after(line, "exe:")))
      fprintf(output, "   #: %.*s\n", (int)size, line);
    line += size + (line[size] == '\n');
  }
}

/* The text of a new entry with remarks after its name. */
static void write_narrowed(FILE *output, const struct cover_entry *entry, const struct suppression *old)
{
  const char *name = strchr(entry->text, '\n'), *rest = name ? strchr(name + 1, '\n') : NULL;
  if (!rest)
    return;
  fwrite(entry->text, 1, (size_t)(rest + 1 - entry->text), output);
  write_remarks(output, old, strstr(rest, "\n   #: exe: ") != NULL);
  fputs(rest + 1, output);
}

static struct error *narrow(const struct audit *audit, size_t index, char **ret, size_t *ret_entries)
{
  struct suppress_items input = {.count = 0};
  struct cover *cover = NULL;
  size_t size;
  find_items(audit, index, &input);
  struct error *error = suppress_items_cover(&input, audit->findings, &cover);
  if (!error && cover->missed_count > 0)
    error = error_format("%s:%u: \"%s\" cannot be narrowed: no entry tells %s from what is visible",
                         audit->entries[index].entry->file, audit->entries[index].entry->line,
                         audit->entries[index].entry->name, input.items[cover->missed[0].finding].identity);
  FILE *output = error ? NULL : print_begin(ret, &size);
  for (size_t i = 0; !error && i < cover->entry_count; i++) {
    fputs(i > 0 ? "\n" : "", output);
    write_narrowed(output, &cover->entries[i], audit->entries[index].entry);
  }
  if (output)
    print_end(output, ret);
  if (!error)
    *ret_entries = cover->entry_count;
  cover_destroy(cover);
  suppress_items_deinit(&input);
  return error;
}

/* --- new texts --- */

struct rewrites {
  struct rewrite *items;
  char **texts; /* of those that are replaced */
  size_t count, removed, narrowed, added;
};

static void rewrites_deinit(struct rewrites *rewrites)
{
  for (size_t i = 0; rewrites->texts && i < rewrites->count; i++)
    free(rewrites->texts[i]);
  free(rewrites->texts);
  free(rewrites->items);
}

/* Entries of a file come in the order of their lines. */
static struct error *find_rewrites(const struct audit *audit, const char *file, struct rewrites *ret)
{
  struct error *error = NULL;
  *ret = (struct rewrites){.items = memory_zeroed(audit->count + 1, sizeof *ret->items),
                           .texts = memory_zeroed(audit->count + 1, sizeof *ret->texts)};
  for (size_t i = 0; !error && i < audit->count; i++) {
    const struct audit_entry *entry = &audit->entries[i];
    bool is_pruned = audit_is_pruned(audit, entry), is_narrowed = audit_is_narrowed(audit, entry);
    size_t added = 0;
    if (!is_of(entry, file) || (!is_pruned && !is_narrowed))
      continue;
    if (is_narrowed && (error = narrow(audit, i, &ret->texts[ret->count], &added)))
      break;
    if (is_narrowed && added == 1 && !entry->beyond) { /* as narrow as can be */
      free(ret->texts[ret->count]);
      ret->texts[ret->count] = NULL;
      continue;
    }
    ret->items[ret->count] =
      (struct rewrite){entry->entry->line, entry->entry->end_line, is_narrowed ? ret->texts[ret->count] : NULL};
    ret->count++;
    ret->removed += is_pruned;
    ret->narrowed += is_narrowed;
    ret->added += added;
  }
  return error;
}

/* --- files --- */

/* Beside the file, or what it links to, with its rights. */
static struct error *write_beside(const char *path, const char *text, char **ret)
{
  struct stat status;
  char *real = realpath(path, NULL), *temporary = NULL;
  if (!real || stat(real, &status) < 0) {
    free(real);
    return error_errno(errno, "cannot examine %s", path);
  }
  temporary = print_text("%s.XXXXXX", real);
  free(real);
  int fd = mkstemp(temporary);
  FILE *output = fd < 0 ? NULL : fdopen(fd, "w");
  bool is_bad = !output || fputs(text, output) < 0 || fflush(output) != 0 ||
                fchmod(fd, status.st_mode & 07777) != 0 || fsync(fd) != 0;
  int errno_value = errno;
  if (output)
    is_bad = fclose(output) != 0 || is_bad;
  if (!is_bad) {
    *ret = temporary;
    return NULL;
  }
  if (fd >= 0)
    unlink(temporary);
  free(temporary);
  return error_errno(errno_value, "cannot write beside %s", path);
}

static struct error *mend_file(const struct audit *audit, const char *path, struct mended *ret, FILE *output)
{
  struct rewrites rewrites;
  char *text = NULL, *mended = NULL;
  size_t size = 0;
  ret->path = path;
  struct error *error = find_rewrites(audit, path, &rewrites);
  if (!error && rewrites.count > 0)
    error = foreign_file_read(path, FILE_MAX_BYTES, &text, &size);
  if (!error && text)
    rewrite_text(text, size, rewrites.items, rewrites.count, &mended);
  if (!error && mended)
    error = write_beside(path, mended, &ret->temporary);
  if (!error && ret->temporary && rewrites.removed > 0)
    fprintf(output, "%s: %zu %s removed\n", path, rewrites.removed,
            suppress_plural(rewrites.removed, "entry", "entries"));
  if (!error && ret->temporary && rewrites.narrowed > 0)
    fprintf(output, "%s: %zu %s replaced by %zu narrower\n", path, rewrites.narrowed,
            suppress_plural(rewrites.narrowed, "entry", "entries"), rewrites.added);
  rewrites_deinit(&rewrites);
  free(text);
  free(mended);
  return error;
}

/* --- proof --- */

/* How much of a finding is visible: hits that are not suppressed. */
struct visible {
  const struct finding *finding;
  uint64_t hits;
};

ORDER(compare_visible, struct visible, UP_TEXT(finding->identity.digits))

/* By identity; malloc'ed. An identity stands once among the findings that are not suppressed. */
static struct visible *list_visible(const struct findings *findings, size_t *ret_count)
{
  struct visible *list = memory_zeroed(findings->count + 1, sizeof *list);
  size_t count = 0;
  for (size_t i = 0; i < findings->count; i++)
    if (!finding_is_suppressed(&findings->items[i]))
      list[count++] = (struct visible){&findings->items[i], findings->items[i].hit_count};
  if (count > 0)
    qsort(list, count, sizeof *list, compare_visible);
  *ret_count = count;
  return list;
}

static struct error *differs(const struct finding *finding, const char *how)
{
  return error_format("nothing was changed: %s (%s) would be %s in some process", finding->identity.digits,
                      finding->title, how);
}

static struct error *compare_lists(const struct visible *before, size_t before_count, const struct visible *after,
                                   size_t after_count)
{
  size_t i = 0, j = 0;
  while (i < before_count || j < after_count) {
    int order = i == before_count ? 1 : j == after_count ? -1 : compare_visible(&before[i], &after[j]);
    if (order > 0 || (order == 0 && after[j].hits > before[i].hits))
      return differs(after[j].finding, "visible");
    if (order < 0 || after[j].hits < before[i].hits)
      return differs(before[i].finding, "hidden");
    i++;
    j++;
  }
  return NULL;
}

static struct error *check_same(const struct findings *before, const struct findings *after)
{
  size_t before_count, after_count;
  struct visible *was = list_visible(before, &before_count), *is = list_visible(after, &after_count);
  struct error *error = compare_lists(was, before_count, is, after_count);
  free(was);
  free(is);
  return error;
}

static struct error *prove(const struct audit *audit, const struct mended *files)
{
  size_t count = audit->request->file_count;
  const char **paths = memory_zeroed(count + 1, sizeof *paths);
  struct command command = {.options = NULL};
  struct findings_builder *builder = NULL;
  const struct findings *after;
  for (size_t i = 0; i < count; i++)
    paths[i] = files[i].temporary ? files[i].temporary : files[i].path;
  audit_command(audit->request, paths, count, &command);
  struct error *error = command_findings(&command, &builder, &after);
  if (!error)
    error = check_same(audit->findings, after);
  findings_builder_destroy(builder);
  audit_command_release(&command);
  free(paths);
  return error;
}

static struct error *replace(const struct mended *file)
{
  char *real = realpath(file->path, NULL);
  bool is_bad = !real || rename(file->temporary, real) != 0;
  int errno_value = errno;
  free(real);
  return is_bad ? error_errno(errno_value, "cannot replace %s", file->path) : NULL;
}

static struct error *mend_all(const struct audit *audit, struct mended *files, FILE *output)
{
  struct error *error = NULL;
  bool is_changed = false;
  size_t count = audit->request->file_count;
  for (size_t i = 0; !error && i < count; i++) {
    error = mend_file(audit, audit->request->files[i], &files[i], output);
    is_changed = is_changed || files[i].temporary;
  }
  if (!error && is_changed)
    error = prove(audit, files);
  for (size_t i = 0; !error && i < count; i++) {
    if (!files[i].temporary)
      continue;
    if ((error = replace(&files[i])))
      continue;
    free(files[i].temporary);
    files[i].temporary = NULL;
  }
  if (!error && is_changed)
    fprintf(output, "verified: the same findings are hidden\n");
  return error;
}

struct error *audit_mend(const struct audit *audit, FILE *output)
{
  if (!audit->request->prunes && !audit->request->narrows)
    return NULL;
  struct mended *files = memory_zeroed(audit->request->file_count + 1, sizeof *files);
  char *said = NULL;
  size_t size;
  FILE *later = print_begin(&said, &size); /* what was done is said when it is done */
  struct error *error = mend_all(audit, files, later);
  fclose(later);
  if (!error)
    fputs(said, output);
  for (size_t i = 0; i < audit->request->file_count; i++) {
    if (files[i].temporary)
      unlink(files[i].temporary);
    free(files[i].temporary);
  }
  free(said);
  free(files);
  return error;
}
