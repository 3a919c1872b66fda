// SPDX-License-Identifier: GPL-2.0-or-later
// Pages that a program provides or allows itself, when they are touched (userfaultfd). Where there is no such thing the
// program ends with status 1, where the pages cannot be had so, with 2.
#ifndef SEEP_TESTS_GUEST_USERFAULTFD_H
#define SEEP_TESTS_GUEST_USERFAULTFD_H
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

// The descriptor that tells of faults. Flags of open(), features of UFFD_FEATURE_*.
static inline int faults_open(int flags, unsigned long features)
{
  struct uffdio_api api = {.api = UFFD_API, .features = features};
  const int faults = (int)syscall(SYS_userfaultfd, flags);
  if (faults < 0 || ioctl(faults, UFFDIO_API, &api) < 0)
    exit(1);
  return faults;
}

// From now on, the descriptor tells of faults in these pages. Modes are UFFDIO_REGISTER_MODE_*.
static inline void faults_register(int faults, void *pages, size_t bytes, unsigned long mode)
{
  struct uffdio_register range = {.range = {(unsigned long)pages, bytes}, .mode = mode};
  if (ioctl(faults, UFFDIO_REGISTER, &range) < 0)
    exit(2);
}

// Private pages of which none is there yet.
static inline char *faults_missing_pages(int faults, size_t bytes)
{
  char *pages = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  faults_register(faults, pages, bytes, UFFDIO_REGISTER_MODE_MISSING);
  return pages;
}
#endif
