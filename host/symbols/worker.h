/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The process that reads ELF and DWARF, and how it is asked.
 *
 * Both directions carry messages: a length (4 bytes), then that many bytes. A request begins with its kind (1 byte):
 *
 *   OPEN   module number (4), whether to use DWARF (1), string path, length of the build-id (4), build-id,
 *          size of the file (8), its time (8), sum (8) and inode (8); the file may come along as a descriptor
 *   ASK    module number (4), enum answer_kind (1), numbers that are asked about (8 each)
 *
 * and is answered by any number of warnings and probes and one result, which also begin with their kind (1 byte):
 *
 *   WARNING  string
 *   PROBE    string: the path of a debug file that was looked for, found or not
 *   PROGRESS string: what takes so long; none: it is over
 *   RESULT   of OPEN: whether it worked (1), what it has (1, name_sources.h), the sight of the file (file_state.h);
 *            of ASK: the answer (module_reader.h), none for a module that is not open */
#ifndef SEEP_HOST_SYMBOLS_WORKER_H
#define SEEP_HOST_SYMBOLS_WORKER_H

#include "host/base/error.h"
#include "host/symbols/elf/bytes.h"

enum worker_request { WORKER_OPEN = 1, WORKER_ASK };
enum worker_reply { WORKER_WARNING = 1, WORKER_PROBE, WORKER_PROGRESS, WORKER_RESULT };
enum { WORKER_MESSAGE_MAX_BYTES = 1 << 24, WORKER_MODULES_MAX = 1 << 16 };

struct worker;

/* Start a worker process that looks for debug files in `debug_dirs` (NULL-terminated, may be NULL) and, if it is to, on
 * servers. */
struct error *worker_start(const char *const *debug_dirs, bool downloads, struct worker **ret);

/* End it. NULL is allowed. */
void worker_stop(struct worker *worker);

enum worker_outcome { WORKER_ANSWERED, WORKER_CRASHED, WORKER_TOO_SLOW };

/* What comes before the result. */
struct worker_listener {
  void (*warned)(void *context, const char *message);
  void (*probed)(void *context, const char *path);
  /* NULL: it is over. Returns whether to go on; what has been asked of servers is given up otherwise. */
  bool (*progress)(void *context, const char *text);
  void *context;
};

/* Send a request, with a descriptor if `file` is not -1, and wait for its result, put into `result` without its kind.
 * After any outcome but WORKER_ANSWERED the worker must be stopped. */
enum worker_outcome worker_ask(struct worker *worker, const struct byte_builder *request, int file,
                               const struct worker_listener *listener, struct byte_builder *result);

/* What the worker process does: answer requests until `fd` is closed. */
void worker_serve(int fd, const char *const *debug_dirs, bool downloads);

/* Read or write one message; false at the end, on failure, and when it is too long. A descriptor may come with it (-1:
 * none), which the reader owns even when reading fails. `ret_file` is NULL where none is expected. */
bool worker_read_message(int fd, struct byte_builder *message, int *ret_file);
bool worker_write_message(int fd, const struct byte_builder *message, int file);

#endif
