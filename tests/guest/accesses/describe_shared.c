// SPDX-License-Identifier: GPL-2.0-or-later
// System V shared memory.
// run:
// expect: /is in a rw- shared memory segment$/
#include <stdlib.h>
#include <valgrind/memcheck.h>
#include <sys/ipc.h>
#include <sys/shm.h>
static volatile char seen;
int main(void)
{
  int id = shmget(IPC_PRIVATE, 4096, 0600 | IPC_CREAT);
  volatile char *p = shmat(id, NULL, 0);
  shmctl(id, IPC_RMID, NULL);
  VALGRIND_MAKE_MEM_NOACCESS(p, 4096);
  seen = p[8];
}
