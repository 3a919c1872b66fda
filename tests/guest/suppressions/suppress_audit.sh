# SPDX-License-Identifier: GPL-2.0-or-later
# `seep suppress --audit` tells unused entries, those that are never reached and those that hide too much; --prune and
# --narrow mend files without touching anything else.
# needs: seep
# uses: suppress_places.cpp
. "$SRC/lib.sh"
checker --record=run "$BIN/suppress_places" 2>report
checker --record=run2 "$BIN/suppress_places" zeroed 2>report
cat >a.supp <<'END'
# All of them.

# Whatever is lost.
{
   wide
   #: owner: somebody
   Memcheck:Leak
   ...
   fun:*lose_*
}

# Nobody comes here.
{
   unused
   Memcheck:Leak
   fun:malloc
   fun:nowhere
}

{
   late
   Memcheck:Leak
   ...
   fun:*lose_zeroed*
}

{
   elsewhere
   #: exe: other
   Memcheck:Leak
   fun:malloc
   fun:nowhere
}
{
   canary
   #: expect: 1
   #: bug: 17
   Memcheck:Leak
   fun:malloc
   fun:canary
}
END
cp a.supp before.supp
status 1 checker suppress --audit run run2 a.supp >said
expect said 'a.supp:13: "unused": unused' 'a.supp:20: "late": never reached: "wide" \(a.supp:4\) already matches' \
  '"elsewhere": its conditions hold in none' 'expect is 1, but the entry matched 0 findings.*bug 17' \
  '"wide": hides own code' '5 entries against 2 processes of 2 runs'
cmp -s a.supp before.supp || fail "the audit alone changed the file"

# Pruned: comments and layout of what stays are kept; so is what waits for something or holds elsewhere.
status 1 checker suppress --prune run run2 a.supp >said
expect said "a.supp: 2 entries removed" "the same findings are hidden"
diff before.supp a.supp >changes && fail "nothing was removed"
reject changes '^>' elsewhere canary wide
expect changes "Nobody comes here" "nowhere" "late"

# Narrowed: the same is hidden by more entries, which keep what was said of the one.
status 1 checker suppress --narrow run run2 a.supp >said
expect said "a.supp: 1 entry replaced by [3-9] narrower"
expect a.supp "# Whatever is lost." "narrowed from wide" "owner: somebody" "canary"
reject a.supp "fun:\*lose_\*"
status 0 checker --suppressions=a.supp --error-exitcode=9 "$BIN/suppress_places" free 2>report
expect report "ERROR SUMMARY: 0 errors"
status 1 checker suppress --audit --narrow run run2 a.supp >said
reject said "replaced"

# Where a program was built again, and nothing remembers its names, entries only seem unused.
cp "$BIN/suppress_places" places
checker --record=run3 ./places 2>report
cp before.supp c.supp
status 1 checker suppress --prune run3 c.supp >said
cp before.supp c.supp
cp /bin/sh places.new
mv places.new places
XDG_CACHE_HOME="$WORK/empty" status 2 checker suppress --prune run3 c.supp >said 2>&1
expect said "function names of these runs are no longer available"
cmp -s before.supp c.supp || fail "entries were pruned although names were missing"

# What is wrong is said.
status 2 checker suppress --audit run 2>said
expect said "needs a suppression file"
status 2 checker suppress --audit run no-such.supp 2>said
expect said "no-such.supp: cannot be opened"
status 2 checker suppress run a.supp 2>said
expect said "use --audit"
echo '{' >broken.supp
status 2 checker suppress --prune run broken.supp 2>said
expect said "broken.supp:1: expected"
status 2 checker suppress --prune no-such-run a.supp 2>said
chmod 444 a.supp
mkdir locked
cp before.supp locked/b.supp
if [ "$(id -u)" != 0 ]; then
  chmod 555 locked
  status 2 checker suppress --prune run locked/b.supp 2>said
  chmod 755 locked
fi
[ "$(ls | grep -c 'supp\.')" = 0 ] || fail "temporary files are left: $(ls)"
