/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/launcher/vgdb_call.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdbool.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Whatever does not fit is dropped. Returns whether there may be more. */
static bool read_more(struct vgdb_answer *answer)
{
  char piece[1024];
  ssize_t size = read(answer->fd, piece, sizeof piece);
  if (size < 0 && errno == EINTR)
    return true;
  if (size <= 0)
    return false;
  size_t kept = sizeof answer->text - 1 - answer->size;
  kept = (size_t)size < kept ? (size_t)size : kept;
  memcpy(answer->text + answer->size, piece, kept);
  answer->size += kept;
  answer->text[answer->size] = '\0';
  return true;
}

static void read_answers(struct vgdb_answer answers[2])
{
  struct pollfd ends[2] = {{.fd = answers[0].fd, .events = POLLIN}, {.fd = answers[1].fd, .events = POLLIN}};
  while (ends[0].fd >= 0 || ends[1].fd >= 0) {
    if (poll(ends, 2, -1) < 0 && errno != EINTR)
      return;
    for (unsigned i = 0; i < 2; i++)
      if (ends[i].fd >= 0 && ends[i].revents && !read_more(&answers[i]))
        ends[i].fd = -1; /* poll() passes over it */
  }
}

static int spawn_vgdb(char **arguments, const int outputs[2], pid_t *ret)
{
  posix_spawn_file_actions_t actions;
  if (posix_spawn_file_actions_init(&actions))
    return ENOMEM;
  int errno_value = posix_spawn_file_actions_adddup2(&actions, outputs[0], STDOUT_FILENO);
  if (!errno_value)
    errno_value = posix_spawn_file_actions_adddup2(&actions, outputs[1], STDERR_FILENO);
  if (!errno_value)
    errno_value = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  if (!errno_value)
    errno_value = posix_spawnp(ret, arguments[0], &actions, NULL, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  return errno_value;
}

struct error *vgdb_call(char **arguments, struct vgdb_answer answers[2])
{
  int pipes[2][2];
  pid_t pid;
  if (pipe2(pipes[0], O_CLOEXEC) < 0)
    return error_errno(errno, "cannot make a pipe");
  if (pipe2(pipes[1], O_CLOEXEC) < 0) {
    close(pipes[0][0]);
    close(pipes[0][1]);
    return error_errno(errno, "cannot make a pipe");
  }
  int errno_value = spawn_vgdb(arguments, (int[]){pipes[0][1], pipes[1][1]}, &pid);
  for (unsigned i = 0; i < 2; i++) {
    close(pipes[i][1]);
    answers[i] = (struct vgdb_answer){.fd = pipes[i][0]};
  }
  if (!errno_value) {
    read_answers(answers);
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
      ;
  }
  close(pipes[0][0]);
  close(pipes[1][0]);
  return errno_value ? error_errno(errno_value, "cannot run %s", arguments[0]) : NULL;
}
