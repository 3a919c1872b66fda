# SPDX-License-Identifier: GPL-2.0-or-later
# Every export copes with code that is in no file, also when the program's own file is gone, and leaves no file behind
# but its own.
# needs: seep python3
# uses: heap_codeless.c
# limit: 120
. "$SRC/lib.sh"
formats="massif dhat callgrind folded speedscope pprof dot gml html"

cp "$BIN/heap_codeless" program
checker -q --snapshot=exit --record=run ./program 2>report
mkdir out gone
for format in $formats; do
  status 0 checker heap run export "$format" "out/$format" 2>error
done
rm program
XDG_CACHE_HOME=$PWD/empty-cache
export XDG_CACHE_HOME
for format in $formats; do
  status 0 checker heap run export "$format" "gone/$format" 2>error
done
for directory in out gone; do
  test "$(ls "$directory" | wc -l)" -eq 9 || fail "there are more files than formats: $(ls "$directory")"
done

# A viewer shows who made what has no file, and counts it.
expect out/folded 'main;\[code made by program\] 1337$' 'main;fill;\[code made by program\] 337$' 'main 37$'
python3 - <<'END'
import gzip, json
for directory in "out", "gone":
    json.load(open(f"{directory}/dhat"))
    profile = json.load(open(f"{directory}/speedscope"))
    assert sum(profile["profiles"][0]["weights"]) == 1337 + 337 + 37, profile["profiles"][0]
    assert b"[code made by program]" in gzip.open(f"{directory}/pprof").read()
END
