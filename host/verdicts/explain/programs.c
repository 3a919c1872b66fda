/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/verdicts/explain/programs.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/base/installed.h"
#include "host/base/join_path.h"
#include "host/base/memory.h"
#include "host/base/options.h"
#include "host/symbols/module_file.h"

/* --- which --- */

/* Its number; the count of the programs: it is not among them. */
static size_t find_chosen(const struct explain_programs *programs, const struct explain_image *image)
{
  size_t i = 0;
  while (i < programs->count && programs->items[i] != image)
    i++;
  return i;
}

static const struct explain_image *root_of_hit(const struct findings *findings, const struct finding_hit *hit,
                                               const struct explain_images *images)
{
  const struct finding_process *process = &findings->processes[hit->process];
  const struct explain_image *image = explain_images_find(images, process->pid, process->start_time_ns);
  return explain_images_root(images, image, findings->runs[process->run].is_suite);
}

/* Did it read nothing, or a file? */
static bool has_input_again(const struct explain_image *image)
{
  const char *input = options_value_among(image->options, OPTION_standard_input);
  return input && (strcmp(input, "none") == 0 || (*input >= '0' && *input <= '9'));
}

/* One that is run anyway, else the first whose input can be had again, else the first. */
static struct error *choose(const struct findings *findings, const struct finding *finding,
                            const struct explain_images *images, struct explain_programs *programs)
{
  const struct explain_image *chosen = NULL;
  bool is_new = true;
  for (size_t i = 0; i < finding->hit_count && is_new; i++) {
    const struct explain_image *root = root_of_hit(findings, &finding->hits[i], images);
    is_new = !root || find_chosen(programs, root) == programs->count;
    if (!chosen || !is_new || (root && has_input_again(root) && !has_input_again(chosen)))
      chosen = root;
  }
  if (!chosen)
    return error_format("finding %s is of a forked process, and the record of the program that forked it is not there; "
                        "name the whole run, or run the program again", finding->identity.digits);
  const size_t number = find_chosen(programs, chosen);
  programs->items[number] = chosen;
  programs->findings[number]++;
  programs->count += is_new;
  return NULL;
}

struct error *explain_programs_choose(const struct findings *findings, const struct explain_wanted *wanted,
                                      const struct explain_images *images, struct explain_programs *ret)
{
  struct explain_programs programs = {.items = memory_zeroed(wanted->count + 1, sizeof *programs.items),
                                      .findings = memory_zeroed(wanted->count + 1, sizeof *programs.findings)};
  struct error *error = NULL;
  for (size_t i = 0; i < wanted->count && !error; i++)
    error = choose(findings, wanted->items[i].finding, images, &programs);
  if (error)
    explain_programs_release(&programs);
  else
    *ret = programs;
  return error;
}

uint64_t explain_programs_blocks(const struct explain_programs *programs, const struct findings *findings,
                                 const struct finding *finding, const struct explain_images *images)
{
  uint64_t blocks = 0;
  for (size_t i = 0; i < finding->hit_count; i++)
    if (find_chosen(programs, root_of_hit(findings, &finding->hits[i], images)) < programs->count)
      add_saturated(&blocks, finding->hits[i].blocks);
  return blocks;
}

void explain_programs_release(struct explain_programs *programs)
{
  free(programs->items);
  free(programs->findings);
}

/* --- is it the same? --- */

static struct error *has_changed(const char *path)
{
  return error_format("%s has changed since the run; run the program again under Seep, or add --force", path);
}

/* A library that is gone may be one that the program makes itself. */
static struct error *check_module(const struct symbols_module *module)
{
  bool is_unchanged = true;
  error_free(module_file_is_unchanged(module, &is_unchanged));
  return is_unchanged ? NULL : has_changed(module->path);
}

static struct error *is_gone(const char *path)
{
  return error_format("the program of the run is not there any more: %s; build it, and run it again under Seep", path);
}

/* A script is no module: what is mapped is its interpreter. */
static struct error *check_script(const struct explain_image *image, const char *path)
{
  struct stat status;
  char *file = realpath(path, NULL);
  const bool is_mapped = file && image->module_count > 0 && strcmp(file, image->modules[0].path) == 0;
  free(file);
  if (is_mapped || stat(path, &status) < 0)
    return NULL;
  const uint64_t changed_ns = (uint64_t)status.st_mtim.tv_sec * 1000000000 + (uint64_t)status.st_mtim.tv_nsec;
  return changed_ns > image->start_time_ns ? has_changed(path) : NULL;
}

/* By the name it was called by. One without a slash is looked for when it runs. */
static struct error *check_called(const struct explain_image *image)
{
  char path[PATH_MAX];
  const char *name = image->argv[0] ? image->argv[0] : "";
  const bool is_absolute = *name == '/';
  if (!strchr(name, '/'))
    return NULL;
  if (!join_path(path, is_absolute ? "" : image->cwd, name + is_absolute) || access(path, X_OK) < 0)
    return is_gone(name);
  return check_script(image, path);
}

struct error *explain_program_check(const struct explain_image *image)
{
  struct stat status;
  if (stat(image->cwd, &status) < 0 || !S_ISDIR(status.st_mode))
    return error_format("the directory in which the program ran is not there any more: %s; run the program again "
                        "under Seep", image->cwd);
  if (image->module_count > 0 && access(image->modules[0].path, F_OK) < 0)
    return is_gone(image->modules[0].path);
  struct error *error = NULL;
  for (size_t i = 0; i < image->module_count && !error; i++)
    if (!installed_is_part(image->modules[i].path)) /* it may have been built again */
      error = check_module(&image->modules[i]);
  return error ? error : check_called(image);
}

/* --- how --- */

/* What sends reports elsewhere or waits for somebody, what ends the run before its leaks are searched or gives it a
 * status of Seep's, and what belongs to that one run. */
static const enum option_id left_out[] = {
  OPTION_log_fd,
  OPTION_log_file,
  OPTION_log_socket,
  OPTION_xml,
  OPTION_xml_fd,
  OPTION_xml_file,
  OPTION_xml_socket,
  OPTION_quiet,
  OPTION_verbose,
  OPTION_style,
  OPTION_color,
  OPTION_gen_suppressions,
  OPTION_input_fd,
  OPTION_vgdb,
  OPTION_vgdb_error,
  OPTION_vgdb_stop_at,
  OPTION_exit_on_first_error,
  OPTION_error_exitcode,
  OPTION_leak_check,
  OPTION_growth,
  OPTION_snapshot,
  OPTION_xtree_memory,
  OPTION_xtree_leak,
  OPTION_record,
  OPTION_explain,
  OPTION_try_fix,
  OPTION_suite_exec,
  OPTION_suite_subtest,
  OPTION_standard_input,
  OPTION_checks,
  OPTION_attached,
};

static bool is_left_out(char *option)
{
  for (size_t i = 0; i < sizeof left_out / sizeof *left_out; i++)
    if (options_value_among((char *[]){option, NULL}, left_out[i]))
      return true;
  return false;
}

static struct error *set_recorded(const struct explain_image *image, const char *const *added, struct options *options)
{
  for (char **option = image->options; *option; option++)
    if (!is_left_out(*option))
      error_free(options_set(options, *option, "the record"));
  struct error *error = NULL;
  for (; *added && !error; added++)
    error = options_set(options, *added, "command line");
  return error;
}

/* The list with "--" and the program after it; takes it over. */
static void append_program(const struct explain_image *image, char **list, size_t count, char ***ret)
{
  size_t words = 0;
  while (image->argv[words])
    words++;
  char **grown = memory_resize(list, count + words + 2, sizeof *grown);
  grown[count] = memory_text("--");
  for (size_t i = 0; i < words; i++)
    grown[count + 1 + i] = memory_text(image->argv[i]);
  grown[count + 1 + words] = NULL;
  *ret = grown;
}

struct error *explain_program_arguments(const struct explain_image *image, const char *const *added, char ***ret)
{
  struct options *options;
  char **list = NULL;
  size_t count = 0;
  struct error *error = options_create(false, &options);
  if (error)
    return error;
  error = set_recorded(image, added, options);
  if (!error)
    options_given_arguments(options, &list, &count);
  options_destroy(options);
  if (error)
    return error;
  append_program(image, list, count, ret);
  return NULL;
}
