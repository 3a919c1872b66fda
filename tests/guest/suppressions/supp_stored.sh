# SPDX-License-Identifier: GPL-2.0-or-later
# A suppression of what one caller of a function loses that stores blocks through its argument does not hide what
# another caller loses.
# needs: seep
# limit: 60
. "$SRC/lib.sh"
cat >leak.c <<'CODE'
#include <stdlib.h>
struct buf { char *data; };
__attribute__((noinline)) static void grow(struct buf *b) { b->data = malloc(1337); }
__attribute__((noinline)) static void first(void) { struct buf b; grow(&b); if (FIRST_FREES) free(b.data); }
__attribute__((noinline)) static void second(void) { struct buf b; grow(&b); if (SECOND_FREES) free(b.data); }
__attribute__((noinline)) static int scrub(void)
{ volatile char room[4096]; for (int i = 0; i < 4096; i++) room[i] = 1; return room[7]; }
int main(void) { first(); second(); return scrub() != 1; }
CODE
cc -g -O1 -fno-builtin-malloc -DFIRST_FREES=0 -DSECOND_FREES=1 -o leak leak.c
status 0 checker -q --record=before ./leak >run.out 2>&1
status 0 checker suppress before -o ours.supp >supp.out 2>&1
expect supp.out "verified: hides this finding and nothing else"
expect ours.supp "fun:grow" "fun:first"
status 9 checker -q --error-exitcode=9 ./leak >run.out 2>&1
status 0 checker -q --error-exitcode=9 --suppressions=ours.supp ./leak >run.out 2>&1

cc -g -O1 -fno-builtin-malloc -DFIRST_FREES=1 -DSECOND_FREES=0 -o leak leak.c
status 9 checker -q --error-exitcode=9 --suppressions=ours.supp --record=after ./leak >run.out 2>&1
expect run.out "second .leak.c:5."
