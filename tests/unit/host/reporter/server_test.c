/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The loop that takes streams: what the handler is told, replies, ends of all sorts, and processes still to come. */
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host/reporter/process_state.h"
#include "host/reporter/server.h"
#include "tests/unit/unit.h"

/* --- a handler that writes down what it is told --- */

static char story[4096];

static void tell(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void tell(const char *format, ...)
{
  va_list args;
  size_t size = strlen(story);
  va_start(args, format);
  vsnprintf(story + size, sizeof story - size, format, args);
  va_end(args);
}

static void *begin(void *context, uint64_t pid, const struct record_frame *first)
{
  tell("begin ");
  return story;
}

static struct error *frame(void *process, const struct record_frame *record_frame)
{
  tell("frame:%d ", record_frame->kind);
  return record_frame->kind == RECORD_HEAP ? error_format("heap frames are not liked") : NULL;
}

static void answer(void *process, enum record_question question, struct record_reply *ret)
{
  ret->errors = 7 + question;
}

static const char *told_text(void *process, size_t *ret_size)
{
  *ret_size = 5;
  return "hello";
}

static void end(void *process, const char *reason)
{
  tell("end:%s;", reason ? reason : "-");
}

static void file(void *process, const struct record_module *module, int fd)
{
  struct stat stat;
  ck_assert_int_eq(fstat(fd, &stat), 0);
  ck_assert_uint_eq(stat.st_ino, module->inode);
  tell("file:%d ", (int)module->id);
  close(fd);
}

static struct server_config server_config(uint64_t first_pid)
{
  struct server_handler handler = {
    .begin = begin, .frame = frame, .file = file, .answer = answer, .text = told_text, .end = end};
  return (struct server_config){.handler = handler, .first_pid = first_pid};
}

/* --- streams --- */

static unsigned char bytes[1 << 16];
static struct record_encoder encoder;

static void setup(void)
{
  *story = '\0';
  encoder = (struct record_encoder){.data = bytes, .capacity = sizeof bytes};
  record_put_header(&encoder);
}

static void put_start(uint64_t pid)
{
  struct record_start start = {.pid = pid};
  record_put_start(&encoder, &start);
}

static void put_query(uint64_t question, uint64_t token)
{
  struct record_query query = {.question = question, .token = token};
  record_put_query(&encoder, &query);
}

static void put_end(void)
{
  struct record_end_of_run end_of_run = {.reason = RECORD_END_EXIT};
  record_put_end_of_run(&encoder, &end_of_run);
}

static void send_all(int fd)
{
  ck_assert_int_eq(write(fd, bytes, encoder.size), encoder.size);
}

/* The same, with descriptors beside it. */
static void send_with(int socket, const int *fds, size_t count)
{
  union {
    struct cmsghdr head;
    char room[CMSG_SPACE(200 * sizeof(int))];
  } passed = {.head = {
    .cmsg_len = CMSG_LEN(count * sizeof *fds), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS}};
  struct iovec part = {bytes, encoder.size};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &passed,
                           .msg_controllen = CMSG_SPACE(count * sizeof *fds)};
  memcpy(CMSG_DATA(&passed.head), fds, count * sizeof *fds);
  ck_assert_int_eq(sendmsg(socket, &message, 0), encoder.size);
}

static int open_new_file(uint64_t *ret_inode)
{
  struct stat stat;
  int fd = memfd_create("file", MFD_CLOEXEC);
  ck_assert_int_eq(fstat(fd, &stat), 0);
  *ret_inode = stat.st_ino;
  return fd;
}

static void put_module(uint64_t id, uint64_t inode)
{
  struct record_module module = {.id = id, .start = 4096 * id, .end = 4096 * id + 1, .inode = inode};
  record_put_module(&encoder, &module);
}

static int count_descriptors(void)
{
  int count = 0;
  for (int fd = 0; fd < 1024; fd++)
    count += fcntl(fd, F_GETFD) >= 0;
  return count;
}

/* A server that has one connection; returns its other end. */
static int make_pair(struct server **ret)
{
  int fds[2], listener;
  char *name;
  ck_no_error(server_listen(&listener, &name));
  free(name);
  ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds), 0);
  struct server_config config = server_config(0);
  server_create(listener, &config, ret);
  server_add_connection(*ret, fds[1], getpid());
  return fds[0];
}

/* Serve what was put, with the stream closed behind it. */
static void serve(void)
{
  struct server *server;
  int fd = make_pair(&server);
  send_all(fd);
  close(fd);
  ck_no_error(server_run(server));
  server_destroy(server);
}

/* --- tests --- */

START_TEST(a_whole_stream)
{
  put_start(getpid());
  put_end();
  serve();
  ck_assert_str_eq(story, "begin frame:1 frame:17 end:-;");
}
END_TEST

START_TEST(queries_are_answered)
{
  struct record_reply reply;
  struct server *server;
  put_start(getpid());
  put_query(RECORD_QUESTION_ERRORS, 99);
  put_end();
  int fd = make_pair(&server);
  send_all(fd);
  shutdown(fd, SHUT_WR);
  ck_no_error(server_run(server));
  server_destroy(server);
  ck_assert_int_eq(read(fd, &reply, sizeof reply), sizeof reply);
  ck_assert_uint_eq(reply.magic, RECORD_REPLY_MAGIC);
  ck_assert_uint_eq(reply.token, 99);
  ck_assert_uint_eq(reply.errors, 7 + RECORD_QUESTION_ERRORS);
  close(fd);
}
END_TEST

START_TEST(text_follows_the_reply)
{
  struct record_reply reply;
  char text[8] = "";
  struct server *server;
  put_start(getpid());
  put_query(RECORD_QUESTION_TEXT, 5);
  put_query(RECORD_QUESTION_SYNC, 6);
  put_end();
  int fd = make_pair(&server);
  send_all(fd);
  shutdown(fd, SHUT_WR);
  ck_no_error(server_run(server));
  server_destroy(server);
  ck_assert_int_eq(read(fd, &reply, sizeof reply), sizeof reply);
  ck_assert_uint_eq(reply.text_bytes, 5);
  ck_assert_int_eq(read(fd, text, 5), 5);
  ck_assert_str_eq(text, "hello");
  ck_assert_int_eq(read(fd, &reply, sizeof reply), sizeof reply);
  ck_assert_uint_eq(reply.token, 6);
  ck_assert_uint_eq(reply.text_bytes, 0);
  close(fd);
}
END_TEST

START_TEST(a_client_that_takes_no_replies_is_dropped)
{
  struct server *server;
  put_start(getpid());
  int fd = make_pair(&server), small = 1;
  setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
  for (unsigned i = 0; i < 4000; i++)
    put_query(RECORD_QUESTION_SYNC, i);
  send_all(fd);
  ck_no_error(server_run(server));
  server_destroy(server);
  close(fd);
  ck_assert_ptr_nonnull(strstr(story, "frame:16"));
}
END_TEST

START_TEST(a_stream_without_frames_is_nothing)
{
  serve();
  ck_assert_str_eq(story, "");
}
END_TEST

START_TEST(damage_costs_one_stream_only)
{
  struct server *server;
  int damaged = make_pair(&server), fds[2];
  put_start(getpid());
  send_all(damaged);
  ck_assert_int_eq(write(damaged, "this is no frame at all, whatever it may be", 40), 40);
  ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, fds), 0);
  server_add_connection(server, fds[1], getpid());
  put_end();
  send_all(fds[0]);
  close(fds[0]);
  close(damaged);
  ck_no_error(server_run(server));
  server_destroy(server);
  ck_assert_ptr_nonnull(strstr(story, "end:its frames cannot be used: "));
  ck_assert_ptr_nonnull(strstr(story, "frame:17 "));
  ck_assert_ptr_nonnull(strstr(story, "end:-;"));
}
END_TEST

START_TEST(frames_that_the_report_refuses_end_the_stream)
{
  struct record_heap heap = {0};
  put_start(getpid());
  record_put_heap(&encoder, &heap);
  put_end();
  serve();
  ck_assert_str_eq(story, "begin frame:1 frame:7 end:its frames cannot be used: heap frames are not liked;");
}
END_TEST

/* --- real processes --- */

/* A child that connects, sends what was put, and ends as `how` says: by an exit, or by a signal when negative. */
static pid_t start_client(const char *name, int how)
{
  pid_t pid = fork();
  if (pid)
    return pid;
  int fd;
  if (server_connect(name, &fd))
    _exit(1);
  encoder.size = 0;
  record_put_header(&encoder);
  put_start(getpid());
  if (how >= 0)
    put_end();
  ssize_t sent = write(fd, bytes, encoder.size);
  if (how < 0)
    raise(-how);
  _exit(sent < 0);
}

START_TEST(clients_connect_by_name)
{
  struct server *server;
  char *name;
  int listener;
  ck_no_error(server_listen(&listener, &name));
  pid_t pid = start_client(name, 0);
  struct server_config config = server_config(pid);
  server_create(listener, &config, &server);
  ck_no_error(server_run(server));
  server_destroy(server);
  ck_assert_str_eq(story, "begin frame:1 frame:17 end:-;");
  waitpid(pid, NULL, 0);
  int fd;
  ck_error_says(server_connect(name, &fd), "cannot connect to the reporter");
  free(name);
}
END_TEST

/* The first gets the last descriptor but the spare one; the others are sent away, and the stream goes on. */
START_TEST(too_many_clients_cost_only_themselves)
{
  enum { CLIENTS = 4 };
  struct server *server;
  char *name;
  int listener, clients[CLIENTS], status;
  ck_no_error(server_listen(&listener, &name));
  for (int i = 0; i < CLIENTS; i++)
    ck_no_error(server_connect(name, &clients[i]));
  put_start(getpid());
  put_end();
  send_all(clients[0]);
  for (int i = 0; i < CLIENTS; i++)
    ck_assert_int_eq(shutdown(clients[i], SHUT_WR), 0);
  struct server_config config = server_config(getpid());
  server_create(listener, &config, &server);
  pid_t pid = fork();
  if (pid == 0) {
    int next = dup(listener);
    close(next);
    setrlimit(RLIMIT_NOFILE, &(struct rlimit){next + 1, next + 1});
    struct error *error = server_run(server);
    _exit(error || strcmp(story, "begin frame:1 frame:17 end:-;") != 0);
  }
  ck_assert_int_eq(waitpid(pid, &status, 0), pid);
  ck_assert_int_eq(status, 0);
  for (int i = 0; i < CLIENTS; i++)
    close(clients[i]);
  server_destroy(server);
  free(name);
}
END_TEST

START_TEST(a_killed_client_is_told_with_its_signal)
{
  struct server *server;
  char *name;
  int listener;
  ck_no_error(server_listen(&listener, &name));
  pid_t pid = start_client(name, -SIGKILL);
  struct server_config config = server_config(pid);
  server_create(listener, &config, &server);
  ck_no_error(server_run(server));
  server_destroy(server);
  waitpid(pid, NULL, 0);
  ck_assert_str_eq(story, "begin frame:1 end:killed by signal 9 (Killed);");
  free(name);
}
END_TEST

START_TEST(a_forked_process_is_waited_for)
{
  struct server *server;
  char *name;
  int listener, fds[2], hold[2];
  ck_no_error(server_listen(&listener, &name));
  ck_assert_int_eq(pipe(hold), 0);
  pid_t pid = fork();
  if (pid == 0) {
    close(hold[1]);
    char byte;
    if (read(hold[0], &byte, 1) < 0)
      _exit(1);
    usleep(50000);
    pid_t client = start_client(name, 0);
    waitpid(client, NULL, 0);
    _exit(0);
  }
  put_start(getpid());
  struct record_fork record_fork = {.child_pid = pid};
  record_put_fork(&encoder, &record_fork);
  put_end();
  ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, fds), 0);
  struct server_config config = server_config(0);
  server_create(listener, &config, &server);
  server_add_connection(server, fds[1], getpid());
  send_all(fds[0]);
  close(fds[0]);
  close(hold[1]);
  ck_no_error(server_run(server));
  server_destroy(server);
  waitpid(pid, NULL, 0);
  ck_assert_str_eq(story, "begin frame:1 frame:13 frame:17 end:-;begin frame:1 frame:17 end:-;");
  free(name);
}
END_TEST

START_TEST(an_exec_ends_the_stream_without_a_cause)
{
  struct record_exec exec = {.traced = 0};
  put_start(getpid());
  record_put_exec(&encoder, &exec);
  serve();
  ck_assert_str_eq(story, "begin frame:1 frame:14 end:-;");
}
END_TEST

START_TEST(causes_of_death)
{
  ck_assert_ptr_null(process_cause_of_death(getpid()));
  ck_assert(process_is_running(getpid()));
  ck_assert_uint_eq(process_parent(getpid()), getppid());
  pid_t pid = fork();
  if (pid == 0)
    _exit(3);
  while (process_is_running(pid))
    usleep(1000);
  char *cause = process_cause_of_death(pid);
  ck_assert_str_eq(cause, "the process ended with status 3");
  free(cause);
  waitpid(pid, NULL, 0);
  cause = process_cause_of_death(pid);
  ck_assert_str_eq(cause, "the process has gone");
  free(cause);
}
END_TEST

/* --- files that come along --- */

START_TEST(files_go_to_their_modules)
{
  struct server *server;
  uint64_t inodes[3];
  int fds[3];
  for (int i = 0; i < 3; i++)
    fds[i] = open_new_file(&inodes[i]);
  int socket = make_pair(&server);
  put_start(getpid());
  put_module(7, inodes[2]);
  put_module(8, 1337);
  put_module(9, inodes[0]);
  put_module(10, inodes[0]);
  send_with(socket, fds, 3);
  close(socket);
  ck_no_error(server_run(server));
  ck_assert_str_eq(story, "begin frame:1 frame:2 file:7 frame:2 frame:2 file:9 frame:2 end:-;");
  server_destroy(server);
}
END_TEST

/* None is kept that nobody wants, however many there are. */
START_TEST(files_without_modules_are_closed)
{
  struct server *server;
  uint64_t inode, last;
  int fds[200], before = count_descriptors();
  for (int i = 0; i < 199; i++)
    fds[i] = open_new_file(&inode);
  int socket = make_pair(&server);
  put_start(getpid());
  send_with(socket, fds, 199);
  encoder.size = 0;
  fds[199] = open_new_file(&last);
  put_module(7, last);
  send_with(socket, fds + 199, 1);
  close(socket);
  for (int i = 0; i < 200; i++)
    close(fds[i]);
  ck_no_error(server_run(server));
  server_destroy(server);
  ck_assert_str_eq(story, "begin frame:1 frame:2 file:7 end:-;");
  ck_assert_int_eq(count_descriptors(), before);
}
END_TEST

static Suite *server_suite(void)
{
  Suite *suite = suite_create("server");
  TCase *tests = tcase_create("server");
  tcase_add_checked_fixture(tests, setup, NULL);
  tcase_add_test(tests, a_whole_stream);
  tcase_add_test(tests, files_go_to_their_modules);
  tcase_add_test(tests, files_without_modules_are_closed);
  tcase_add_test(tests, queries_are_answered);
  tcase_add_test(tests, text_follows_the_reply);
  tcase_add_test(tests, a_client_that_takes_no_replies_is_dropped);
  tcase_add_test(tests, a_stream_without_frames_is_nothing);
  tcase_add_test(tests, damage_costs_one_stream_only);
  tcase_add_test(tests, frames_that_the_report_refuses_end_the_stream);
  tcase_add_test(tests, clients_connect_by_name);
  tcase_add_test(tests, too_many_clients_cost_only_themselves);
  tcase_add_test(tests, a_killed_client_is_told_with_its_signal);
  tcase_add_test(tests, a_forked_process_is_waited_for);
  tcase_add_test(tests, an_exec_ends_the_stream_without_a_cause);
  tcase_add_test(tests, causes_of_death);
  suite_add_tcase(suite, tests);
  return suite;
}

int main(void)
{
  return unit_run(server_suite());
}
