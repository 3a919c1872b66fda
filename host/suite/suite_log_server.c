/* SPDX-License-Identifier: GPL-2.0-or-later */
/* It has the log and the run directory open since the suite began, so it does not matter to whom they belong or where
 * they are by now. It is a process of its own, as processes may outlive the suite. One request is answered at a time;
 * who knows the secret belongs to the suite, and who does not is not listened to. */
#include "host/suite/suite_log_server.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include "host/suite/preload/suite_line.h"
#include "host/suite/preload/suite_setup.h"

enum { BACKLOG = 128, PATIENCE_S = 2, RECORDS_MAX = 10000, REQUEST_BYTES = SUITE_KEY_SECRET + 1 + SUITE_LINE_BYTES };

struct log_server {
  int listener, file_listener, end; /* file_listener -1: there is none */
  const struct suite_files *files;
  const char *secret, *reporter;
  char request[REQUEST_BYTES + 1];
};

/* Bound or connected to a name in the abstract namespace; -1: it cannot be. */
static int open_socket(const char *name, int type, int (*use)(int fd, const struct sockaddr *address, socklen_t size))
{
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  size_t length = strlen(name);
  int fd = length < sizeof address.sun_path ? socket(AF_UNIX, type | SOCK_CLOEXEC, 0) : -1;
  if (fd < 0)
    return -1;
  memcpy(address.sun_path + 1, name, length);
  if (use(fd, (struct sockaddr *)&address, (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + length)) == 0)
    return fd;
  int problem = errno;
  close(fd);
  errno = problem;
  return -1;
}

/* --- requests --- */

static void append_line(struct log_server *server, int client, const char *line, size_t size)
{
  bool is_kept = write(server->files->lock, line, size) == (ssize_t)size;
  char answer = is_kept ? SUITE_LINE_KEPT : '0';
  if (!is_kept)
    suite_files_set_fault(server->files);
  (void)send(client, &answer, 1, MSG_NOSIGNAL);
}

/* Setups are the suite's own, or those that calls of valgrind have made. */
static bool is_setup(const char *name)
{
  return !strchr(name, '/') && strstr(name, ".setup");
}

static void send_setup(struct log_server *server, int client, const char *name)
{
  static char text[SUITE_SETUP_BYTES];
  int fd = is_setup(name) ? openat(server->files->directory, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) : -1;
  ssize_t size = fd >= 0 ? read(fd, text, sizeof text) : 0;
  if (fd >= 0)
    close(fd);
  (void)send(client, text, size > 0 ? (size_t)size : 0, MSG_NOSIGNAL);
}

/* As the tool would create it. */
static int create_record(const struct log_server *server, long pid)
{
  char name[64];
  for (int i = 0; i < RECORDS_MAX; i++) {
    if (i == 0)
      snprintf(name, sizeof name, "p%ld.rec", pid);
    else
      snprintf(name, sizeof name, "p%ld.%d.rec", pid, i);
    int fd = openat(server->files->directory, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd >= 0 || errno != EEXIST)
      return fd;
  }
  return -1;
}

static void send_stream(struct log_server *server, int client, const char *pid_text)
{
  union {
    struct cmsghdr head;
    char room[CMSG_SPACE(2 * sizeof(int))];
  } passed = {.head = {.cmsg_len = CMSG_LEN(2 * sizeof(int)), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS}};
  struct iovec part = {(char *)"", 1};
  struct msghdr message = {
    .msg_iov = &part, .msg_iovlen = 1, .msg_control = &passed, .msg_controllen = sizeof passed.room,
  };
  long pid = strtol(pid_text, NULL, 10);
  const int record = pid > 0 ? create_record(server, pid) : -1;
  const int descriptors[] = {open_socket(server->reporter, SOCK_STREAM, connect), record};
  memcpy(CMSG_DATA(&passed.head), descriptors, sizeof descriptors);
  if (descriptors[0] >= 0 && descriptors[1] >= 0)
    (void)sendmsg(client, &message, MSG_NOSIGNAL);
  for (size_t i = 0; i < 2; i++)
    if (descriptors[i] >= 0)
      close(descriptors[i]);
}

static void serve(struct log_server *server, int client)
{
  ssize_t size = recv(client, server->request, REQUEST_BYTES, 0);
  if (size <= SUITE_KEY_SECRET || memcmp(server->request, server->secret, SUITE_KEY_SECRET) != 0)
    return;
  server->request[size] = '\0';
  const char *rest = server->request + SUITE_KEY_SECRET + 1;
  if (server->request[SUITE_KEY_SECRET] == SUITE_REQUEST_LINE)
    append_line(server, client, rest, (size_t)size - SUITE_KEY_SECRET - 1);
  else if (server->request[SUITE_KEY_SECRET] == SUITE_REQUEST_SETUP)
    send_setup(server, client, rest);
  else if (server->request[SUITE_KEY_SECRET] == SUITE_REQUEST_STREAM)
    send_stream(server, client, rest);
}

/* --- the process --- */

static void take_client(struct log_server *server, int listener)
{
  const struct timeval patience = {.tv_sec = PATIENCE_S};
  int client = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
  if (client < 0)
    return;
  setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  serve(server, client);
  close(client);
}

static void ignore_signals(void)
{
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
}

/* The command's pipes must end with the command. */
static void leave_descriptors(const struct log_server *server)
{
  int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (int fd = STDIN_FILENO; null >= 0 && fd <= STDERR_FILENO; fd++)
    dup2(null, fd);
  struct rlimit limit = {0};
  getrlimit(RLIMIT_NOFILE, &limit);
  const struct suite_files *files = server->files;
  const int kept[] = {
    server->listener, server->file_listener, server->end, files->lock, files->fault, files->directory,
  };
  for (int fd = STDERR_FILENO + 1; fd < (int)(limit.rlim_cur < 4096 ? limit.rlim_cur : 4096); fd++) {
    bool is_kept = false;
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
      is_kept |= kept[i] == fd;
    if (!is_kept)
      close(fd);
  }
}

static void __attribute__((noreturn)) run(struct log_server *server)
{
  prctl(PR_SET_NAME, "seep-suite-log");
  setsid();
  ignore_signals();
  leave_descriptors(server);
  (void)!chdir("/");
  struct pollfd set[] = {{.fd = server->listener, .events = POLLIN}, {.fd = server->file_listener, .events = POLLIN},
                         {.fd = server->end, .events = POLLIN}};
  for (;;) {
    if (poll(set, 3, -1) < 0)
      continue;
    if (set[0].revents)
      take_client(server, server->listener);
    else if (set[1].revents)
      take_client(server, server->file_listener);
    else if (set[2].revents)
      break;
  }
  unlinkat(server->files->directory, SUITE_LOG_SOCKET_FILE, 0);
  _exit(0);
}

/* --- starting --- */

static struct error *make_key(char key[static SUITE_KEY_BYTES])
{
  unsigned char bytes[SUITE_KEY_BYTES / 2];
  if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes)
    return error_errno(errno, "no random numbers for the key of the suite's log");
  for (size_t i = 0; i < sizeof bytes; i++)
    snprintf(key + 2 * i, 3, "%02x", bytes[i]);
  return NULL;
}

static int listen_on(const char *key)
{
  char name[sizeof SUITE_LOG_SOCKET + SUITE_KEY_NAME];
  snprintf(name, sizeof name, SUITE_LOG_SOCKET "%.*s", SUITE_KEY_NAME, key);
  int fd = open_socket(name, SOCK_SEQPACKET, bind);
  if (fd >= 0 && listen(fd, BACKLOG) < 0) {
    close(fd);
    return -1;
  }
  return fd;
}

/* Whoever may enter the run directory. */
static int listen_in(int directory)
{
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
  snprintf(address.sun_path, sizeof address.sun_path, "/proc/self/fd/%d/" SUITE_LOG_SOCKET_FILE, directory);
  if (fd >= 0 && bind(fd, (struct sockaddr *)&address, sizeof address) == 0 &&
      fchmodat(directory, SUITE_LOG_SOCKET_FILE, S_IRUSR | S_IWUSR, 0) == 0 && listen(fd, BACKLOG) == 0)
    return fd;
  if (fd >= 0)
    close(fd);
  return -1;
}

struct error *suite_log_server_start(const struct suite_files *files, const char *reporter, int end,
                                     char ret_key[static SUITE_KEY_BYTES])
{
  static struct log_server server;
  struct error *error = make_key(ret_key);
  if (error)
    return error;
  server.files = files;
  server.reporter = reporter;
  server.end = end;
  server.secret = ret_key + SUITE_KEY_NAME;
  server.listener = listen_on(ret_key);
  server.file_listener = listen_in(files->directory);
  pid_t pid = server.listener < 0 ? -1 : fork();
  if (pid == 0)
    run(&server);
  if (pid < 0)
    error = error_errno(errno, "cannot start the server of the suite's log");
  if (server.listener >= 0)
    close(server.listener);
  if (server.file_listener >= 0)
    close(server.file_listener);
  return error;
}
