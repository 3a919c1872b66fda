/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "support/code_reader.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "coregrind-glue/core/guarded.h"
#include "support/code_builder.h"

static void on_fault(int signal, siginfo_t *info, void *context)
{
  greg_t *rip = &((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
  uintptr_t resume_at = guarded_resume_at((uintptr_t)*rip);
  if (resume_at == 0)
    _exit(99);
  *rip = (greg_t)resume_at;
}

void code_reader_catch_faults(void)
{
  struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO};
  sigaction(SIGSEGV, &action, NULL);
  sigaction(SIGBUS, &action, NULL);
}

void code_reader_init(struct code_reader *reader, const struct code_folder *folder, const char *name,
                      const struct code_identity *identity)
{
  struct code_header header;
  uint64_t bytes;
  *reader = (struct code_reader){.mapped = MAP_FAILED};
  int fd = code_folder_open_file(folder, name, &bytes);
  if (fd < 0)
    return;
  reader->bytes = (size_t)bytes;
  reader->mapped = mmap(NULL, reader->bytes, PROT_READ, MAP_SHARED, fd, 0);
  close(fd);
  if (reader->mapped != MAP_FAILED)
    code_file_init(&reader->file, reader->mapped, reader->bytes, guarded_copy, identity, &header);
}

void code_reader_deinit(struct code_reader *reader)
{
  if (reader->mapped != MAP_FAILED)
    munmap(reader->mapped, reader->bytes);
}

enum code_reading code_reader_find(const struct code_reader *reader, const struct code_identity *identity,
                                   const struct code_key *key, unsigned content)
{
  static union code_room found;
  if (!reader->file.base || !code_file_find(&reader->file, key, code_builder_has_content, &content, &found.head))
    return READ_NOTHING;
  return code_builder_is_right(identity, &found.head) ? READ_RIGHT : READ_WRONG;
}
