/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A function begins with a jump to a page close to it, which has for each function a jump to ours and a copy of the
 * instructions that stood there, with a jump to those behind them. The page stays for good, as threads may be on it. */
#include "native/detours.h"

#include <stddef.h>
#include <string.h>

#include "native/jumps.h"
#include "native/moved_code.h"
#include "native/process.h"

enum { DETOURS_MAX = 32, NEAR_JUMP_BYTES = 5, PLACE_BYTES = JUMP_BYTES + 2 + MOVED_CODE_BYTES };

static struct detour {
  unsigned char *function, *place; /* and its part of the page */
  unsigned char saved[NEAR_JUMP_BYTES];
  size_t moved_bytes;
} detours[DETOURS_MAX];
static unsigned count;
static unsigned char *page;

static bool make_page(void *function)
{
  uint64_t start = 0, end = 0;
  if (page)
    return true;
  process_find_mapping((uint64_t)function, &start, &end);
  page = end != 0 ? jumps_map_near(start, end) : NULL;
  return page != NULL;
}

static const struct detour *find(const void *function)
{
  for (unsigned i = 0; i < count; i++)
    if (detours[i].function == function)
      return &detours[i];
  return NULL;
}

static void *old_of(const struct detour *detour)
{
  return detour->place + PLACE_BYTES - MOVED_CODE_BYTES;
}

bool detours_add(void *function, void *to, void **ret_old)
{
  const struct detour *const known = find(function);
  if (known) {
    *ret_old = old_of(known);
    return true;
  }
  if (count == DETOURS_MAX || !make_page(function) || (count + 1) * PLACE_BYTES > JUMPS_PAGE_BYTES)
    return false;
  struct detour *const detour = &detours[count];
  *detour = (struct detour){.function = function, .place = page + (size_t)count * PLACE_BYTES};
  memcpy(detour->saved, function, sizeof detour->saved);
  jumps_encode(to, detour->place);
  detour->moved_bytes = moved_code_copy(function, NEAR_JUMP_BYTES, old_of(detour));
  if (detour->moved_bytes == 0)
    return false;
  *ret_old = old_of(detour);
  count++;
  return true;
}

static bool put(const struct detour *detour)
{
  unsigned char code[NEAR_JUMP_BYTES] = {0xe9};
  const int64_t distance = detour->place - (detour->function + NEAR_JUMP_BYTES);
  const int32_t number = (int32_t)distance;
  memcpy(code + 1, &number, sizeof number);
  return number == distance && jumps_write(detour->function, code, sizeof code);
}

void detours_take_back(void)
{
  for (unsigned i = 0; i < count; i++)
    (void)jumps_write(detours[i].function, detours[i].saved, sizeof detours[i].saved);
}

bool detours_put(void)
{
  bool is_put = page && jumps_close(page);
  for (unsigned i = 0; i < count && is_put; i++)
    is_put = put(&detours[i]);
  if (!is_put)
    detours_take_back();
  return is_put;
}

bool detours_hold(uint64_t pc)
{
  for (unsigned i = 0; i < count; i++)
    if (pc - (uint64_t)detours[i].function - 1 < detours[i].moved_bytes - 1)
      return true;
  return false;
}
