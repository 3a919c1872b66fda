# SPDX-License-Identifier: GPL-2.0-or-later
# seep report --open writes the page and has a browser show it; that it could not is an error that says what to do.
# needs: seep
# uses: lose.c
. "$SRC/lib.sh"
export XDG_STATE_HOME="$WORK/state"
unset SEEP_OPTS

checker --record=run "$BIN/lose" 2>said || true
printf '#!/bin/sh\necho "shows $*" >shown\n' >browser
chmod +x browser
BROWSER=$PWD/browser checker report --open run >out 2>said
[ ! -s out ] && [ ! -s said ] || fail "it says more than nothing: $(cat out said)"
[ "$(cat shown)" = "shows seep.html" ] || fail "the browser was asked for: $(cat shown)"
grep -q "<title>" seep.html || fail "seep.html is no page"
BROWSER=$PWD/browser checker report --open --format=html:own.html --format=text run >out
[ "$(cat shown)" = "shows own.html" ] || fail "the browser was asked for: $(cat shown)"
expect out "bytes in 1 block lost"
export BROWSER=false
status 2 checker report --open run 2>said
expect said "^seep report: false did not show seep.html; open it yourself, or set BROWSER$"
export BROWSER=$PWD/none
status 2 checker report --open run 2>said
expect said "^seep report: cannot run .*/none to show seep.html; open it yourself, or set BROWSER: "
rm shown
checker report --format=html:own.html run >out
[ ! -e shown ] || fail "a page was shown without --open"
