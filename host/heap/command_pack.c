/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `seep pack [RUN...]`: make runs ready for another machine. A run that is to be looked at elsewhere needs the names
 * of its functions, which only files on this machine tell, and should be small: the names are put into its directory,
 * as `symbols`, and records and snapshots are compressed in place. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "host/base/commands.h"
#include "host/base/foreign_file.h"
#include "host/base/memory.h"
#include "host/base/replace_file.h"
#include "host/heap/pack_names.h"
#include "host/runs/command.h"
#include "host/model/words/numbers.h"

enum { PIECE_BYTES = 1 << 16 };

static void usage(FILE *output)
{
  fputs("usage: seep pack [RUN...]\n"
        "Prepare runs for another machine; without RUN, the newest saved run. The names\n"
        "of all functions are stored in the run's directory, so that neither programs nor\n"
        "debug information are needed to read it; records and snapshots are compressed.\n"
        "Then copy the directory.\n",
        output);
}

/* --- names --- */

static struct error *pack_names(const struct command *command, const struct run *run)
{
  struct command_session session = {.run = run, .packs = true};
  RETURN_IF_ERROR(command_session_open(command, &session));
  struct error *error = run_reader_read(session.load, report_session_report(session.session), NULL);
  if (!error)
    pack_names_of_heaps(&session);
  command_session_close(&session);
  return error;
}

/* --- records and snapshots --- */

/* A file that is being compressed. */
struct packing {
  const char *path;
  int fd;
};

static bool is_compressed(int fd)
{
  unsigned char magic[2];
  return pread(fd, magic, sizeof magic, 0) == sizeof magic && magic[0] == 0x1f && magic[1] == 0x8b;
}

static struct error *compress_all(const struct packing *packing, gzFile to)
{
  static char piece[PIECE_BYTES];
  for (;;) {
    ssize_t size = read(packing->fd, piece, sizeof piece);
    if (size == 0)
      return NULL;
    if (size < 0)
      return error_errno(errno, "cannot read %s", packing->path);
    if (gzwrite(to, piece, (unsigned)size) != size)
      return error_errno(errno, "cannot compress %s", packing->path);
  }
}

static struct error *write_compressed(void *context, FILE *output)
{
  const struct packing *packing = context;
  const int copy = dup(fileno(output));
  if (copy < 0)
    return error_errno(errno, "cannot compress %s", packing->path);
  gzFile to = memory_given(gzdopen(copy, "w6"));
  struct error *error = compress_all(packing, to);
  if (gzclose_w(to) != Z_OK && !error)
    error = error_errno(errno, "cannot compress %s", packing->path);
  return error;
}

/* The process that writes a record holds a lock on it, and so do those that read it. */
static struct error *compress_file(struct packing *packing)
{
  if (is_compressed(packing->fd))
    return NULL;
  if (flock(packing->fd, LOCK_EX | LOCK_NB) < 0 && errno == EWOULDBLOCK)
    return error_format("%s is in use: its process is still running, or the file is being read; try again later",
                        packing->path);
  return replace_file(packing->path, true, write_compressed, packing);
}

static struct error *add_size(const char *path, uint64_t *bytes)
{
  struct stat status;
  if (stat(path, &status) < 0)
    return error_errno(errno, "cannot look at %s", path);
  *bytes += (uint64_t)status.st_size;
  return NULL;
}

static struct error *pack_file(const char *path, uint64_t *old_bytes, uint64_t *new_bytes)
{
  struct stat status;
  struct error *error = add_size(path, old_bytes);
  if (error)
    return error;
  if (lstat(path, &status) == 0 && S_ISLNK(status.st_mode))
    return error_format("%s is a link, which is not packed; pack the run that it leads to", path);
  struct packing packing = {.path = path};
  if ((error = foreign_file_open(path, 0, &packing.fd)))
    return error;
  if (packing.fd < 0)
    return error_errno(ENOENT, "cannot open %s", path);
  error = compress_file(&packing);
  close(packing.fd);
  return error ? error : add_size(path, new_bytes);
}

/* --- runs --- */

static void print_result(const struct run *run, uint64_t old_bytes, uint64_t new_bytes)
{
  char snapshots[64] = "";
  if (run->snapshot_count > 0)
    snprintf(snapshots, sizeof snapshots, " and %zu snapshots", run->snapshot_count);
  printf("%s: %zu records%s, %s bytes of what was %s; names are in %s/" RUN_DIR_SYMBOLS "\n", run->name,
         run->record_count, snapshots, grouped_number(new_bytes).digits, grouped_number(old_bytes).digits,
         run->directory);
}

static struct error *pack_run(const struct command *command, const struct run *run)
{
  uint64_t old_bytes = 0, new_bytes = 0;
  if (!run->directory)
    return error_format("%s is a single record; name the directory of the run", run->name);
  struct error *error = pack_names(command, run);
  for (size_t i = 0; i < run->record_count && !error; i++)
    error = pack_file(run->records[i], &old_bytes, &new_bytes);
  for (size_t i = 0; i < run->snapshot_count && !error; i++)
    error = pack_file(run->snapshots[i], &old_bytes, &new_bytes);
  if (!error)
    print_result(run, old_bytes, new_bytes);
  return error;
}

static int pack_named(const struct command *command, const char *name)
{
  struct run *run;
  struct error *error = run_dir_find(name, &run);
  if (error)
    return command_failed("pack", error);
  error = pack_run(command, run);
  run_destroy(run);
  return error ? command_failed("pack", error) : COMMAND_OK;
}

int command_pack(int argc, char **argv)
{
  struct command command;
  struct error *error = command_parse(argc, argv, NULL, NULL, &command);
  if (error)
    return command_failed("pack", error);
  int status = COMMAND_OK;
  if (command.wants_help)
    usage(stdout);
  for (size_t i = 0; !command.wants_help && (i < command.run_count || i == 0); i++)
    if (pack_named(&command, command.run_count > 0 ? command.runs[i] : NULL) != COMMAND_OK)
      status = COMMAND_FAILED;
  command_release(&command);
  return command_flush("pack") == COMMAND_OK ? status : COMMAND_FAILED;
}
