# SPDX-License-Identifier: GPL-2.0-or-later
# Merged findings tell people which threads an error is about, as the screen does: which one has freed and allocated the
# block, and where the one in which it happened was started.
# needs: seep
# uses: use_after_free_threads.c
. "$SRC/lib.sh"
checker -q --record=run "$BIN/use_after_free_threads" threads >stdout 2>report || true
checker -q --record=main "$BIN/use_after_free_threads" main >stdout 2>report || true
checker report --format=people run >people
expect people "= note: in thread 2, which runs user and was .* by start\(\) \(use_after_free_threads.c:[0-9]+\); " \
  "; freed by a thread that runs freer; allocated by a thread that runs maker$"
checker report --format=people main >people
expect people "error: use after free"
reject people "in thread" "by a thread"
