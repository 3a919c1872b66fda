/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Suites at the same time change one file, one after the other, holding a lock on a file beside it: the state itself is
 * replaced each time. What one of them has found wrong while another one ran is not overruled by that. */
#include "host/suite/suite_full_state.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "host/base/fnv.h"
#include "host/base/last_component.h"
#include "host/base/own_folder.h"
#include "host/base/print.h"
#include "host/runs/run_dir.h"
#include "host/suite/full_results.h"
#include "shared/base/plain_strings.h"

enum { PATIENCE_MS = 60000, POLL_MS = 20 };

static uint64_t now_ns(void)
{
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* --- the file --- */

/* One for each tree. */
static struct error *find_path(struct suite_full_state *state, const char *tree)
{
  if (state->named) {
    state->path = memory_text(state->named);
    return NULL;
  }
  char *folder = run_dir_state("full");
  if (!folder)
    return error_format("no directory for the state of full checks: neither XDG_STATE_HOME nor HOME names a directory; "
                        "name a file with --full-state=FILE");
  state->path = print_text("%s/%s-%016" PRIx64, folder, last_component(tree), fnv_bytes(FNV_EMPTY, tree, strlen(tree)));
  struct error *error = own_folder_make(folder);
  free(folder);
  return error_context(error, "name another place with --full-state=FILE");
}

/* Closing the descriptor gives it back. */
static struct error *lock(const struct suite_full_state *state, int *ret_fd)
{
  char *path = print_text("%s.lock", state->path);
  struct error *error = NULL;
  *ret_fd = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
  if (*ret_fd < 0)
    error = error_errno(errno, "cannot write beside the state of full checks: %s", path);
  for (int waited = 0; !error && flock(*ret_fd, LOCK_EX | LOCK_NB) < 0; waited += POLL_MS) {
    if ((errno != EWOULDBLOCK && errno != EINTR) || waited >= PATIENCE_MS)
      error = error_errno(errno, "%s: cannot be locked, as by a suite that ends at the same time", path);
    else
      poll(NULL, 0, POLL_MS);
  }
  if (error && *ret_fd >= 0)
    close(*ret_fd);
  free(path);
  return error;
}

/* --- before the suite --- */

/* What full checks find depends on them. What is for the host, and where things go, does not matter. */
static void sum_options(struct suite_full_state *state, const struct suite_setup *setup)
{
  uint64_t sum = FNV_EMPTY;
  for (const char *const *option = setup->options; *option; option++)
    if (!text_after(*option, "--seep-") && !text_after(*option, "--log-fd="))
      sum = fnv_bytes(sum, *option, strlen(*option) + 1);
  snprintf(state->options, sizeof state->options, "%016" PRIx64, sum);
}

static struct error *read_before(struct suite_full_state *state)
{
  bool is_other;
  RETURN_IF_ERROR(full_checks_read(state->path, &state->before, &is_other));
  if (is_other && !state->is_quiet)
    fprintf(stderr, "seep suite: %s is of another version of Seep: all tests are checked fully\n", state->path);
  full_checks_refresh(state->before, now_ns());
  return NULL;
}

struct error *suite_full_state_begin(struct suite_full_state *state, const char *copy, struct suite_setup *setup)
{
  int fd;
  setup->full_state = setup->full_options = "";
  if (!state->is_wanted)
    return NULL;
  struct error *error = find_path(state, setup->tree);
  if (!error && !(error = lock(state, &fd))) /* it can be written later */
    close(fd);
  if (!error)
    error = read_before(state);
  if (!error)
    error = full_checks_write(state->before, copy, now_ns());
  sum_options(state, setup);
  setup->full_state = copy;
  setup->full_options = state->options;
  return error;
}

/* --- after it --- */

/* Something wrong that was found since the suite began is not undone by it. */
static void merge(struct full_checks *checks, const struct full_checks *results, uint64_t started_ns)
{
  size_t count;
  const struct full_check **list = full_checks_list(results, &count);
  for (size_t i = 0; i < count; i++) {
    const struct full_check *known = full_checks_find(checks, list[i]->key);
    const bool is_wrong = known && known->count == 0 && known->checked_ns >= started_ns;
    if (!is_wrong || list[i]->count == 0)
      full_checks_put(checks, list[i]);
  }
  free(list);
}

static void note_seen(struct full_checks *checks, const struct full_images *images)
{
  size_t count;
  const struct full_image *list = full_images_list(images, &count);
  for (size_t i = 0; i < count; i++)
    full_checks_note_seen(checks, list[i].key, list[i].image->time_ns);
}

static struct error *save(const struct suite_full_state *state, const struct full_images *images,
                          const struct full_checks *results, uint64_t started_ns)
{
  struct full_checks *checks = NULL;
  bool is_other;
  int fd;
  RETURN_IF_ERROR(lock(state, &fd));
  struct error *error = full_checks_read(state->path, &checks, &is_other);
  if (!error) {
    full_checks_refresh(checks, now_ns());
    merge(checks, results, started_ns);
    note_seen(checks, images);
    error = full_checks_write(checks, state->path, now_ns());
    full_checks_destroy(checks);
  }
  close(fd);
  return error;
}

static void tell_surprises(size_t count)
{
  if (count > 0)
    fprintf(stderr, "Checked fully next time, as they loaded other files or ended in another way: %zu program%s\n",
            count, count == 1 ? "" : "s");
}

struct error *suite_full_state_end(const struct suite_full_state *state, const char *run_directory,
                                   const struct suite_setup *setup, uint64_t started_ns, const struct exec_log *log,
                                   const struct findings *findings)
{
  struct full_images *images;
  struct full_checks *results;
  size_t surprises;
  if (!state->is_wanted)
    return NULL;
  full_images_create(log, run_directory, findings, &images);
  full_results_find(images, state->before, setup->native, &results, &surprises);
  if (!state->is_quiet)
    tell_surprises(surprises);
  struct error *error = save(state, images, results, started_ns);
  full_checks_destroy(results);
  full_images_destroy(images);
  return error_context(error, "what was checked fully cannot be kept, so the next suite may leave out what had errors");
}
