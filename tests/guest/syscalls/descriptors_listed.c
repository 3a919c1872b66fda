// SPDX-License-Identifier: GPL-2.0-or-later
// Where the program lists its descriptors, those of the tool are not among them.
// needs: seep
// compare: no, Memcheck 3.19 lists its own
// run: -q
// stdout: fd: 0, 1, 2 and 3 are open, and nothing beyond the limit
// stdout: fdinfo: 0, 1, 2 and 4 are open, and nothing beyond the limit
// stdout: /: bin is there
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
static void list(const char *name, int last)
{
  char path[64];
  struct rlimit limit;
  int seen = 0, above = 0;
  getrlimit(RLIMIT_NOFILE, &limit);
  snprintf(path, sizeof path, "/proc/%d/%s", getpid(), name);
  DIR *directory = opendir(path);
  for (struct dirent *entry; (entry = readdir(directory));) {
    const long fd = *entry->d_name == '.' ? -1 : atol(entry->d_name);
    seen += (fd >= 0 && fd <= 2) || fd == last;
    above += fd >= (long)limit.rlim_max;
  }
  printf("%s: 0, 1, 2 and %d are %s, and %s beyond the limit\n", name, last, seen == 4 ? "open" : "not all open",
         above ? "something" : "nothing");
}
int main(void)
{
  int found = 0;
  list("fd", 3);
  list("fdinfo", 4);
  DIR *directory = opendir("/");
  for (struct dirent *entry; (entry = readdir(directory));)
    found |= strcmp(entry->d_name, "bin") == 0;
  printf("/: bin is %s\n", found ? "there" : "missing");
}
