/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A poll() loop. Each connection has a reader of its own, so a damaged or incomplete stream affects no other.
 * No client can block the loop: only available bytes are read, and a client that does
 * not take its replies is dropped. */
#include "host/reporter/server.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "host/base/memory.h"
#include "host/reporter/process_state.h"

enum {
  READ_BYTES = 1 << 16,
  DRAIN_READS_MAX = 1 << 10,
  EXPECT_MAX = 4096,          /* processes waited for at a time */
  EXPECT_PATIENCE_MS = 10000, /* how long for each */
  EXPECT_POLL_MS = 20,        /* how often to check whether they may still come */
  DEATH_PATIENCE_MS = 100,    /* from a stream's end to its process's */
  FILES_MAX = 16,             /* received descriptors whose MODULE frames have not arrived yet */
};

/* Received descriptors, oldest first. */
struct files {
  int items[FILES_MAX];
  size_t count;
};

struct connection {
  int fd;
  uint64_t pid;
  struct record_reader *reader;
  void *process;  /* NULL: no frame yet */
  bool has_ended; /* END_OF_RUN was among the frames */
  bool execs;     /* so was EXEC, and no EXEC_FAILED since */
  struct files files;
};

/* A process that will connect. */
struct expectation {
  uint64_t pid;
  int64_t deadline_ms;
};

struct server {
  int listener;
  int spare; /* closed when descriptors run out, as a connection must be accepted before it can be closed */
  struct server_config config;
  struct connection *connections;
  size_t connection_count;
  struct expectation expectations[EXPECT_MAX];
  size_t expectation_count;
  int *pending; /* connections of children that are being forked */
  size_t pending_count;
  unsigned char buffer[READ_BYTES];
};

static int64_t now_ms(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* --- files of modules --- */

static int take_file_at(struct files *files, size_t index)
{
  int fd = files->items[index];
  memmove(files->items + index, files->items + index + 1, (--files->count - index) * sizeof files->items[0]);
  return fd;
}

static void add_file(struct files *files, int fd)
{
  if (files->count == FILES_MAX)
    close(take_file_at(files, 0));
  files->items[files->count++] = fd;
}

/* The one with a module's inode; -1: none. Its reader makes sure that it is the right file. */
static int take_file_of(struct files *files, const struct record_module *module)
{
  struct stat stat;
  for (size_t i = 0; i < files->count; i++)
    if (fstat(files->items[i], &stat) == 0 && stat.st_ino == module->inode)
      return take_file_at(files, i);
  return -1;
}

static void close_files(struct files *files)
{
  while (files->count > 0)
    close(take_file_at(files, 0));
}

/* --- processes that will connect --- */

static void forget_expectation(struct server *server, size_t index)
{
  server->expectations[index] = server->expectations[--server->expectation_count];
}

static struct connection *find_connection(const struct server *server, uint64_t pid)
{
  for (size_t i = 0; i < server->connection_count; i++)
    if (server->connections[i].pid == pid)
      return &server->connections[i];
  return NULL;
}

static bool is_connected(const struct server *server, uint64_t pid)
{
  return find_connection(server, pid) != NULL;
}

static void expect_process(struct server *server, uint64_t pid)
{
  if (server->expectation_count == EXPECT_MAX)
    forget_expectation(server, 0);
  server->expectations[server->expectation_count++] =
    (struct expectation){.pid = pid, .deadline_ms = now_ms() + EXPECT_PATIENCE_MS};
}

/* True if the process was expected. It no longer is afterwards. */
static bool take_expectation(struct server *server, uint64_t pid)
{
  for (size_t i = 0; i < server->expectation_count; i++)
    if (server->expectations[i].pid == pid) {
      forget_expectation(server, i);
      return true;
    }
  return false;
}

static bool may_still_come(const struct server *server, const struct expectation *expectation)
{
  const struct server_config *config = &server->config;
  if (now_ms() >= expectation->deadline_ms || !process_is_running(expectation->pid))
    return false;
  return !config->launcher || process_runs_program(expectation->pid, config->launcher)
         || process_runs_program(expectation->pid, config->tool);
}

static void drop_vain_expectations(struct server *server)
{
  for (size_t i = server->expectation_count; i-- > 0;)
    if (!may_still_come(server, &server->expectations[i]))
      forget_expectation(server, i);
}

bool server_is_ending(void *context)
{
  const struct server *server = context;
  for (size_t i = 0; i < server->connection_count; i++)
    if (!process_is_ending(server->connections[i].pid))
      return false;
  return server->connection_count > 0 && server->pending_count == 0 && server->expectation_count == 0;
}

/* --- connections --- */

static int open_spare(void)
{
  return open("/dev/null", O_RDONLY | O_CLOEXEC);
}

void server_create(int listener, const struct server_config *config, struct server **ret)
{
  struct server *server = memory_zeroed(1, sizeof *server);
  server->listener = listener;
  server->spare = open_spare();
  server->config = *config;
  if (config->first_pid)
    expect_process(server, config->first_pid);
  *ret = server;
}

void server_add_connection(struct server *server, int fd, uint64_t pid)
{
  char name[64];
  snprintf(name, sizeof name, "process %" PRIu64, pid);
  struct connection *connections =
    memory_resize(server->connections, server->connection_count + 1, sizeof *connections);
  server->connections = connections;
  struct record_reader *reader = NULL;
  record_reader_create(name, &reader);
  connections[server->connection_count++] = (struct connection){.fd = fd, .pid = pid, .reader = reader};
}

/* Tell the handler, if it knows the stream, and forget the connection. */
static void connection_end(struct server *server, struct connection *connection, const char *reason)
{
  if (connection->process)
    server->config.handler.end(connection->process, reason);
  close(connection->fd);
  close_files(&connection->files);
  record_reader_destroy(connection->reader);
  *connection = server->connections[--server->connection_count];
}

void server_destroy(struct server *server)
{
  if (!server)
    return;
  while (server->connection_count)
    connection_end(server, &server->connections[0], "the reporter ended");
  for (size_t i = 0; i < server->pending_count; i++)
    close(server->pending[i]);
  free(server->pending);
  free(server->connections);
  if (server->listener >= 0)
    close(server->listener);
  if (server->spare >= 0)
    close(server->spare);
  free(server);
}

/* --- frames --- */

static void begin_process(struct server *server, struct connection *connection, const struct record_frame *frame)
{
  if (connection->process)
    return;
  if (frame->kind == RECORD_START) {
    connection->pid = frame->start.pid;
    (void)take_expectation(server, connection->pid);
  }
  connection->process = server->config.handler.begin(server->config.handler.context, connection->pid, frame);
}

static struct error *answer_query(struct server *server, struct connection *connection,
                                  const struct record_query *query)
{
  const struct server_handler *handler = &server->config.handler;
  struct record_reply answer = {0};
  handler->answer(connection->process, query->question, &answer);
  answer.magic = RECORD_REPLY_MAGIC;
  answer.token = query->token;
  const char *text = NULL;
  if (query->question == RECORD_QUESTION_TEXT && handler->text)
    text = handler->text(connection->process, &answer.text_bytes);
  struct iovec parts[] = {{&answer, sizeof answer}, {(void *)text, answer.text_bytes}};
  struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
  ssize_t sent = sendmsg(connection->fd, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
  /* A client that has gone is noticed when its stream ends. */
  if (sent == (ssize_t)(sizeof answer + answer.text_bytes) || (sent < 0 && (errno == EPIPE || errno == ECONNRESET)))
    return NULL;
  if (sent < 0 && errno != EAGAIN)
    return error_errno(errno, "the process cannot be answered");
  return error_format("the process does not take its replies");
}

static void hand_file_over(struct server *server, struct connection *connection, const struct record_module *module)
{
  int fd = take_file_of(&connection->files, module);
  if (fd >= 0 && server->config.handler.file)
    server->config.handler.file(connection->process, module, fd);
  else if (fd >= 0)
    close(fd);
}

/* Frames that matter to the loop itself. */
static void note_frame(struct server *server, struct connection *connection, const struct record_frame *frame)
{
  switch (frame->kind) {
  case RECORD_FORK:
    if (!is_connected(server, frame->fork.child_pid))
      expect_process(server, frame->fork.child_pid);
    break;
  case RECORD_EXEC:
    connection->execs = true;
    if (frame->exec.traced)
      expect_process(server, connection->pid);
    break;
  case RECORD_EXEC_FAILED:
    connection->execs = false;
    (void)take_expectation(server, connection->pid);
    break;
  case RECORD_END_OF_RUN:
    connection->has_ended = true;
    break;
  case RECORD_MODULE:
    hand_file_over(server, connection, &frame->module);
    break;
  default:
    break;
  }
}

static struct error *take_frame(struct server *server, struct connection *connection, const struct record_frame *frame)
{
  begin_process(server, connection, frame);
  RETURN_IF_ERROR(server->config.handler.frame(connection->process, frame));
  note_frame(server, connection, frame);
  return frame->kind == RECORD_QUERY ? answer_query(server, connection, &frame->query) : NULL;
}

static struct error *take_bytes(struct server *server, struct connection *connection, size_t size)
{
  record_reader_feed(connection->reader, server->buffer, size);
  struct error *error = NULL;
  while (!error) {
    struct record_frame frame;
    bool found;
    error = record_reader_next(connection->reader, &found, &frame);
    if (error || !found)
      break;
    error = take_frame(server, connection, &frame);
  }
  return error;
}

/* --- ends --- */

/* A stream ends a moment before its process does, and its exit status can be read only until the parent has waited
 * for it. */
static char *wait_for_cause(const struct connection *connection)
{
  int64_t deadline = now_ms() + DEATH_PATIENCE_MS;
  char *cause;
  while (!(cause = process_cause_of_death(connection->pid)) && now_ms() < deadline)
    poll(NULL, 0, 1);
  return cause;
}

static void end_of_stream(struct server *server, struct connection *connection)
{
  char *cause = NULL;
  if (connection->process && !connection->has_ended && !connection->execs)
    cause = wait_for_cause(connection);
  connection_end(server, connection, cause);
  free(cause);
}

static void damaged_stream(struct server *server, struct connection *connection, struct error *error)
{
  error = error_context(error, "its frames cannot be used");
  connection_end(server, connection, error_message(error));
  error_free(error);
}

/* It is served from the next round on, as others are being served just now. */
static void add_pending(struct server *server, int fd)
{
  int *items = memory_resize(server->pending, server->pending_count + 1, sizeof *items);
  server->pending = items;
  items[server->pending_count++] = fd;
}

static void take_pending(struct server *server)
{
  for (size_t i = 0; i < server->pending_count; i++)
    server_add_connection(server, server->pending[i], 0);
  server->pending_count = 0;
}

/* A socket is the connection of a child that the process is about to fork; it has no pid yet. */
static void take_descriptor(struct server *server, struct connection *connection, int fd)
{
  struct stat status;
  if (fstat(fd, &status) == 0 && S_ISSOCK(status.st_mode))
    add_pending(server, fd);
  else
    add_file(&connection->files, fd);
}

static void take_files(struct server *server, struct connection *connection, struct msghdr *message)
{
  for (struct cmsghdr *head = CMSG_FIRSTHDR(message); head; head = CMSG_NXTHDR(message, head)) {
    const unsigned char *data = CMSG_DATA(head);
    if (head->cmsg_level != SOL_SOCKET || head->cmsg_type != SCM_RIGHTS)
      continue;
    for (; data + sizeof(int) <= (unsigned char *)head + head->cmsg_len; data += sizeof(int)) {
      int fd;
      memcpy(&fd, data, sizeof fd);
      take_descriptor(server, connection, fd);
    }
  }
}

/* Read what is available of a stream, and of descriptors that come with it; returns what recv() would. */
static ssize_t receive_bytes(struct server *server, struct connection *connection)
{
  union {
    struct cmsghdr head;
    char room[CMSG_SPACE(FILES_MAX * sizeof(int))];
  } passed;
  struct iovec part = {server->buffer, sizeof server->buffer};
  struct msghdr message = {
    .msg_iov = &part, .msg_iovlen = 1, .msg_control = &passed, .msg_controllen = sizeof passed};
  ssize_t size = recvmsg(connection->fd, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  if (size >= 0)
    take_files(server, connection, &message);
  return size;
}

static void serve_connection(struct server *server, struct connection *connection)
{
  ssize_t size = receive_bytes(server, connection);
  if (size < 0 && (errno == EAGAIN || errno == EINTR))
    return;
  if (size <= 0) {
    end_of_stream(server, connection);
    return;
  }
  struct error *error = take_bytes(server, connection, size);
  if (error)
    damaged_stream(server, connection, error);
}

/* --- new connections --- */

/* After an exec, the new program connects when the stream of the old one has ended: read the rest of that first. The
 * number of reads is limited, so that a process which sends without end does not stop the others. */
static void drain_connection(struct server *server, uint64_t pid)
{
  struct connection *connection;
  for (int reads = 0; reads < DRAIN_READS_MAX && (connection = find_connection(server, pid)); reads++) {
    struct pollfd poll_fd = {.fd = connection->fd, .events = POLLIN};
    if (poll(&poll_fd, 1, 0) <= 0)
      return;
    serve_connection(server, connection);
  }
}

/* May this client feed the report? Processes of the same user may, and those that a process in the report has started,
 * because that may have changed its user. */
static bool is_welcome(struct server *server, int fd, uint64_t *ret_pid)
{
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) < 0)
    return false;
  *ret_pid = peer.pid;
  return take_expectation(server, peer.pid) || peer.uid == geteuid() || is_connected(server, process_parent(peer.pid));
}

/* There are more processes than descriptors. One that is turned away still writes its record, and says so. */
static bool turn_client_away(struct server *server)
{
  if (server->spare < 0)
    return false;
  close(server->spare);
  int fd = accept4(server->listener, NULL, NULL, SOCK_CLOEXEC);
  if (fd >= 0)
    close(fd);
  server->spare = open_spare();
  return fd >= 0;
}

static struct error *accept_all(struct server *server)
{
  for (;;) {
    int fd = accept4(server->listener, NULL, NULL, SOCK_CLOEXEC);
    uint64_t pid = 0;
    if (fd < 0 && (errno == EINTR || errno == ECONNABORTED))
      continue;
    if (fd < 0 && (errno == EMFILE || errno == ENFILE) && turn_client_away(server))
      continue;
    if (fd < 0)
      return errno == EAGAIN ? NULL : error_errno(errno, "cannot accept a connection");
    if (!is_welcome(server, fd, &pid)) {
      close(fd);
      continue;
    }
    drain_connection(server, pid);
    server_add_connection(server, fd, pid);
  }
}

/* --- the loop --- */

static struct pollfd *make_poll_set(const struct server *server)
{
  struct pollfd *set = memory_zeroed(server->connection_count + 1, sizeof *set);
  set[0] = (struct pollfd){.fd = server->listener, .events = POLLIN};
  for (size_t i = 0; i < server->connection_count; i++)
    set[i + 1] = (struct pollfd){.fd = server->connections[i].fd, .events = POLLIN};
  return set;
}

/* Wait for something to happen, and deal with it. */
static struct error *serve_once(struct server *server)
{
  struct pollfd *set = make_poll_set(server);
  size_t count = server->connection_count;
  int ready = poll(set, count + 1, count ? -1 : EXPECT_POLL_MS);
  /* Backwards, because the last connection takes the place of one that ends. */
  for (size_t i = ready > 0 ? count : 0; i-- > 0;)
    if (set[i + 1].revents)
      serve_connection(server, &server->connections[i]);
  bool has_news = ready > 0 && set[0].revents;
  free(set);
  if (ready < 0 && errno != EINTR)
    return error_errno(errno, "cannot wait for frames");
  take_pending(server);
  return has_news ? accept_all(server) : NULL;
}

struct error *server_run(struct server *server)
{
  while (server->connection_count || server->expectation_count) {
    RETURN_IF_ERROR(serve_once(server));
    if (!server->connection_count)
      drop_vain_expectations(server);
  }
  return NULL;
}
