# SPDX-License-Identifier: GPL-2.0-or-later
# `seep gate --format` reports what makes the gate fail and nothing else: not what the baseline knows, nothing if it
# passes.
# needs: seep
# uses: lose.c free_wild.c
. "$SRC/lib.sh"
checker --record=old "$BIN/lose" 2>report
checker --record=new "$BIN/free_wild" 2>report
status 0 checker gate old --baseline=known.json --update-baseline --force >gate.out
status 1 checker gate old new --baseline=known.json --format=github --format=json:new.json --format=text:new.txt \
  >gate.out
expect gate.out "seep gate: failed" "^::error file=[^,]*free_wild\.c,line=[0-9]+,col=[0-9]+,title="
reject gate.out "lose\.c,line"
expect new.txt "free_wild\.c:[0-9]"
reject new.txt "lose\.c:[0-9]"
status 0 checker gate old --baseline=known.json --format=github --format=text:none.txt >gate.out
reject gate.out "::error"
reject none.txt "lose\.c:[0-9]"
# What is over a limit is listed, whatever kinds are shown.
status 1 checker gate old --show-leak-kinds=none --definitely-lost=0 --format=text:lost.txt >gate.out
expect lost.txt "lose\.c:[0-9]"
status 2 checker gate old --json --format=github >gate.out 2>&1
expect gate.out "both want standard output" "--format=github:FILE"
status 2 checker gate old --format=sarf >gate.out 2>&1
expect gate.out "unknown format; did you mean --format=sarif"
status 2 checker gate old --format=json:/no/such/folder/file >gate.out 2>&1
expect gate.out "/no/such/folder/file"
