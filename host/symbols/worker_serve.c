/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The worker's side: opens modules, answers about their addresses, and lets the kernel watch its use of processor
 * time. */
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "host/base/memory.h"
#include "host/symbols/dwarf/dwarf_library.h"
#include "host/symbols/elf/file_state.h"
#include "host/symbols/module_reader.h"
#include "host/symbols/worker.h"

enum { REQUEST_CPU_SECONDS = 10 };

struct server {
  int fd;
  const char *const *debug_dirs;
  struct warnings warnings;
  struct debuginfod *servers;     /* NULL: none are asked */
  struct module_reader **readers; /* by module number; NULL: not open */
  size_t reader_count;
};

/* From now on SIGPROF ends this process when so much processor time is used up; 0: never. */
static void set_time_limit(long seconds)
{
  setitimer(ITIMER_PROF, &(struct itimerval){.it_value.tv_sec = seconds}, NULL);
}

static void send_text(const struct server *server, enum worker_reply kind, const char *text)
{
  struct byte_builder message = {0};
  builder_number(&message, kind, 1);
  builder_string(&message, text);
  worker_write_message(server->fd, &message, -1);
  builder_deinit(&message);
}

static void send_warning(void *context, const char *text)
{
  send_text(context, WORKER_WARNING, text);
}

static void send_progress(void *context, const char *text)
{
  send_text(context, WORKER_PROGRESS, text);
}

static void send_probe(void *context, const char *path)
{
  send_text(context, WORKER_PROBE, path);
}

/* Make room for module number `number`. */
static bool reserve(struct server *server, uint64_t number)
{
  if (number >= WORKER_MODULES_MAX)
    return false;
  if (number < server->reader_count)
    return true;
  struct module_reader **bigger = memory_resize(server->readers, number + 1, sizeof *bigger);
  memset(bigger + server->reader_count, 0, (number + 1 - server->reader_count) * sizeof *bigger);
  server->readers = bigger;
  server->reader_count = number + 1;
  return true;
}

static void close_file(int file)
{
  if (file >= 0)
    close(file);
}

/* `reader` is NULL when it did not work. */
static void put_opened(struct byte_builder *reply, const struct module_reader *reader)
{
  struct file_state state = reader ? module_reader_file_state(reader) : (struct file_state){0};
  builder_number(reply, reader != NULL, 1);
  builder_number(reply, reader ? module_reader_sources(reader) : 0, 1);
  file_state_put(reply, &state);
}

/* `file` is the module's, and taken over; -1: it is where its path says. */
static void serve_open(struct server *server, struct bytes *request, int file, struct byte_builder *reply)
{
  uint64_t number = bytes_number(request, 4);
  bool use_dwarf = bytes_number(request, 1);
  struct symbols_module module = {.path = bytes_string(request)};
  module.build_id_bytes = bytes_number(request, 4);
  module.build_id = bytes_block(request, module.build_id_bytes);
  module.file_bytes = bytes_number(request, 8);
  module.mtime_ns = bytes_number(request, 8);
  module.sum = bytes_number(request, 8);
  module.inode = bytes_number(request, 8);
  if (request->overrun || !module.path || !reserve(server, number)) {
    close_file(file);
    return;
  }
  struct debug_search search = {server->debug_dirs, &server->warnings, send_probe, server, server->servers};
  module_reader_close(server->readers[number]);
  server->readers[number] = NULL;
  warn_of(&server->warnings, module_reader_open(&module, file, &search, use_dwarf, &server->readers[number]));
  put_opened(reply, server->readers[number]);
}

static void serve_question(struct server *server, struct bytes *request, struct byte_builder *reply)
{
  uint64_t number = bytes_number(request, 4), kind = bytes_number(request, 1), about = bytes_number(request, 8);
  uint64_t within = bytes_number(request, 8);
  struct module_reader *reader = number < server->reader_count ? server->readers[number] : NULL;
  if (reader && !request->overrun && kind < ANSWER_KINDS)
    module_reader_answer(reader, (enum answer_kind)kind, about, within, reply);
}

static bool serve_one(struct server *server, const struct byte_builder *message, int file)
{
  struct bytes request = bytes_of(message->data, message->size);
  struct byte_builder reply = {0};
  enum worker_request kind = (enum worker_request)bytes_number(&request, 1);
  builder_number(&reply, WORKER_RESULT, 1);
  if (kind == WORKER_OPEN) {
    serve_open(server, &request, file, &reply);
  } else {
    close_file(file);
    serve_question(server, &request, &reply);
  }
  bool sent = worker_write_message(server->fd, &reply, -1);
  builder_deinit(&reply);
  return sent;
}

void worker_serve(int fd, const char *const *debug_dirs, bool downloads)
{
  struct server server = {.fd = fd, .debug_dirs = debug_dirs};
  struct byte_builder message = {0};
  int file = -1;
  server.warnings = (struct warnings){send_warning, &server};
  warn_of(&server.warnings, dwarf_library_check()); /* comes with the first answer */
  if (downloads)
    server.servers = debuginfod_create(&(struct debuginfod_listener){send_progress, &server});
  for (bool going = true; going && worker_read_message(fd, &message, &file);) {
    set_time_limit(REQUEST_CPU_SECONDS);
    going = serve_one(&server, &message, file);
    set_time_limit(0);
  }
  builder_deinit(&message);
  for (size_t i = 0; i < server.reader_count; i++)
    module_reader_close(server.readers[i]);
  free(server.readers);
  debuginfod_destroy(server.servers);
}
