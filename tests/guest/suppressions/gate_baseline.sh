# SPDX-License-Identifier: GPL-2.0-or-later
# The story of a baseline: what is in it passes, also after a rebuild that moves all lines; what is new or has grown
# fails; what is fixed is taken out; incomplete suites fail whatever it says.
# needs: seep
# limit: 120
. "$SRC/lib.sh"
build() { # LINES in front
  { yes '' | head -n "$1"; cat; } >leak.c
  cc -g -O1 -o leak leak.c
}
code() { # extra code in main
  cat <<CODE
#include <stdlib.h>
void *volatile sink;
__attribute__((noinline)) static void lose_header(void) { sink = malloc(1337); sink = NULL; }
__attribute__((noinline)) static void lose_footer(void) { sink = malloc(11); sink = NULL; }
int main(int argc, char **argv) { lose_header(); if (argc > 2) lose_footer(); $1 return 0; }
CODE
}
cat >tests <<'EOT'
#!/bin/sh
SEEP_TEST=one ./leak
SEEP_TEST=two ./leak 1
EOT
chmod +x tests
suite() {
  rm -rf "$1"
  checker suite --record="$1" ./tests >suite.out 2>&1
}

code "" | build 0
suite first
status 1 checker gate first >gate.out 2>&1
expect gate.out "failed .2 processes" "2,674 bytes, at most 0 allowed" "lose_header .leak.c:3., hit by one, two"
status 2 checker gate first --baseline leaks.json >gate.out 2>&1
expect gate.out "there is no baseline leaks.json"
status 0 checker gate first --baseline leaks.json --update-baseline --force >gate.out 2>&1
status 0 checker gate first --baseline leaks.json >gate.out 2>&1

code "" | build 20
suite rebuilt
status 0 checker gate rebuilt --baseline leaks.json >gate.out 2>&1
status 0 checker diff first rebuilt >diff.out 2>&1
expect diff.out "the same"

sed -i 's/leak 1/leak 1 2/' tests
suite new
status 1 checker gate new --baseline leaks.json >gate.out 2>&1
expect gate.out "1 finding is not in baseline" "lose_footer .leak.c:24., hit by two"
reject gate.out "lose_header"
status 1 checker diff first new >diff.out 2>&1
expect diff.out "worse .1 new, 0 grown"

code "lose_header();" | build 0
suite grown
status 1 checker gate grown --baseline leaks.json --update-baseline >gate.out 2>&1
expect gate.out "1 finding has grown" "5,348 bytes in 4 blocks, before 2,674 bytes in 2 blocks"
status 0 checker gate first --baseline leaks.json >gate.out 2>&1

# Another answer from the same records.
printf '{\n  footer\n  Memcheck:Leak\n  ...\n  fun:lose_footer\n}\n' >footer.supp
status 0 checker gate new --baseline leaks.json --suppressions=footer.supp >gate.out 2>&1
status 0 checker gate grown --definitely-lost=6k --errors=5 --per-test=3k >gate.out 2>&1
status 1 checker gate grown --definitely-lost=6k --errors=5 --per-test=2k >gate.out 2>&1
expect gate.out "test one lost 2,674 bytes" "test two lost 2,685 bytes"

printf '#!/bin/sh\nSEEP_TEST=one ./leak\n' >tests
code "" | build 0
suite fewer
status 0 checker gate fewer --baseline leaks.json --update-baseline >gate.out 2>&1
expect gate.out "1 lowered"
status 1 checker gate first --baseline leaks.json >gate.out 2>&1

# Without names the findings of the baseline would seem fixed.
checker --record=nameless ./leak 2>report
cp leaks.json before.json
cp leak leak.kept
cp /bin/sh leak.new
mv leak.new leak
XDG_CACHE_HOME="$WORK/empty" status 1 checker gate nameless --baseline leaks.json --update-baseline >gate.out 2>&1
expect gate.out "leaks.json was not changed, because function names of these runs are no longer available"
XDG_CACHE_HOME="$WORK/empty" status 1 checker gate nameless --baseline leaks.json --update-baseline --force >gate.out \
  2>&1
cmp -s before.json leaks.json || fail "the baseline was changed although names were missing"
XDG_CACHE_HOME="$WORK/empty" status 2 checker diff first nameless >diff.out 2>&1
expect diff.out "findings cannot be matched"
mv leak.kept leak

# No false green.
rm "$(ls fewer/*.rec | head -n 1)"
status 1 checker gate fewer --baseline leaks.json >gate.out 2>&1
sed -i 's/"ended_ns"/"unknown"/' new/suite.json
status 1 checker gate new --definitely-lost=1M >gate.out 2>&1
expect gate.out "the suite did not finish"
rm "$(ls rebuilt/*.rec | head -n 1)"
status 1 checker gate rebuilt --definitely-lost=1M >gate.out 2>&1
expect gate.out "there is no record of it"
status 1 checker gate rebuilt --baseline leaks.json --update-baseline >gate.out 2>&1
expect gate.out "was not changed"
status 2 checker diff first rebuilt >diff.out 2>&1
head -c 100 leaks.json >cut.json
status 2 checker gate first --baseline cut.json >gate.out 2>&1
expect gate.out "cut.json:[0-9]*: it is not JSON"
