/* SPDX-License-Identifier: GPL-2.0-or-later */
/* All of the program's code is read for them when it begins, which is tens of megabytes for some programs. The last two
 * bytes of a request, an exchange of a register with itself, are rare, so these are looked for, in sixteen places at
 * once. */
#include "native/request_places.h"

#include <emmintrin.h>
#include <string.h>

#include "native/code_files.h"
#include "native/process_private.h"

enum { AT_ONCE = sizeof(__m128i), RARE_AT = REQUEST_BYTES - 2, SEGMENTS_MAX = 8 };

static const unsigned char request[REQUEST_BYTES] = {0x48, 0xc1, 0xc7, 0x03, 0x48, 0xc1, 0xc7, 0x0d, 0x48, 0xc1,
                                                     0xc7, 0x3d, 0x48, 0xc1, 0xc7, 0x33, 0x48, 0x87, 0xdb};

/* Where the rare bytes are; bits. */
static inline unsigned rare_at(const unsigned char *at)
{
  const __m128i first = _mm_set1_epi8((char)request[RARE_AT]), second = _mm_set1_epi8((char)request[RARE_AT + 1]);
  const __m128i is_first = _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)at), first);
  const __m128i is_second = _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)(at + 1)), second);
  return (unsigned)_mm_movemask_epi8(_mm_and_si128(is_first, is_second));
}

/* The first one that begins at `at` or behind it; NULL: there is none. */
static unsigned char *find(unsigned char *at, const unsigned char *end)
{
  for (; end - at > RARE_AT + AT_ONCE; at += AT_ONCE)
    for (unsigned found = rare_at(at + RARE_AT); found != 0; found &= found - 1)
      if (memcmp(at + __builtin_ctz(found), request, sizeof request) == 0)
        return at + __builtin_ctz(found);
  return memmem(at, (size_t)(end - at), request, sizeof request);
}

/* --- the program's code --- */

struct code {
  struct record_string path;
  struct memory_range segments[SEGMENTS_MAX];
  unsigned count;
};

static bool note_code(void *context, const struct code_image *image)
{
  struct code *const code = context;
  if (strlen(image->path) != code->path.size || memcmp(image->path, code->path.data, code->path.size) != 0)
    return false;
  for (unsigned i = 0; i < image->header_count && code->count < SEGMENTS_MAX; i++) {
    const Elf64_Phdr *const header = &image->headers[i];
    const uint64_t start = image->bias + header->p_vaddr;
    if (header->p_type == PT_LOAD && (header->p_flags & (PF_R | PF_X)) == (PF_R | PF_X))
      code->segments[code->count++] = (struct memory_range){start, start + header->p_filesz};
  }
  return true;
}

void request_places_visit(bool (*visit)(unsigned char *place, uint64_t code_start, uint64_t code_end))
{
  static char exe[PROCESS_PATH_BYTES];
  struct code code = {.path = process_exe(exe)};
  code_visit_images(note_code, &code);
  for (unsigned i = 0; i < code.count; i++) {
    const struct memory_range *const segment = &code.segments[i];
    unsigned char *const end = (unsigned char *)segment->end;
    for (unsigned char *at = (unsigned char *)segment->start; (at = find(at, end)); at += REQUEST_BYTES)
      if (!visit(at, segment->start, segment->end))
        return;
  }
}
