# SPDX-License-Identifier: GPL-2.0-or-later
# refcount: objects of CPython that its collector knows are reached by pointers to them, which is behind their blocks'
# start; without the heuristic those are possibly lost.
# needs: seep /usr/bin/python3
. "$SRC/lib.sh"
export PYTHONMALLOC=malloc
checker /usr/bin/python3 -c "import json" 2>report
expect report "possibly lost: 0 bytes in 0 blocks" "refcount +: [1-9]"
checker --leak-check-heuristics=stdstring,length64,newarray,multipleinheritance /usr/bin/python3 -c "import json" \
  2>report
expect report "possibly lost: [1-9]"
