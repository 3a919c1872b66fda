# SPDX-License-Identifier: GPL-2.0-or-later
# Entries hold under conditions only: a program, its libraries' versions. What they may hide is limited, and breaking a
# limit is said.
# needs: seep
# uses: suppress_places.cpp
. "$SRC/lib.sh"
entry() {
  printf '{\n  wanted\n  #: %s\n  Memcheck:Leak\n  ...\n  fun:*lose_*\n}\n' "$1"
}
hides() {
  entry "$1" >a.supp
  status 0 checker --suppressions=a.supp --error-exitcode=9 "$BIN/suppress_places" free 2>report
}
shows() {
  entry "$1" >a.supp
  status 9 checker --suppressions=a.supp --error-exitcode=9 "$BIN/suppress_places" free 2>report
}
hides "exe: suppress_*"
shows "exe: other"
hides "if: arch=x86_64, os=linux"
shows "if: arch=riscv64"
shows "tests: some*"
if ldd --version 2>/dev/null | grep -q GLIBC; then
  glibc=$(ldd --version | sed -n '1s/.* //p')
  hides "if: glibc>=$glibc, glibc<99"
  shows "if: glibc>$glibc"
  hides "if: libstdc++>=6"
fi
shows "if: libnothere>=1"
entry "max-byte: 1" >a.supp
status 125 checker --suppressions=a.supp "$BIN/suppress_places" free 2>report
expect report 'a.supp:3: expected "#: max-bytes: "'

checker --record=run "$BIN/suppress_places" free 2>report
entry "max-bytes: 100" >a.supp
status 1 checker suppress --audit run a.supp >said
expect said 'a.supp:1: "wanted": max-bytes is 100, but the entry hides [0-9]+ bytes in one process'
entry "max-bytes: 1M" >a.supp
status 0 checker suppress --audit run a.supp >said
entry "expires: 2020-01-01" >a.supp
status 1 checker suppress --audit run a.supp >said
expect said "expired after 2020-01-01"

# A file that includes a set, for Valgrind a comment; and one that is not there.
printf '#: include <no-such-set>\n' >set.supp
status 125 checker --suppressions=set.supp "$BIN/suppress_places" 2>report
expect report "set.supp:1: in an include: there is no set <no-such-set>"
