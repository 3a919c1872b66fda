/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The helper makes a fault that is like the guest's but for its address, which the handler of faults puts right. */
#include "coregrind-glue/translate/refused_access.h"

#include "coregrind-glue/core/traps.h"
#include "memcheck/pure/shadow/shadow.h"

#include "pub_tool_aspacemgr.h"

static struct {
  Addr address;
  Bool is_store;
} refused;

/* No address of 64 bits: an access to it faults whatever is mapped. */
void refused_access_fault(void);
extern const UChar refused_access_here[];
__asm__(".pushsection .text\n"
        "refused_access_fault:\n"
        "  movabs $0x8000000000000000, %rax\n"
        "refused_access_here:\n"
        "  movb (%rax), %al\n"
        "  ud2\n"
        ".popsection");

/* Beyond SHADOW_LIMIT the guest has nothing. */
static Bool is_of_tool(Addr address)
{
  if (address >= SHADOW_LIMIT)
    return True;
  const NSegment *segment = VG_(am_find_nsegment)(address);
  return segment && (segment->kind == SkAnonV || segment->kind == SkFileV);
}

void refused_access_check(Addr address, SizeT bytes, Bool is_store)
{
  enum { PAGE_BYTES = 4096, ADDRESS_BITS = 47 };
  const Addr last = address + bytes - 1;
  const Bool faults_by_itself = last >> ADDRESS_BITS != 0; /* it is no address */
  if (faults_by_itself || (!is_of_tool(address) && !is_of_tool(last)))
    return;
  refused.address = is_of_tool(address) ? address : last & ~(Addr)(PAGE_BYTES - 1);
  refused.is_store = is_store;
  refused_access_fault();
}

Bool refused_access_took_fault(vki_siginfo_t *info, struct vki_ucontext *context)
{
  enum { SEGV_MAPERR = 1, IS_WRITE = 2, IS_OF_USER = 4 };
  struct vki_sigcontext *told = &context->uc_mcontext;
  if (told->rip != (Addr)refused_access_here)
    return False;
  info->si_code = SEGV_MAPERR;
  info->_sifields._sigfault._addr = (void *)refused.address;
  told->trapno = TRAP_PAGE;
  told->err = IS_OF_USER | (refused.is_store ? IS_WRITE : 0);
  told->cr2 = refused.address;
  return True;
}
