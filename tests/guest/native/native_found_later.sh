# SPDX-License-Identifier: GPL-2.0-or-later
# --checks=leaks: a write that was found later than it happened says so in each format, is an InvalidWrite to those who
# read Memcheck's XML, fails the gate like any error, and can be suppressed.
# needs: seep
. "$SRC/lib.sh"
seep=${SEEP%% *}
cat >overrun.c <<'C'
#include <stdlib.h>
#include <string.h>
int main(void)
{
  char *volatile block = malloc(13);
  strcpy(block, "thirteen char");
  free(block);
}
C
cc -g -O0 -w -o overrun overrun.c
checker --record=run --checks=leaks ./overrun 2>err || fail "status $?"
expect err "found later than it happened"
for format in text gnu json sarif junit github gitlab markdown html; do
  "$seep" report --format=$format run >report 2>&1 || true
  grep -q "found later than it happened" report || fail "$format does not say that it was found later"
done
"$seep" report --format=json run >report
grep -q '"kind":"InvalidWrite"' report || fail "json has another kind"
checker --checks=leaks --xml=yes --xml-file=xml ./overrun || fail "status $?"
expect xml "<kind>InvalidWrite</kind>"
expect xml "<what>Invalid write behind a block, found later than it happened: the block was alloc'd</what>"
expect xml "<auxwhat>Address 0x[0-9a-f]* is 0 bytes after a block of size 13 alloc'd</auxwhat>"
expect xml "<auxwhat>1 byte was overwritten; this was found when the block was freed or resized</auxwhat>"
status 1 "$seep" gate run >out
expect out "heap buffer overflow, found later than it happened: a write just past a block of 13 bytes"
status 1 "$seep" gate --errors=0 run >out
"$seep" gate --baseline=known --update-baseline --force run >out || true
"$seep" gate --baseline=known run >out || fail "a known error fails"
checker --checks=leaks --gen-suppressions=all ./overrun 2>err
expect err "Seep:FoundLater"
sed -n '/^{/,/^}/p' err >supp
checker --checks=leaks --suppressions=supp --record=hidden ./overrun 2>err
expect err "suppressed: 1 from 1"
"$seep" gate hidden >out || fail "a suppressed error fails"
