# SPDX-License-Identifier: GPL-2.0-or-later
# Where the processor has what direct code needs, it is used.
# needs: seep
. "$SRC/lib.sh"
grep -qw fsgsbase /proc/cpuinfo || skip "no instructions for segments"
checker --engine=direct -v -v true 2>report || fail "true fails"
reject report "is used, as"
