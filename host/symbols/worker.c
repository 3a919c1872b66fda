/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Why a process of its own: debug information comes from anywhere, libdw is a large library in C, and nothing bounds
 * the time and memory that a well-formed but monstrous file takes. (The library used earlier, libdwarf of 2021, had a
 * double free and an endless loop.) In a worker all that is harmless: when it crashes, loops or uses too much memory,
 * it ends, the module is read again without DWARF (worker_deaths.c), and everything else goes on.
 *
 * The worker holds no descriptor but its socket, so that it keeps nobody's pipe open, and dies with its parent. Per
 * request it may use REQUEST_CPU_SECONDS of processor time, after which the kernel ends it; the asker waits a good deal
 * longer, for slow disks and busy machines. */
#include "host/symbols/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "host/base/memory.h"
#include "host/base/read_up_to.h"
#include "host/symbols/elf/debuginfod.h"

enum {
  WAIT_SECONDS = 120,
  WORKER_END = SIGUSR1, WORKER_GIVE_UP = SIGUSR2, /* from the parent */
  MOMENT_SECONDS = 2,
  WORKER_SOCKET = 3,
  REPLIES_MAX = 1 << 17, /* warnings, probes and so on before one result */
};
#ifdef SEEP_ADDRESS_SANITIZER /* whose shadow memory would count */
static const rlim_t worker_memory_bytes = RLIM_INFINITY;
#else
static const rlim_t worker_memory_bytes = (rlim_t)4 << 30;
#endif

struct worker {
  pid_t pid;
  int fd;
};

/* Room for one descriptor beside a message. */
union passed {
  struct cmsghdr head;
  char room[CMSG_SPACE(sizeof(int))];
};

static bool read_all(int fd, void *data, size_t size)
{
  return read_up_to(fd, data, size) == (ssize_t)size;
}

/* As read_all(), of a few bytes that come in one piece. */
static bool read_with_file(int fd, void *data, size_t size, int *ret_file)
{
  union passed passed;
  struct iovec part = {data, size};
  struct msghdr message = {
    .msg_iov = &part, .msg_iovlen = 1, .msg_control = &passed, .msg_controllen = sizeof passed};
  ssize_t count;
  *ret_file = -1;
  while ((count = recvmsg(fd, &message, MSG_CMSG_CLOEXEC | MSG_WAITALL)) < 0 && errno == EINTR)
    continue;
  const struct cmsghdr *head = count > 0 ? CMSG_FIRSTHDR(&message) : NULL;
  if (head && head->cmsg_type == SCM_RIGHTS && head->cmsg_len == CMSG_LEN(sizeof(int)))
    memcpy(ret_file, CMSG_DATA(head), sizeof(int));
  return count == (ssize_t)size;
}

static bool write_all(int fd, const void *data, size_t size)
{
  for (size_t done = 0; done < size;) {
    ssize_t count = send(fd, (const char *)data + done, size - done, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return false;
    done += (size_t)count;
  }
  return true;
}

static bool write_with_file(int fd, void *data, size_t size, int file)
{
  union passed passed = {.head = {
    .cmsg_len = CMSG_LEN(sizeof file), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS}};
  struct iovec part = {data, size};
  struct msghdr message = {
    .msg_iov = &part, .msg_iovlen = 1, .msg_control = &passed, .msg_controllen = sizeof passed};
  memcpy(CMSG_DATA(&passed.head), &file, sizeof file);
  ssize_t count;
  while ((count = sendmsg(fd, &message, MSG_NOSIGNAL)) < 0 && errno == EINTR)
    continue;
  return count == (ssize_t)size;
}

bool worker_read_message(int fd, struct byte_builder *message, int *ret_file)
{
  unsigned char head[4];
  if (ret_file ? !read_with_file(fd, head, sizeof head, ret_file) : !read_all(fd, head, sizeof head))
    return false;
  struct bytes bytes = bytes_of(head, sizeof head);
  size_t size = bytes_number(&bytes, sizeof head);
  if (size == 0 || size > WORKER_MESSAGE_MAX_BYTES)
    return false;
  free(message->data);
  *message = (struct byte_builder){.data = memory_allocate(size), .size = size, .capacity = size};
  return read_all(fd, message->data, size);
}

/* A descriptor that cannot be passed is left out; then the path is used. */
bool worker_write_message(int fd, const struct byte_builder *message, int file)
{
  if (message->size > WORKER_MESSAGE_MAX_BYTES)
    return false;
  unsigned char head[4];
  for (unsigned i = 0; i < sizeof head; i++)
    head[i] = (unsigned char)(message->size >> 8 * i);
  bool sent = (file >= 0 && write_with_file(fd, head, sizeof head, file)) || write_all(fd, head, sizeof head);
  return sent && write_all(fd, message->data, message->size);
}

/* In the new process: keep the socket and nothing else of the parent's. */
static bool shed_inheritance(int fd)
{
  int null = open("/dev/null", O_RDWR);
  if (null < 0 || dup2(fd, WORKER_SOCKET) < 0)
    return false;
  for (int i = 0; i < WORKER_SOCKET; i++)
    if (dup2(null, i) < 0)
      return false;
  return close_range(WORKER_SOCKET + 1, ~0U, 0) == 0;
}

/* At once, or when the download is given up, which takes a moment; but no longer than that. */
static void end(int number)
{
  const bool is_asking = debuginfod_stop();
  if (is_asking)
    alarm(MOMENT_SECONDS);
  else if (number == SIGPROF)
    raise(number); /* whose handler is gone */
  else
    _exit(0);
}

/* Nothing more is downloaded; questions are answered. */
static void give_up(int number)
{
  (void)number;
  debuginfod_stop();
}

/* A crash ends the process, whatever handlers the parent has; what a terminal sends is for the parent to act on. */
static void reset_signals(void)
{
  sigset_t none;
  sigemptyset(&none);
  for (int number = 1; number < NSIG; number++)
    signal(number, SIG_DFL);
  signal(SIGINT, SIG_IGN);
  signal(SIGQUIT, SIG_IGN);
  signal(SIGHUP, SIG_IGN);
  signal(SIGTERM, SIG_IGN);
  signal(SIGPIPE, SIG_IGN); /* servers that hang up */
  sigaction(WORKER_END, &(struct sigaction){.sa_handler = end}, NULL);
  sigaction(WORKER_GIVE_UP, &(struct sigaction){.sa_handler = give_up, .sa_flags = SA_RESTART}, NULL);
  sigaction(SIGPROF, &(struct sigaction){.sa_handler = end, .sa_flags = (int)SA_RESETHAND}, NULL);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

static void limit_resources(void)
{
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
  setrlimit(RLIMIT_DATA, &(struct rlimit){worker_memory_bytes, worker_memory_bytes});
}

static void worker_main(int fd, pid_t parent, const char *const *debug_dirs, bool downloads)
{
  reset_signals();
  prctl(PR_SET_PDEATHSIG, WORKER_END);
  if (getppid() != parent || !shed_inheritance(fd))
    _exit(1);
  prctl(PR_SET_NAME, "seep-symbols");
  limit_resources();
  worker_serve(WORKER_SOCKET, debug_dirs, downloads);
  _exit(0);
}

struct error *worker_start(const char *const *debug_dirs, bool downloads, struct worker **ret)
{
  int fds[2];
  struct worker *worker = memory_allocate(sizeof *worker);
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) < 0) {
    free(worker);
    return error_errno(errno, "cannot make a socket to the process that reads symbols");
  }
  setsockopt(fds[0], SOL_SOCKET, SO_RCVTIMEO, &(struct timeval){.tv_sec = WAIT_SECONDS}, sizeof(struct timeval));
  pid_t parent = getpid();
  worker->fd = fds[0];
  worker->pid = fork();
  if (worker->pid == 0)
    worker_main(fds[1], parent, debug_dirs, downloads);
  close(fds[1]);
  if (worker->pid < 0) {
    int fork_errno = errno;
    close(fds[0]);
    free(worker);
    return error_errno(fork_errno, "cannot start the process that reads symbols");
  }
  *ret = worker;
  return NULL;
}

/* It is asked to, and given time for what it has begun. */
static bool has_ended_itself(pid_t pid)
{
  siginfo_t info = {0};
  kill(pid, WORKER_END);
  for (int ms = 0; ms < 1000 * (MOMENT_SECONDS + 1); ms++) {
    if (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT | WNOHANG) == 0 && info.si_pid == pid)
      return true;
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
  }
  return false;
}

void worker_stop(struct worker *worker)
{
  if (!worker)
    return;
  close(worker->fd);
  kill(worker->pid, has_ended_itself(worker->pid) ? 0 : SIGKILL);
  while (waitpid(worker->pid, NULL, 0) < 0 && errno == EINTR)
    continue;
  free(worker);
}

/* Why the worker no longer answers: the kernel ends it by SIGPROF when its time is up. */
static enum worker_outcome outcome_of_silence(const struct worker *worker, int read_errno)
{
  siginfo_t info = {0};
  if (read_errno == EAGAIN)
    return WORKER_TOO_SLOW;
  kill(worker->pid, SIGKILL); /* one that is dying already keeps its own cause of death */
  while (waitid(P_PID, (id_t)worker->pid, &info, WEXITED | WNOWAIT) < 0)
    if (errno != EINTR)
      return WORKER_CRASHED;
  return info.si_code != CLD_EXITED && info.si_status == SIGPROF ? WORKER_TOO_SLOW : WORKER_CRASHED;
}

/* Take one reply; *ret_done tells that it was the result. */
static bool take_reply(const struct worker *worker, struct byte_builder *message,
                       const struct worker_listener *listener, struct byte_builder *result, bool *ret_done)
{
  struct bytes bytes = bytes_of(message->data, message->size);
  uint64_t kind = bytes_number(&bytes, 1);
  *ret_done = kind == WORKER_RESULT;
  if (kind == WORKER_RESULT) {
    builder_block(result, bytes.next, (size_t)(bytes.end - bytes.next));
    return true;
  }
  const char *text = bytes_string(&bytes);
  if (kind == WORKER_PROGRESS && !bytes.overrun)
    kill(worker->pid, listener->progress(listener->context, text) ? 0 : WORKER_GIVE_UP);
  else if (kind == WORKER_WARNING && text)
    listener->warned(listener->context, text);
  else if (kind == WORKER_PROBE && text)
    listener->probed(listener->context, text);
  else
    return false;
  return true;
}

static enum worker_outcome read_replies(struct worker *worker, const struct worker_listener *listener,
                                        struct byte_builder *result)
{
  struct byte_builder message = {0};
  enum worker_outcome outcome = WORKER_CRASHED;
  bool done = false;
  for (int i = 0; i < REPLIES_MAX && !done; i++) {
    errno = 0;
    if (!worker_read_message(worker->fd, &message, NULL)) {
      outcome = outcome_of_silence(worker, errno);
      break;
    }
    if (!take_reply(worker, &message, listener, result, &done))
      break;
  }
  builder_deinit(&message);
  return done ? WORKER_ANSWERED : outcome;
}

enum worker_outcome worker_ask(struct worker *worker, const struct byte_builder *request, int file,
                               const struct worker_listener *listener, struct byte_builder *result)
{
  if (!worker_write_message(worker->fd, request, file))
    return WORKER_CRASHED;
  return read_replies(worker, listener, result);
}
