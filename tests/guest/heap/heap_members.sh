# SPDX-License-Identifier: GPL-2.0-or-later
# Paths name the members through which they lead where debug information knows them, and offsets where the heap says
# that the declared type is not what is there.
# needs: seep cc c++
# limit: 120
. "$SRC/lib.sh"

# held BYTES REGEX...: the answer to why has these lines.
held() {
  checker heap run why "=$1" >answer 2>&1
  shift
  expect answer "$@"
}

run() {
  "$@" -o program
  rm -rf run
  checker -q --leak-check=no --snapshot=exit --record=run ./program 2>report
}

for compiler in 'cc -g -O0' 'cc -gdwarf-4 -O2' 'clang -g -O0'; do
  command -v ${compiler%% *} >/dev/null || continue
  run $compiler "$SRC/heap/heap_members_program.c"
  held 1337 '^global g_server  ' 'struct server\).* ->cache\.entries$' \
    'block of 480 \(struct entry\[20\]\).* \[3\]\.value$' \
    '^= g_server->cache\.entries\[3\]\.value$'
  held 41 '^= g_server->items->text$' '8 more blocks .* each ->next \.\.\.' '->text$'
  held 1343 '^= g_server->any$'
  held 1345 '\(struct open\)' '^= g_server->open->names\[4\]$'
  held 1347 '^global inline_server\.cache\.entries  '
  held 1349 '^= table\[5\]$'
  # Two members of the union are pointers there; a pointer to the first member's type leads to the whole.
  held 1339 '\(struct server\).* \+ 40$'
  reject answer '^='
  held 1341 '->objects\[2\]$' 'block of 32 .* \+ 16$'
  reject answer '^='
done
checker heap run why =1337 --format=json >answer
expect answer '"expression": "g_server->cache.entries\[3\].value"' '"member": "\[3\].value"'

checker heap run export html page.html
grep -q 'g_server[^ ]*cache\.entries\[3\]\.value"' page.html || fail 'the page does not name members'

for flags in '-g -O0' '-gdwarf-4 -fdebug-types-section -O2'; do
  run c++ $flags "$SRC/heap/heap_members_containers.cpp"
  held 1337 'Page\[5\]\).* \[3\]\.raw$' '^= app::g_server->pages\._M_impl\._M_start\[3\]\.raw$'
  held 1354 '\[2\]\.title\._M_dataplus\._M_p$'
  held 1345 '^= app::g_server->front\._M_t\..*_M_head_impl->raw$'
  held 1351 '^= app::g_server->opaque->hidden$'
  for bytes in 1339 1341 1343 1347 1349; do
    held $bytes '\+ [0-9]+$'
    reject answer '^='
  done
done

run cc -g -O0 "$SRC/heap/heap_members_locals.c"
locals() {
  held 1337 '^global kept\.first in keep\(\)  ' '^= kept\.first->text$'
  held 1339 '^thread-local slot\.first of thread 1  ' '^= slot\.first->text$'
  held 1341 '^list\.first in work\(\) of thread 1  ' '^= list\.first->text$'
  held 41 '^= list\.first->next->text$'
}
locals
checker pack run >packed 2>&1
rm program
XDG_CACHE_HOME=$PWD/none
export XDG_CACHE_HOME
locals

# Names come with a packed run.
run cc -g "$SRC/heap/heap_members_program.c"
checker pack run >packed 2>&1
rm program
XDG_CACHE_HOME=$PWD/empty
export XDG_CACHE_HOME
held 1337 '^= g_server->cache\.entries\[3\]\.value$'
