// SPDX-License-Identifier: GPL-2.0-or-later
// XML documents of the newer protocols tell descriptors that are left open as errors; the core's list is in none.
// needs: seep
// compare: no, Valgrind 3.19 has no such errors
// run: --xml=yes --xml-fd=2 --xml-protocol=6 --track-fds=yes --error-exitcode=9
// exit: 9
// expect: <state>FINISHED</state>
// expect: <kind>FdNotClosed</kind>
// next: <fd>38</fd>
// next: <path>/dev/null</path>
// next: <what>Open file descriptor 38: /dev/null</what>
// next: <stack>
// expect: <line>@dup</line>
// expect: /<what>Open file descriptor [0-9]+: \/dev\/full</
// expect: <fn>recvmsg</fn>
// expect: <line>@receive</line>
// expect: <kind>FdNotClosed</kind>
// expect: <what>Open socket
// expect: <line>@socket</line>
// expect: <heap_summary>
// expect: <errorcounts>
// next: </errorcounts>
// expect: <errors>3</errors>
// reject: FILE DESCRIPTORS
// reject: <path>/dev/zero</path>
// reject: <fd>2</fd>
// run: --xml=yes --xml-fd=2 --xml-protocol=6 --track-fds=all --gen-suppressions=all
// expect: <kind>FdNotClosed</kind>
// next: <fd>38</fd>
// expect: <skind>CoreError:FdNotClosed</skind>
// expect: <fd>2</fd>
// expect: <fd>0</fd>
// next: /<(path|what)>/
// reject: FILE DESCRIPTORS
// run: --xml=yes --xml-fd=2 --xml-protocol=6 --track-fds=yes --suppressions=$WORK/left.supp --error-exitcode=9
// file: left.supp
//|{
//|   left
//|   CoreError:FdNotClosed
//|   ...
//|   fun:main
//|}
// expect: <count>3</count>
// expect: <errors>0</errors>
// reject: FdNotClosed
// run: --xml=yes --xml-fd=2 --track-fds=yes --error-exitcode=9
// expect: </valgrindoutput>
// reject: FILE DESCRIPTORS
// reject: FdNotClosed
// run: --xml=yes --xml-file=$WORK/left.xml --track-fds=yes --error-exitcode=9
// expect: FILE DESCRIPTORS
// run: --xml=yes --xml-fd=2 --xml-protocol=6 --track-fds=bad --error-exitcode=9
// expect: </valgrindoutput>
// reject: FdNotClosed
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

union control {
  char bytes[CMSG_SPACE(sizeof(int))];
  struct cmsghdr header;
};

static void pass(int from, int to, int fd)
{
  char byte = 'x';
  static union control control; // zeroed as a whole, while an initialiser may leave out what is no member
  control.header = (struct cmsghdr){CMSG_LEN(sizeof fd), SOL_SOCKET, SCM_RIGHTS};
  struct iovec iov = {&byte, 1};
  struct msghdr message = {.msg_iov = &iov, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
  memcpy(CMSG_DATA(&control.header), &fd, sizeof fd);
  sendmsg(from, &message, 0);
  close(fd);
  recvmsg(to, &message, 0); // @receive
}

int main(void)
{
  int two[2];
  int zero = open("/dev/zero", O_RDONLY), null = open("/dev/null", O_RDONLY);
  socketpair(AF_UNIX, SOCK_STREAM, 0, two); // @socket
  pass(two[0], two[1], open("/dev/full", O_RDONLY));
  close(two[0]);
  dup2(null, 38); // @dup
  close(null);
  close(zero);
  return 0;
}
