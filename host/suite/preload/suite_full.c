/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A test has a number by its name alone, so that each machine comes to the same share, and each test has its turn
 * however many there are. */
#include "host/suite/preload/suite_full.h"

#include <stdint.h>

#include "host/suite/preload/suite_rules.h"
#include "host/suite/preload/suite_target.h"
#include "shared/base/plain_strings.h"

/* FNV-1a, its halves folded, as its low bits depend on those of characters only. */
static unsigned number_of(const char *name)
{
  uint64_t sum = UINT64_C(0xcbf29ce484222325);
  for (; *name; name++)
    sum = (sum ^ (unsigned char)*name) * UINT64_C(0x100000001b3);
  return (unsigned)(sum >> 32 ^ sum);
}

static unsigned take_number(const char **text)
{
  unsigned number = 0;
  for (; **text >= '0' && **text <= '9'; ++*text)
    number = 10 * number + (unsigned)(**text - '0');
  *text += **text == ' ';
  return number;
}

/* "PARTS OF DAY". */
static bool is_in_share(const char *share, const char *name)
{
  const unsigned parts = take_number(&share), of = take_number(&share), day = take_number(&share);
  return of > 0 && (number_of(name) % of + day % of) % of < parts;
}

static bool is_named(const struct suite_setup *setup, const struct suite_rules *rules, const char *path,
                     const char *test)
{
  for (const char *const *glob = setup->full; test && *test && *glob; glob++)
    if (suite_rules_glob_matches(*glob, test))
      return true;
  return suite_rules_names(rules, setup->full, path);
}

bool suite_full_is_wanted(const struct suite_setup *setup, const char *path, const char *test)
{
  const struct suite_rules rules = suite_setup_rules(setup);
  char plain[SUITE_PATH_BYTES];
  if (is_named(setup, &rules, path, test))
    return true;
  suite_rules_plain_path(&rules, path, plain, sizeof plain);
  return is_in_share(setup->full_share, test && *test ? test : plain);
}
