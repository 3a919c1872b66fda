-- SPDX-License-Identifier: GPL-2.0-or-later
-- Lua.
--
-- long: its compiler or its start takes seconds
-- needs: lua5.4
-- run: lua5.4 $SRC FEATURE
-- features: print tables strings file closure coroutine errors metatable sort require
local features = {
  print = function() print("hello", 42) end,
  tables = function() local t = {} for i = 1, 1000 do t[i] = tostring(i) end print(#t) end,
  strings = function() print(("hello"):rep(100):gsub("l", "L")) end,
  file = function() for line in io.lines("/etc/passwd") do print(#line) end end,
  closure = function() local n = 0 local f = function() n = n + 1 end f() print(n) end,
  coroutine = function() print(coroutine.wrap(function() coroutine.yield(42) end)()) end,
  errors = function() print(pcall(error, "hello")) end,
  metatable = function() print(setmetatable({}, {__index = function(_, k) return k end}).hello) end,
  sort = function() local t = {3, 1, 2} table.sort(t) print(t[1]) end,
  require = function() print(package.loaded.string == require("string"), os.date()) end,
}
if os.getenv("PLANT") then
  assert(package.loadlib(os.getenv("PLANT_LIBRARY"), "plant_of_interpreter"))()
end
(features[arg[1]] or function() os.exit(99) end)()
