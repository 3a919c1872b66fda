/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "native/requests.h"

#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/un.h>
#include <time.h>

#include "native/attachment.h"
#include "native/detours.h"
#include "native/live_census.h"
#include "native/own_memory.h"
#include "native/own_stack.h"
#include "native/process_private.h"
#include "native/snapshots.h"
#include "native/snapshot_triggers.h"
#include "native/standstill.h"
#include "native/watched_thread.h"
#include "shared/base/native_requests.h"
#include "shared/base/raw_syscalls.h"

enum { BACKLOG = 8, ANSWER_BYTES = 8192, NUMBER_BYTES = 32, NS_OF_MS = 1000000, NS_OF_US = 1000 };

/* --- the socket --- */

static int make_socket(void)
{
  const int pid = process_pid();
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  const long fd = raw_syscall(SYS_socket, AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, 0, 0, 0);
  for (int number = 0; fd >= 0 && number < NATIVE_REQUESTS_NUMBERS; number++) {
    const int size = snprintf(address.sun_path + 1, sizeof address.sun_path - 1, NATIVE_REQUESTS_SOCKET, pid, number);
    const long bytes = (long)offsetof(struct sockaddr_un, sun_path) + 1 + size;
    if (raw_syscall(SYS_bind, fd, (long)&address, bytes, 0, 0, 0) == 0 &&
        raw_syscall(SYS_listen, fd, BACKLOG, 0, 0, 0, 0) == 0)
      return output_move_away((int)fd);
  }
  if (fd >= 0)
    (void)raw_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
  return -1;
}

/* Of the same user, or root. */
static bool is_welcome(long fd)
{
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (raw_syscall(SYS_getsockopt, fd, SOL_SOCKET, SO_PEERCRED, (long)&peer, (long)&size, 0) < 0)
    return false;
  return peer.uid == 0 || (long)peer.uid == raw_syscall(SYS_geteuid, 0, 0, 0, 0, 0, 0);
}

/* --- one request --- */

struct request {
  struct watched_thread *thread;
  long fd; /* of who asks */
  char label[NATIVE_REQUESTS_BYTES];
  char answer[ANSWER_BYTES];
};

/* "1,234,567" */
static const char *grouped(uint64_t number, char text[NUMBER_BYTES])
{
  char *at = text + NUMBER_BYTES - 1;
  unsigned digits = 0;
  *at = '\0';
  do {
    if (digits > 0 && digits % 3 == 0)
      *--at = ',';
    *--at = (char)('0' + number % 10);
    digits++;
  } while ((number /= 10) > 0);
  return at;
}

static void send_answer(const struct request *request)
{
  (void)raw_syscall(SYS_sendto, request->fd, (long)request->answer, (long)strlen(request->answer),
                    MSG_NOSIGNAL | MSG_DONTWAIT, 0, 0);
}

static void print_answer(struct request *request, const struct record_snapshot *snapshot)
{
  char blocks[NUMBER_BYTES], bytes[NUMBER_BYTES], edges[NUMBER_BYTES], pause[NUMBER_BYTES], written[NUMBER_BYTES];
  const bool is_aside = snapshot->written_ns > 0;
  if (snapshot->problem.size > 0)
    snprintf(request->answer, ANSWER_BYTES, "no snapshot: %.*s\n", (int)snapshot->problem.size, snapshot->problem.data);
  else
    snprintf(request->answer, ANSWER_BYTES,
             "snapshot %lu: %s blocks, %s bytes, %s pointers, program stopped for %s ms%s%s%s\nin %s\n",
             (unsigned long)snapshot->id, grouped(snapshot->blocks, blocks), grouped(snapshot->bytes, bytes),
             grouped(snapshot->edges, edges), grouped(snapshot->pause_ns / NS_OF_MS, pause),
             is_aside ? ", written in " : "", is_aside ? grouped(snapshot->written_ns / NS_OF_MS, written) : "",
             is_aside ? " ms" : "", snapshots_path());
}

/* Here, or in the process that has written it. */
static void answer_snapshot(void *context, const struct record_snapshot *snapshot)
{
  struct request *const request = context;
  print_answer(request, snapshot);
  send_answer(request);
}

static void take_snapshot(void *argument)
{
  struct request *const request = argument;
  (void)snapshots_take_now(request->thread, &(struct snapshot_order){.reason = RECORD_SNAPSHOT_BY_MONITOR,
                                                                     .tid = request->thread->number,
                                                                     .label = process_string(request->label),
                                                                     .tell = answer_snapshot,
                                                                     .context = request,
                                                                     .kept_fd = (int)request->fd});
}

static void take_periodic(void *argument)
{
  struct watched_thread *const thread = argument;
  struct standstill still;
  standstill_begin(&still, thread, 0);
  standstill_tell(&still);
  snapshot_triggers_take(&still, thread);
  standstill_end(&still);
  watched_threads_go_on();
}

/* Who has just connected, for the signal of another, sends its line in a moment. False: nothing was asked. */
static bool read_request(long fd, struct request *request)
{
  const struct timeval patience = {.tv_usec = 200000};
  if (!is_welcome(fd))
    return false;
  (void)raw_syscall(SYS_setsockopt, fd, SOL_SOCKET, SO_RCVTIMEO, (long)&patience, sizeof patience, 0);
  const long bytes = raw_syscall(SYS_recvfrom, fd, (long)request->label, sizeof request->label - 1, 0, 0, 0);
  request->label[bytes > 0 ? bytes : 0] = '\0';
  char *const end = strchr(request->label, '\n');
  if (end)
    *end = '\0';
  return end != NULL;
}

static void detach(void *argument)
{
  struct request *const request = argument;
  char pause[NUMBER_BYTES];
  if (!process.is_attached) {
    snprintf(request->answer, ANSWER_BYTES, "not attached\n");
    send_answer(request);
    return;
  }
  snprintf(request->answer, ANSWER_BYTES, "detached: program stopped for %s ms\n",
           grouped(attachment_end(request->thread) / NS_OF_MS, pause));
  send_answer(request);
}

static void take_census(void *argument)
{
  struct request *const request = argument;
  char pause[NUMBER_BYTES];
  const char *const path = output_record_path(&process.output);
  const uint64_t began_ns = process_now_ns(CLOCK_MONOTONIC);
  if (!path)
    snprintf(request->answer, ANSWER_BYTES, "no census: this run keeps no record\n");
  else if (!live_census_send())
    snprintf(request->answer, ANSWER_BYTES, "no census: there is no memory for it\n");
  else
    snprintf(request->answer, ANSWER_BYTES, "census: one thread stopped for %s us\nin %s\n",
             grouped((process_now_ns(CLOCK_MONOTONIC) - began_ns) / NS_OF_US, pause), path);
  send_answer(request);
}

/* The program goes on without the checker. */
static void give_up(struct request *request)
{
  if (process.is_attached)
    detours_take_back();
  watched_threads_go_on();
  process_stop_watching("there is no memory left for its checker");
  if (process.is_attached) /* whoever attached waits for that */
    output_end(&process.output);
  snprintf(request->answer, ANSWER_BYTES, "no memory is left for that, so the program is not watched any more\n");
  send_answer(request);
}

static void run_request(void (*function)(void *argument), struct request *request)
{
  jmp_buf place;
  if (_setjmp(place) != 0) {
    give_up(request);
    return;
  }
  own_memory_escape_to(&place);
  own_stack_run(function, request);
  own_memory_escape_to(NULL);
}

/* --- all that wait --- */

static void answer_one(struct request *request, long fd)
{
  request->fd = fd;
  if (!read_request(fd, request))
    return;
  const bool is_last = strcmp(request->label, NATIVE_REQUESTS_DETACH) == 0;
  if (strcmp(request->label, NATIVE_REQUESTS_CENSUS) == 0) { /* other threads go on */
    own_stack_run(take_census, request);
    return;
  }
  run_request(is_last ? detach : take_snapshot, request);
}

/* The heap of a program that ran before tells nothing while the C library is changing it. Who asks sends its signal
 * again. */
static bool is_put_off(void)
{
  enum { TIMES_MAX = 100 };
  static _Atomic unsigned times;
  if (process.is_attached && process_is_in_allocator() && times++ < TIMES_MAX)
    return true;
  times = 0;
  return false;
}

/* Another thread may be about it, or about the end of the process; who asks sends its signal again. */
static void answer_all(struct watched_thread *thread)
{
  static struct request request;
  int door;
  if (!process_is_this() || is_put_off() || !watched_threads_claim())
    return;
  if (snapshot_triggers_take_due())
    own_stack_run(take_periodic, thread);
  request.thread = thread;
  for (long fd; (door = output_door(&process.output)) >= 0 &&
                (fd = raw_syscall(SYS_accept4, door, 0, 0, SOCK_CLOEXEC, 0, 0)) >= 0;) {
    answer_one(&request, fd);
    (void)raw_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
  }
  watched_threads_give_back();
}

void requests_begin(void)
{
  output_take_door(&process.output, make_socket());
  watched_threads_listen(answer_all);
}

/* --- the end of it --- */

/* Who has connected sends the signal until it is answered, and goes then; it may be about that. */
static void send_away(long fd)
{
  const struct timeval patience = {.tv_sec = 1};
  char rest[NATIVE_REQUESTS_BYTES];
  long bytes = is_welcome(fd) ? 1 : 0;
  (void)raw_syscall(SYS_shutdown, fd, SHUT_WR, 0, 0, 0, 0);
  (void)raw_syscall(SYS_setsockopt, fd, SOL_SOCKET, SO_RCVTIMEO, (long)&patience, sizeof patience, 0);
  while (bytes > 0 || bytes == -EINTR)
    bytes = raw_syscall(SYS_recvfrom, fd, (long)rest, sizeof rest, 0, 0, 0);
}

/* Nobody can connect any more, but some may have done so. */
void requests_send_away(void)
{
  const int door = output_door(&process.output);
  if (door < 0)
    return;
  (void)raw_syscall(SYS_shutdown, door, SHUT_RDWR, 0, 0, 0, 0);
  for (long fd; (fd = raw_syscall(SYS_accept4, door, 0, 0, SOCK_CLOEXEC, 0, 0)) >= 0;) {
    send_away(fd);
    (void)raw_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
  }
}

/* A program that goes on without us keeps our handler: signals that are on their way still would interrupt it, or end
 * it, with any other. */
void requests_end(void)
{
  output_take_door(&process.output, -1);
  if (!process.is_attached)
    watched_threads_listen_no_more();
}
