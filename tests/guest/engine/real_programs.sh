# SPDX-License-Identifier: GPL-2.0-or-later
# Programs of the system keep their output and exit status.
# limit: 300
. "$SRC/lib.sh"
same() {
  native=0 checked=0
  "$@" >native.out 2>native.err </dev/null || native=$?
  checker -q --log-file=report "$@" >checked.out 2>checked.err </dev/null || checked=$?
  [ $native = $checked ] || fail "exit status $checked, not $native: $*"
  cmp native.out checked.out || fail "another output: $*"
}
have() { command -v "$1" >/dev/null; }
same /bin/true
same /bin/false
same ls -l /usr/include
same bash -c 'for i in 1 2 3; do echo $((i * i)); done | sort -r; exit 3'
same sort /etc/services
same awk 'BEGIN { for (i = 0; i < 1000; i++) s += i * i; print s; exit 5 }'
! have perl ||
  same perl -e 'my %h; $h{$_ % 17} .= $_ for 1 .. 2000; print "$_ ", length $h{$_}, "\n" for sort keys %h; exit 6'
! have python3 ||
  same python3 -c 'import json, re; print(len(re.findall("1", json.dumps(list(range(1000)))))); raise SystemExit(7)'
! have sqlite3 || same sqlite3 :memory: 'create table t(a); insert into t values (1), (2); select sum(a) from t;'
! have xz || same sh -c 'xz -T2 -c /etc/services | xz -dc | cksum'
! have openssl || same openssl dgst -sha256 /etc/services
! have git || same git --version
