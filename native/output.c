/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "native/output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <time.h>

#include "memcheck/pure/base/env.h"
#include "native/say.h"
#include "shared/base/raw_syscalls.h"

enum { FLUSH_BYTES = 1 << 16, SAME_PID_MAX = 10000, HIGHEST_FD = 4096, FDS = 16 };

/* As far as its limit lets us. */
int output_move_away(int fd)
{
  struct rlimit limit;
  if (fd < 0 || raw_syscall(SYS_getrlimit, RLIMIT_NOFILE, (long)&limit, 0, 0, 0, 0) < 0)
    return fd;
  const long highest = limit.rlim_cur < HIGHEST_FD ? (long)limit.rlim_cur : HIGHEST_FD;
  const long moved = highest <= FDS ? -1 : raw_syscall(SYS_fcntl, fd, F_DUPFD_CLOEXEC, highest - FDS, 0, 0, 0);
  if (moved < 0)
    return fd;
  (void)raw_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
  return (int)moved;
}

static char record_path[OUTPUT_PATH_BYTES];

/* A new file no other image uses: p<PID>.rec, p<PID>.1.rec, ... */
static int create_record(const char *run_dir)
{
  char *const name = record_path;
  const int pid = (int)raw_syscall(SYS_getpid, 0, 0, 0, 0, 0, 0);
  for (int i = 0; i < SAME_PID_MAX; i++) {
    char number[16] = "";
    if (i > 0)
      snprintf(number, sizeof number, ".%d", i);
    if (snprintf(name, sizeof record_path, "%s/p%d%s.rec", run_dir, pid, number) >= (int)sizeof record_path)
      return -1;
    const long fd = raw_syscall(SYS_open, (long)name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600, 0, 0, 0);
    if (fd >= 0) {
      (void)raw_syscall(SYS_fchmod, fd, 0600, 0, 0, 0, 0);
      (void)raw_syscall(SYS_flock, fd, LOCK_SH | LOCK_NB, 0, 0, 0, 0);
      return output_move_away((int)fd);
    }
    if (fd != -EEXIST)
      return -1;
  }
  return -1;
}

static uint64_t identity_of(int fd)
{
  struct stat stat;
  return fd < 0 || raw_syscall(SYS_fstat, fd, (long)&stat, 0, 0, 0, 0) < 0 ? 0 : stat.st_dev << 48 ^ stat.st_ino;
}

static void begin_stream(struct output *output, int file)
{
  output->encoder.size = 0;
  record_put_header(&output->encoder);
  output->file = file >= 0 ? output_move_away(file) : output->run_dir ? create_record(output->run_dir) : -1;
  output->file_identity = identity_of(output->file);
  output->socket_identity = identity_of(output->socket);
  if (output->run_dir && output->file < 0) {
    say("Seep: the record cannot be written in ", output->run_dir);
    say("\n", "");
  }
}

void output_begin(struct output *output, int socket, int file, const char *run_dir)
{
  *output =
    (struct output){.socket = output_move_away(socket), .of_child = -1, .file = -1, .door = -1, .run_dir = run_dir};
  output->encoder.capacity = 2 * FLUSH_BYTES;
  output->encoder.data = env_allocate("output", output->encoder.capacity);
  begin_stream(output, file);
}

static void close_fd(int *fd)
{
  if (*fd >= 0)
    (void)raw_syscall(SYS_close, *fd, 0, 0, 0, 0, 0);
  *fd = -1;
}

static void lose_socket(struct output *output)
{
  close_fd(&output->socket);
  if (output->file >= 0)
    say("Seep: the reporter is gone; the program runs on. For its report: seep report ", output->run_dir);
  else
    say("Seep: the reporter is gone; the program runs on, but no record is kept of it", "");
  say("\n", "");
}

static long send_piece(struct output *output, const unsigned char *data, size_t size)
{
  struct {
    struct cmsghdr head;
    int files[OUTPUT_ATTACHED_MAX];
  } passed = {.head = {.cmsg_len = sizeof passed.head + output->attached_count * sizeof *passed.files,
                       .cmsg_level = SOL_SOCKET,
                       .cmsg_type = SCM_RIGHTS}};
  struct iovec part = {(void *)data, size};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  memcpy(passed.files, output->attached, sizeof passed.files);
  if (output->attached_count > 0) {
    message.msg_control = &passed;
    message.msg_controllen = passed.head.cmsg_len;
  }
  return raw_syscall(SYS_sendmsg, output->socket, (long)&message, MSG_NOSIGNAL, 0, 0, 0);
}

static void close_attached(struct output *output)
{
  while (output->attached_count > 0)
    close_fd(&output->attached[--output->attached_count]);
}

static bool send_socket(struct output *output, const unsigned char *data, size_t size)
{
  while (size > 0) {
    const long sent = send_piece(output, data, size);
    if (sent == -EINTR)
      continue;
    if (sent <= 0)
      return false;
    close_attached(output);
    data += sent;
    size -= (size_t)sent;
  }
  return true;
}

static const uint64_t file_size_signal = UINT64_C(1) << (SIGXFSZ - 1);

/* A limit for the sizes of files is the program's affair, and so is its signal. */
static long write_quietly(int file, const unsigned char *data, size_t size)
{
  uint64_t before;
  const struct timespec no_time = {0, 0};
  (void)raw_syscall(SYS_rt_sigprocmask, SIG_BLOCK, (long)&file_size_signal, (long)&before, sizeof before, 0, 0);
  const long written = raw_syscall(SYS_write, file, (long)data, (long)size, 0, 0, 0);
  if (written == -EFBIG && (before & file_size_signal) == 0)
    (void)raw_syscall(SYS_rt_sigtimedwait, (long)&file_size_signal, 0, (long)&no_time, sizeof before, 0, 0);
  (void)raw_syscall(SYS_rt_sigprocmask, SIG_SETMASK, (long)&before, 0, sizeof before, 0, 0);
  return written;
}

int output_write_file(int file, const void *data, size_t size)
{
  const unsigned char *bytes = data;
  while (size > 0) {
    const long written = write_quietly(file, bytes, size);
    if (written == -EINTR)
      continue;
    if (written <= 0)
      return written < 0 ? (int)-written : EIO;
    bytes += written;
    size -= (size_t)written;
  }
  return 0;
}

/* A program that closes descriptors by system calls may have others under these numbers now. */
static void look_at_descriptors(struct output *output)
{
  if (output->socket >= 0 && identity_of(output->socket) != output->socket_identity)
    output->socket = -1;
  if (output->file >= 0 && identity_of(output->file) != output->file_identity)
    output->file = -1;
  if (output->door >= 0 && identity_of(output->door) != output->door_identity)
    output->door = -1;
}

void output_take_door(struct output *output, int fd)
{
  look_at_descriptors(output);
  close_fd(&output->door);
  output->door = fd;
  output->door_identity = identity_of(fd);
}

int output_door(struct output *output)
{
  look_at_descriptors(output);
  return output->door;
}

void output_flush(struct output *output)
{
  const size_t size = output->encoder.size;
  output->encoder.size = 0;
  if (size == 0)
    return;
  look_at_descriptors(output);
  if (output->socket >= 0 && !send_socket(output, output->encoder.data, size))
    lose_socket(output);
  close_attached(output);
  if (output->file >= 0 && output_write_file(output->file, output->encoder.data, size) != 0) {
    close_fd(&output->file);
    say("Seep: the record cannot be written in ", output->run_dir);
    say("\n", "");
  }
}

static void make_room(struct output *output, size_t start)
{
  const size_t capacity = output->encoder.size + 2 * FLUSH_BYTES;
  unsigned char *const data = env_allocate("output", capacity);
  memcpy(data, output->encoder.data, start);
  env_free(output->encoder.data);
  output->encoder = (struct record_encoder){data, capacity, start};
}

void output_send(struct output *output, enum record_kind kind, const void *frame)
{
  const size_t start = output->encoder.size;
  record_put(&output->encoder, kind, frame);
  if (output->encoder.size > output->encoder.capacity) {
    make_room(output, start);
    record_put(&output->encoder, kind, frame);
  }
  if (output->encoder.size >= FLUSH_BYTES)
    output_flush(output);
}

void output_attach(struct output *output, int fd)
{
  if (fd < 0)
    return;
  if (output->attached_count == OUTPUT_ATTACHED_MAX)
    output_flush(output);
  if (output->socket >= 0)
    output->attached[output->attached_count++] = fd;
  else
    close_fd(&fd);
}

static bool receive(int socket, void *data, size_t size)
{
  unsigned char *bytes = data;
  while (size > 0) {
    const long received = raw_syscall(SYS_recvfrom, socket, (long)bytes, (long)size, 0, 0, 0);
    if (received == -EINTR)
      continue;
    if (received <= 0)
      return false;
    bytes += received;
    size -= (size_t)received;
  }
  return true;
}

bool output_ask(struct output *output, enum record_question question, struct record_reply *ret)
{
  output_send(output, RECORD_QUERY, &(struct record_query){.question = question, .token = ++output->token});
  output_flush(output);
  if (output->socket < 0)
    return false;
  if (receive(output->socket, ret, sizeof *ret) && ret->magic == RECORD_REPLY_MAGIC && ret->token == output->token)
    return true;
  lose_socket(output);
  return false;
}

void output_end(struct output *output)
{
  output_flush(output);
  look_at_descriptors(output);
  close_fd(&output->socket);
  close_fd(&output->file);
  env_free(output->encoder.data);
  output->encoder.data = NULL;
}

int output_connect(const char *name)
{
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  const size_t bytes = name ? strlen(name) : 0;
  if (bytes == 0 || bytes + 1 > sizeof address.sun_path)
    return -1;
  memcpy(address.sun_path + 1, name, bytes);
  int fd = (int)raw_syscall(SYS_socket, AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, 0, 0, 0);
  const long size = (long)(offsetof(struct sockaddr_un, sun_path) + 1 + bytes);
  if (fd >= 0 && raw_syscall(SYS_connect, fd, (long)&address, size, 0, 0, 0) < 0)
    close_fd(&fd);
  return fd < 0 ? -1 : output_move_away(fd);
}

void output_before_fork(struct output *output)
{
  int ends[2];
  struct record_reply reply;
  close_fd(&output->of_child);
  if (output->socket < 0 || raw_syscall(SYS_socketpair, AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, (long)ends, 0, 0) < 0)
    return;
  output->of_child = output_move_away(ends[0]);
  output_attach(output, output_move_away(ends[1]));
  output_ask(output, RECORD_QUESTION_SYNC, &reply);
}

void output_after_fork(struct output *output)
{
  close_fd(&output->of_child);
}

void output_reopen(struct output *output)
{
  close_fd(&output->file);
  close_fd(&output->socket);
  output->socket = output->of_child;
  output->of_child = -1;
  begin_stream(output, -1);
}

const char *output_record_path(const struct output *output)
{
  return output->file >= 0 ? record_path : NULL;
}

bool output_has(const struct output *output, int fd)
{
  return fd >= 0 && (fd == output->socket || fd == output->of_child || fd == output->file || fd == output->door);
}

unsigned output_first_above(const struct output *output, int fd)
{
  const int ours[] = {output->socket, output->of_child, output->file, output->door};
  unsigned first = UINT_MAX;
  for (unsigned i = 0; i < sizeof ours / sizeof *ours; i++)
    if (ours[i] > fd && (unsigned)ours[i] < first)
      first = (unsigned)ours[i];
  return first;
}

void output_leave(struct output *output, int fd)
{
  int *const ours[] = {&output->socket, &output->of_child, &output->file, &output->door};
  for (unsigned i = 0; i < sizeof ours / sizeof *ours; i++)
    if (*ours[i] == fd)
      *ours[i] = (int)raw_syscall(SYS_fcntl, fd, F_DUPFD_CLOEXEC, fd + 1, 0, 0, 0);
}
