/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/suite/preload/suite_log_client.h"

#include <fcntl.h>
#include <linux/un.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>

#include "shared/base/raw_syscalls.h"
#include "shared/base/plain_strings.h"

enum { PATIENCE_S = 10, ERROR_INTERRUPTED = -4 };

static long connect_to(const struct sockaddr_un *address, size_t path_bytes)
{
  const struct timeval patience = {.tv_sec = PATIENCE_S};
  long fd = raw_syscall(SYS_socket, AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, 0, 0, 0);
  if (fd < 0)
    return fd;
  raw_syscall(SYS_setsockopt, fd, SOL_SOCKET, SO_RCVTIMEO, (long)&patience, sizeof patience, 0);
  raw_syscall(SYS_setsockopt, fd, SOL_SOCKET, SO_SNDTIMEO, (long)&patience, sizeof patience, 0);
  long bytes = (long)(offsetof(struct sockaddr_un, sun_path) + path_bytes);
  long result = raw_syscall(SYS_connect, fd, (long)address, bytes, 0, 0, 0);
  if (result < 0)
    raw_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
  return result < 0 ? result : fd;
}

static long connect_by_name(const char *key)
{
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  char *name = address.sun_path + 1; /* after a NUL, as it is in the abstract namespace */
  text_append(name, sizeof address.sun_path - 1, SUITE_LOG_SOCKET);
  size_t size = text_length(name);
  for (size_t i = 0; i < SUITE_KEY_NAME; i++)
    name[size++] = key[i];
  return connect_to(&address, size + 1);
}

/* Abstract names belong to a network namespace, files do not. */
static long connect_beside(const char *log)
{
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  size_t folder = 0;
  for (size_t i = 0; log[i]; i++)
    if (log[i] == '/')
      folder = i + 1;
  if (folder == 0 || folder + sizeof SUITE_LOG_SOCKET_FILE > sizeof address.sun_path)
    return -1;
  for (size_t i = 0; i < folder; i++)
    address.sun_path[i] = log[i];
  text_append(address.sun_path, sizeof address.sun_path, SUITE_LOG_SOCKET_FILE);
  return connect_to(&address, folder + sizeof SUITE_LOG_SOCKET_FILE);
}

/* `log`: NULL: by name alone. */
static long open_socket(const char *key, const char *log)
{
  long fd = connect_by_name(key);
  return fd < 0 && log ? connect_beside(log) : fd;
}

/* The size of the answer; negative: there is none. Descriptors that come with it go into `control`. */
static long ask(const char *key, const char *log, enum suite_request request, const char *data, size_t size,
                struct msghdr *answer)
{
  if (text_length(key) != SUITE_KEY_BYTES - 1)
    return -1;
  char letter = (char)request;
  struct iovec parts[] = {
    {(char *)key + SUITE_KEY_NAME, SUITE_KEY_SECRET}, {&letter, 1}, {(char *)data, size},
  };
  struct msghdr message = {.msg_iov = parts, .msg_iovlen = 3};
  long fd = open_socket(key, log), result;
  if (fd < 0)
    return fd;
  result = raw_syscall(SYS_sendmsg, fd, (long)&message, MSG_NOSIGNAL, 0, 0, 0);
  if (result >= 0)
    do
      result = raw_syscall(SYS_recvmsg, fd, (long)answer, 0, 0, 0, 0);
    while (result == ERROR_INTERRUPTED);
  raw_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
  return result;
}

bool suite_log_client_append(const char *key, const char *line, size_t size)
{
  char answer = '\0';
  struct iovec part = {&answer, 1};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  return ask(key, NULL, SUITE_REQUEST_LINE, line, size, &message) == 1 && answer == SUITE_LINE_KEPT;
}

size_t suite_log_client_setup(const char *key, const char *name, char *buffer, size_t room)
{
  struct iovec part = {buffer, room};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  long size = ask(key, NULL, SUITE_REQUEST_SETUP, name, text_length(name), &message);
  return size > 0 ? (size_t)size : 0;
}

/* A standard descriptor that is closed must stay closed for the program. */
static int above_standard(int fd)
{
  enum { LAST_STANDARD = 2 };
  if (fd > LAST_STANDARD)
    return fd;
  long higher = raw_syscall(SYS_fcntl, fd, F_DUPFD, LAST_STANDARD + 1, 0, 0, 0);
  raw_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
  return (int)higher;
}

bool suite_log_client_stream(const char *key, const char *log, struct suite_stream *ret)
{
  union {
    struct cmsghdr head;
    char room[CMSG_SPACE(2 * sizeof(int))];
  } passed = {.room = ""};
  char pid[24] = "", answer = '\0';
  struct iovec part = {&answer, 1};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &passed, .msg_controllen = sizeof passed};
  text_append_number(pid, sizeof pid, (unsigned long)raw_syscall(SYS_getpid, 0, 0, 0, 0, 0, 0), 10);
  long size = ask(key, log, SUITE_REQUEST_STREAM, pid, text_length(pid), &message);
  if (size != 1 || message.msg_controllen < CMSG_LEN(2 * sizeof(int)) || passed.head.cmsg_type != SCM_RIGHTS)
    return false;
  const int *descriptors = (const int *)CMSG_DATA(&passed.head);
  *ret = (struct suite_stream){.channel = above_standard(descriptors[0]), .record = above_standard(descriptors[1])};
  return true;
}
