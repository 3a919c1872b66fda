# SPDX-License-Identifier: GPL-2.0-or-later
# --version --verbose tells the core and which of the fast paths are on; with a known core those that read
# modules are. It also tells what the system allows; nothing is made by asking.
# needs: seep
. "$SRC/lib.sh"
status 0 checker --version >short
status 0 checker --version --verbose >long
expect short "seep-[0-9.]+$"
reject short "core"
expect long "seep-[0-9.]+$" "Linked with the core of Valgrind [0-9.]+" "on +symbols of modules" "on +call frames"

XDG_CACHE_HOME=$WORK/cache XDG_STATE_HOME=$WORK/state status 0 checker --version --verbose >long
expect long "on +translated code is kept" "on +names of functions and lines are kept" "on +runs are saved$" \
  "on +gdb and seep snapshot reach"
[ ! -e cache ] || fail "a folder for caches was made"
[ ! -e state ] || fail "a folder for runs was made"
HOME='' XDG_CACHE_HOME='' XDG_STATE_HOME='' TMPDIR=$WORK/nowhere status 0 checker --version --verbose >long
expect long "off +translated code is kept .*\(neither XDG_CACHE_HOME nor HOME names a directory\)" \
  "off +names of functions" \
  "off +runs are saved \(no directory to save runs in" \
  "off +gdb and seep snapshot reach programs that run .*no files can be made in $WORK/nowhere .No such file or dir"
status 0 checker --version --verbose --translation-cache=no --record=no --vgdb=no --engine=speculative >long
expect long "off +most code is the program's own instructions, with checks in front \(--engine=speculative\)" \
  "off +translated code is kept .*\(--translation-cache=no\)" "off +runs are saved \(--record=no\)" \
  "off .*\(--vgdb=no\)"
mkdir -m 777 open
chmod 777 open
status 0 checker --version --verbose --translation-cache=open >long
expect long "off +translated code .*open is not used: it must be a directory that only you can write to"
echo >file
XDG_CACHE_HOME=$WORK/file status 0 checker --version --verbose >long
expect long "off +translated code is kept .*file"
if [ "$(id -u)" = 0 ] && unshare -m true 2>/dev/null; then
  mkdir full
  # shellcheck disable=SC2086
  unshare -m sh -ec "mount -t tmpfs -o ro none $WORK/full; XDG_CACHE_HOME=$WORK/full exec $SEEP --version --verbose" \
    >long
  expect long "off +translated code is kept for the next run \($WORK/full: Read-only file system\)"
  unshare -m sh -ec \
    "mount -t tmpfs -o size=4k none $WORK/full; mkdir $WORK/full/seep; head -c 4096 /dev/zero >$WORK/full/x
    XDG_CACHE_HOME=$WORK/full exec $SEEP --version --verbose" >long
  expect long "off +names of functions and lines are kept .*\($WORK/full.*: No space left on device\)"
fi
