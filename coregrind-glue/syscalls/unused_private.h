/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How the rules of unused_bytes.def are asked, and answer: each says of all bytes that it knows of what they are; what
 * it says of others than those in question is not listened to. */
#ifndef SEEP_COREGRIND_GLUE_SYSCALLS_UNUSED_PRIVATE_H
#define SEEP_COREGRIND_GLUE_SYSCALLS_UNUSED_PRIVATE_H

#include "coregrind-glue/core/guarded.h"
#include "coregrind-glue/syscalls/unused_bytes.h"

#include "pub_tool_libcbase.h"

struct unused_question {
  UInt number;
  UWord arguments[6];
  const HChar *what;
  Addr at;
  Addr copied_until, untouched_until; /* the answer; 0: none of these */
};

static inline void unused_run(const struct unused_question *question, Addr start, SizeT bytes, Addr *ret_until)
{
  if (question->at >= start && question->at - start < bytes && start + bytes > *ret_until)
    *ret_until = start + bytes;
}

static inline void unused_copied(struct unused_question *question, Addr start, SizeT bytes)
{
  unused_run(question, start, bytes, &question->copied_until);
}

static inline void unused_untouched(struct unused_question *question, Addr start, SizeT bytes)
{
  unused_run(question, start, bytes, &question->untouched_until);
}

/* Is what was announced called so? */
static inline Bool unused_is_about(const struct unused_question *question, const HChar *part)
{
  return VG_(strstr)(question->what, part) != NULL;
}

#define SOCKET_CALL(number, rule) void unused_rule_##rule(struct unused_question *question);
#include "coregrind-glue/syscalls/unused_bytes.def"

/* A socket's address as a parameter of connect() and the like; False: it is none of a file. */
Bool unused_find_path(const struct unused_question *question, Addr path, SizeT *ret_bytes);

#endif
