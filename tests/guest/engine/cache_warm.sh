# SPDX-License-Identifier: GPL-2.0-or-later
# A warm cache changes nothing that is seen: errors, origins, leaks, redirected and wrapped functions, generated code,
# children.
# needs: seep
# uses: cond_printf.c cond_stack.c jump_generated_code.c self_modifying_jit.c self_modifying_remapped.c lose_many.c
# uses: addr_after_free.c cache_patched_library.c cache_wrapped.c
# limit: 300
. "$SRC/lib.sh"
. "$SRC/cache_lib.sh"
for program in cond_printf cond_stack jump_generated_code self_modifying_jit self_modifying_remapped lose_many \
  addr_after_free \
  cache_wrapped "cache_patched_library $BIN/cache_patched_library.so"; do
  name=${program%% *}
  for engine in precise speculative direct; do
    for run in cold warm; do
      # The program's arguments are split here.
      cached "$name.$engine.$run" --engine=$engine $BIN/$program
    done
    warm "$name.$engine.warm"
    same "$name.$engine.cold" "$name.$engine.warm"
  done
done
ls -l --time-style=full-iso "$folder" >before
cached again "$BIN/addr_after_free"
ls -l --time-style=full-iso "$folder" >after
diff before after || fail "a run with nothing new has written"
