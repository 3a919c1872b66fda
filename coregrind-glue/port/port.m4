# The differences between cores, one entry for each; configure includes this file. It finds out which form the installed core has, and
# defines PORT_NAME, which only the C files beside this one ask for. m4/seep-core.m4 has the kinds of entries.

SEEP_CORE_FORM([SHADOW_ALLOC_GIVES_RESULT], [am_shadow_alloc],
  [extern SysRes VG_(am_shadow_alloc)(SizeT bytes);],
  [extern void *VG_(am_shadow_alloc)(SizeT bytes);])

SEEP_CORE_FORM([OUT_OF_MEMORY_TAKES_ERROR], [out_of_memory_NORETURN],
  [extern void VG_(out_of_memory_NORETURN)(const HChar *who, SizeT bytes, UWord error);],
  [extern void VG_(out_of_memory_NORETURN)(const HChar *who, SizeT bytes);])

SEEP_CORE_FORM([CORE_ERRORS_ARE_ASKED_FOR], [needs_core_errors],
  [extern void VG_(needs_core_errors)(Bool need);],
  [extern void VG_(needs_core_errors)(void);])

SEEP_CORE_FORM([ALIGNED_ALLOCATION_HAS_ORIGINAL], [needs_malloc_replacement],
  [extern void VG_(needs_malloc_replacement)(
    void *(*)(ThreadId, SizeT), void *(*)(ThreadId, SizeT), void *(*)(ThreadId, SizeT, SizeT, SizeT),
    void *(*)(ThreadId, SizeT), void *(*)(ThreadId, SizeT, SizeT, SizeT), void *(*)(ThreadId, SizeT, SizeT, SizeT),
    void *(*)(ThreadId, SizeT, SizeT), void (*)(ThreadId, void *), void (*)(ThreadId, void *),
    void (*)(ThreadId, void *, SizeT), void (*)(ThreadId, void *), void (*)(ThreadId, void *, SizeT),
    void *(*)(ThreadId, void *, SizeT), SizeT (*)(ThreadId, void *), SizeT);],
  [extern void VG_(needs_malloc_replacement)(
    void *(*)(ThreadId, SizeT), void *(*)(ThreadId, SizeT), void *(*)(ThreadId, SizeT, SizeT),
    void *(*)(ThreadId, SizeT), void *(*)(ThreadId, SizeT, SizeT), void *(*)(ThreadId, SizeT, SizeT),
    void *(*)(ThreadId, SizeT, SizeT), void (*)(ThreadId, void *), void (*)(ThreadId, void *),
    void (*)(ThreadId, void *, SizeT), void (*)(ThreadId, void *), void (*)(ThreadId, void *, SizeT),
    void *(*)(ThreadId, void *, SizeT), SizeT (*)(ThreadId, void *), SizeT);])

SEEP_CORE_HAS([READS_DEBUG_LATER], [vgModuleLocal_read_elf_debug], [debug information that is read when it is needed])

SEEP_CORE_SAYS([STOPS_AT_ABEXIT], [--vgdb-stop-at=abexit], [startup,exit,abexit,valgrindabexit])

SEEP_CORE_DECLARES([COUNTS_ONLY_NOT_ZERO], [operations that count zeroes of what is not zero],
  [IROp operations@<:@@:>@ = {Iop_Clz64, Iop_Ctz64};])

SEEP_CORE_NEEDS([coregrind-glue/core/wraps.def coregrind-glue/vex/host_instructions.def])
