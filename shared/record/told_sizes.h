/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The words for blocks that are freed with another size or alignment than they were made with. As Memcheck has them, a
 * slip included: scripts compare these lines. */
#ifndef SEEP_SHARED_RECORD_TOLD_SIZES_H
#define SEEP_SHARED_RECORD_TOLD_SIZES_H

#include <stdbool.h>

#include "shared/record/record.h"

/* What alignments should be: of new and delete, memalign(), posix_memalign(), aligned_alloc(); and what sizes should be
 * beside that of the last. */
#define TOLD_SIZES_NEW_ALIGNMENT "(should be non-zero and a power of 2)"
#define TOLD_SIZES_MEMALIGN       "(should be power of 2)"
#define TOLD_SIZES_POSIX_MEMALIGN "(should be non-zero, a power of 2 and a multiple of sizeof(void*))"
#define TOLD_SIZES_ALIGNED_ALLOC  "(should be a power of 2)"
#define TOLD_SIZES_MULTIPLE       "(size should be a multiple of alignment)"

/* The functions: those of that family (enum record_allocator) that free and are told a size, or an alignment. */
static inline const char *told_sizes_functions(unsigned allocator, bool has_size, bool has_alignment)
{
  switch (allocator) {
  case RECORD_ALLOCATOR_MALLOC:
    return has_alignment ? "aligned_alloc/free_aligned_sized" : "aligned_alloc/free_sized";
  case RECORD_ALLOCATOR_NEW:
    return "new/delete";
  default:
    return has_size && !has_alignment ? "new[][/delete[]" : "new[]/delete[]";
  }
}

#endif
