/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Nobody waits at the program's socket, so a signal is sent. It would end a process that does not handle it: one that
 * has just executed another program. So it is only sent while the process says that it does, and while it has the
 * socket, which is closed then. */
#include "host/launcher/native_asking.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "host/base/print.h"
#include "host/base/process_status.h"
#include "host/reporter/server.h"
#include "shared/base/native_requests.h"

enum { ASK_AGAIN_MS = 20, TRIES = 500 };

/* As the process itself knows it. */
static int own_pid(long pid)
{
  char text[PROCESS_STATUS_BYTES];
  const char *numbers;
  if (!process_status_find(pid, "\nNSpid:", text, &numbers))
    return (int)pid;
  const char *const last = strrchr(numbers, '\t');
  return last ? atoi(last) : (int)pid;
}

static bool handles_signal(long pid)
{
  char text[PROCESS_STATUS_BYTES];
  const char *set;
  return process_status_find(pid, "\nSigCgt:", text, &set) &&
         (strtoull(set, NULL, 16) >> (NATIVE_REQUESTS_SIGNAL - 1) & 1) != 0;
}

int native_asking_connect(long pid)
{
  for (int number = 0; number < NATIVE_REQUESTS_NUMBERS; number++) {
    char *const name = print_text(NATIVE_REQUESTS_SOCKET, own_pid(pid), number);
    struct ucred peer = {0};
    socklen_t size = sizeof peer;
    int fd = -1;
    error_free(server_connect(name, &fd));
    free(name);
    if (fd >= 0 && getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.pid == pid)
      return fd;
    if (fd >= 0)
      close(fd);
  }
  return -1;
}

bool native_asking_is_native(long pid)
{
  char path[64], *line = NULL;
  size_t bytes = 0;
  bool is_there = false;
  snprintf(path, sizeof path, "/proc/%ld/maps", pid);
  FILE *const file = fopen(path, "re");
  while (file && !is_there && getline(&line, &bytes, file) > 0)
    is_there = strstr(line, "/native-amd64-linux.so") != NULL;
  free(line);
  if (file)
    fclose(file);
  return is_there;
}

static void send_signal(const struct native_target *target)
{
  const long pid = target->pid;
  siginfo_t info;
  memset(&info, 0, sizeof info);
  info.si_signo = NATIVE_REQUESTS_SIGNAL;
  info.si_code = SI_QUEUE;
  info.si_pid = getpid();
  info.si_uid = getuid();
  info.si_value.sival_int = NATIVE_REQUESTS_VALUE;
  if (!handles_signal(pid))
    return;
  const long sent = target->thread > 0
                      ? syscall(SYS_rt_tgsigqueueinfo, pid, target->thread, NATIVE_REQUESTS_SIGNAL, &info)
                      : syscall(SYS_rt_sigqueueinfo, pid, NATIVE_REQUESTS_SIGNAL, &info);
  if (sent < 0 && errno == ESRCH) /* the thread has ended */
    (void)syscall(SYS_rt_sigqueueinfo, pid, NATIVE_REQUESTS_SIGNAL, &info);
  else if (sent < 0 && errno == EAGAIN)
    (void)kill((pid_t)pid,
               NATIVE_REQUESTS_SIGNAL); /* it may have no signals queued (ulimit -i): they come without info */
}

/* A signal may be lost: the thread that got it was not able to answer. */
static bool wait_for_answer(int fd, const struct native_target *target)
{
  struct pollfd answer = {.fd = fd, .events = POLLIN};
  for (unsigned tries = 0; tries < TRIES; tries++) {
    send_signal(target);
    if (poll(&answer, 1, ASK_AGAIN_MS) > 0)
      return true;
  }
  return false;
}

static size_t read_answer(int fd, char *text, size_t bytes)
{
  size_t size = 0;
  for (ssize_t more; size + 1 < bytes && (more = read(fd, text + size, bytes - 1 - size)) != 0;) {
    if (more < 0 && errno != EINTR)
      break;
    size += more > 0 ? (size_t)more : 0;
  }
  text[size] = '\0';
  return size;
}

struct error *native_asking_ask(int fd, const struct native_target *target, const char *label, char *ret_answer,
                                size_t bytes)
{
  const long pid = target->pid;
  struct error *error = NULL;
  char *const line = print_text("%s\n", label);
  const size_t size = strlen(line);
  if (send(fd, line, size, MSG_NOSIGNAL) != (ssize_t)size || !wait_for_answer(fd, target))
    error = error_format("process %ld did not answer for %d s; its threads may all be blocked in the kernel", pid,
                         TRIES * ASK_AGAIN_MS / 1000);
  else if (read_answer(fd, ret_answer, bytes) == 0)
    error = error_format("no answer from process %ld: it ended, or executed another program", pid);
  free(line);
  close(fd);
  return error;
}
