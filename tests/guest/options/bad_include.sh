# SPDX-License-Identifier: GPL-2.0-or-later
# Includes that go in a circle or lead nowhere are errors that show the chain.
# needs: seep
# uses: lose.c
. "$SRC/lib.sh"
echo 'include "b.supp"' >a.supp
echo '#: include "c.supp"' >b.supp
echo 'include "a.supp"' >c.supp
status 125 checker --suppressions=a.supp "$BIN/lose" 2>report
expect report "a\.supp" "b\.supp" "c\.supp"
echo 'include "missing.supp"' >outer.supp
status 125 checker --suppressions=outer.supp "$BIN/lose" 2>report
expect report "outer\.supp" "missing\.supp"
echo 'include "self.supp"' >self.supp
status 125 checker --suppressions=self.supp "$BIN/lose" 2>report
expect report "self\.supp"
