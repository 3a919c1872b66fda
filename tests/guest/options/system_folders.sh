# SPDX-License-Identifier: GPL-2.0-or-later
# Folders that cannot be written, are full, or are not there: programs are checked as always, and what is lost by it is
# said. Without /proc nothing works, and that is said.
# needs: seep root unshare
# uses: lose.c
# limit: 120
. "$SRC/lib.sh"
unshare -m true 2>/dev/null || skip "no mount namespaces here"
mkdir home tmp
HOME=$WORK/home
XDG_STATE_HOME=
XDG_CACHE_HOME=
export HOME XDG_STATE_HOME XDG_CACHE_HOME

# within COMMANDS [PROGRAM...]: in a mount namespace of its own, in which the commands were executed first.
within() {
  commands=$1
  shift
  [ $# -gt 0 ] || set -- "$BIN/lose" 3
  got=0
  # shellcheck disable=SC2086  # the checker's options
  timeout 30 unshare -m sh -ec "$commands"'; exec "$@"' sh $SEEP "$@" >out 2>report </dev/null || got=$?
}

checked() {
  [ $got = 3 ] || { cat report; fail "$commands: exit status $got"; }
  expect report "1,337 bytes in 1 blocks are definitely lost" "ERROR SUMMARY: 1 errors" "$@"
}

within "umount -l /proc"
[ $got = 125 ] || fail "without /proc: exit status $got"
expect report "^seep: /proc/self/fd cannot be read \(No such file or directory\).*mount -t proc proc /proc"
within "mount -t proc -o hidepid=2 none /proc"
checked
reject report "^seep: "

# Temporary files are kept in memory, but gdb needs its FIFOs.
unreachable="^seep: gdb and seep snapshot cannot reach this program: no files can be made in"
within "mount -t tmpfs -o ro none $WORK/tmp; export TMPDIR=$WORK/tmp"
checked "$unreachable $WORK/tmp \(Read-only file system\); name another folder by TMPDIR or --vgdb-prefix"
within "mount -t tmpfs -o size=4k none $WORK/tmp; export TMPDIR=$WORK/tmp; head -c 4096 /dev/zero >$WORK/tmp/full"
checked "$unreachable .* \(No space left on device\)"
within "mount -t tmpfs -o nr_inodes=1 none $WORK/tmp; export TMPDIR=$WORK/tmp"
checked "$unreachable .* \(No space left on device\)"
within "export TMPDIR=$WORK/nowhere"
checked "$unreachable $WORK/nowhere \(No such file or directory\)"
within "export TMPDIR=$WORK/nowhere" --vgdb=no "$BIN/lose" 3
checked
reject report "^seep: "
within "export TMPDIR=$WORK/nowhere" -q "$BIN/lose" 3
[ $got = 3 ] || fail "-q: exit status $got"
reject report "^seep: "
within "export TMPDIR=$WORK/nowhere" --vgdb-error=0 "$BIN/lose" 3
[ $got = 125 ] || fail "--vgdb-error: exit status $got"
expect report "^seep: no files can be made in $WORK/nowhere"
within "export TMPDIR=$WORK/nowhere" --trace-children=yes /bin/sh -c "$BIN/lose 3"
[ "$(grep -c "no files can be made" report)" = 1 ] || { cat report; fail "it is said of each child"; }
within "mount -t tmpfs -o noexec none $WORK/tmp; export TMPDIR=$WORK/tmp"
checked
reject report "^seep: "
# What the guest reads of itself is the guest's.
within "export TMPDIR=$WORK/nowhere" --vgdb=no /bin/cat /proc/self/cmdline
[ "$(tr '\0' ' ' <out)" = "/bin/cat /proc/self/cmdline " ] || { cat out; fail "/proc/self/cmdline is another"; }
[ -z "$(ls tmp)" ] || fail "files were left"

# Runs and caches.
within "mount -t tmpfs -o ro none home"
no_folder="cannot make directory $WORK/home"
checked "^seep: this run is not saved: .*--record=DIR or --record=no: $no_folder/.local: Read-only file system" \
  "^seep: names are not kept in the symbol cache; set XDG_CACHE_HOME: $no_folder/.cache: Read-only file system"
within "mount -t tmpfs -o size=8k none home; head -c 8192 /dev/zero >home/full || true"
checked "Seep: cannot write the record in .*No space left on device" \
  "cannot write to the symbol cache .*No space left on device"
within "mount -t tmpfs -o noexec none home"
checked
reject report "^seep: "
