/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A socket in the abstract namespace, which goes with the process that has it, however that ends. */
#include "host/launcher/attach_claim.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "host/launcher/native_asking.h"
#include "shared/base/native_requests.h"

enum { ANSWER_BYTES = 1 << 14 };

static int own = -1;

static int open_socket(long pid, struct sockaddr_un *ret_address, socklen_t *ret_bytes)
{
  *ret_address = (struct sockaddr_un){.sun_family = AF_UNIX};
  const int size =
    snprintf(ret_address->sun_path + 1, sizeof ret_address->sun_path - 1, NATIVE_REQUESTS_ATTACHER_SOCKET, pid);
  *ret_bytes = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)size);
  return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
}

void attach_claim_take(long pid)
{
  struct sockaddr_un address;
  socklen_t bytes;
  own = open_socket(pid, &address, &bytes);
  if (own < 0 || (bind(own, (struct sockaddr *)&address, bytes) == 0 && listen(own, 1) == 0))
    return;
  close(own);
  own = -1;
}

static bool is_claimed_by_other(long pid)
{
  struct sockaddr_un address;
  socklen_t bytes;
  if (own >= 0)
    return false;
  const int fd = open_socket(pid, &address, &bytes);
  const bool is_claimed = fd < 0 || connect(fd, (struct sockaddr *)&address, bytes) == 0;
  if (fd >= 0)
    close(fd);
  return is_claimed;
}

void attach_claim_free_orphan(long pid)
{
  char answer[ANSWER_BYTES];
  const int fd = native_asking_connect(pid);
  if (fd < 0)
    return;
  if (is_claimed_by_other(pid))
    close(fd);
  else /* a program that Seep has started says that it is not attached to */
    error_free(
      native_asking_ask(fd, &(struct native_target){.pid = pid}, NATIVE_REQUESTS_DETACH, answer, sizeof answer));
}
