/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "memcheck/base/clock.h"

#include "coregrind-glue/core.h"

#include "pub_tool_vki.h"
#include "pub_tool_libcproc.h" // needs vki types

static uint64_t began_ns; /* by the monotonic clock */
static uint64_t stream_start_ns;
static uint32_t generation;
uint64_t clock_instructions, clock_allocations, clock_allocated_bytes;

void clock_init(void)
{
  began_ns = core_monotonic_ns();
}

uint64_t clock_elapsed_ns(void)
{
  return core_monotonic_ns() - began_ns;
}

void clock_begin_stream(void)
{
  struct vki_timespec now;
  VG_(clock_gettime)(&now, VKI_CLOCK_REALTIME);
  stream_start_ns = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t clock_stream_start_ns(void)
{
  return stream_start_ns;
}

void clock_note_fork(void)
{
  generation++;
}

uint32_t clock_generation(void)
{
  return generation;
}
