/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counted references are known by the functions of the language's library that make them. */
#include "host/model/words/cycle_words.h"

#include <string.h>

#include "host/base/memory.h"

static const struct {
  const char *function, *help;
} references[] = {
  {"std::make_shared", "use a weak reference: make one pointer of the cycle a std::weak_ptr"},
  {"std::allocate_shared", "use a weak reference: make one pointer of the cycle a std::weak_ptr"},
  {"std::__shared_count", "use a weak reference: make one pointer of the cycle a std::weak_ptr"},
  {"std::shared_ptr", "use a weak reference: make one pointer of the cycle a std::weak_ptr"},
  {"alloc::rc::Rc", "use a weak reference: make one pointer of the cycle a Weak, by Rc::downgrade()"},
  {"alloc::sync::Arc", "use a weak reference: make one pointer of the cycle a Weak, by Arc::downgrade()"},
};

/* Outside of template arguments, as in "std::shared_ptr<Node> std::make_shared<Node>()"; newer names of Rust begin with
 * a bracket: "<alloc::rc::Rc<T>>::new". */
static bool names(const char *name, const char *function)
{
  const size_t bytes = strlen(function);
  int depth = name && *name == '<' ? -1 : 0;
  for (; name && *name; name++) {
    if (depth == 0 && strncmp(name, function, bytes) == 0)
      return true;
    depth += (*name == '<') - (*name == '>');
  }
  return false;
}

char *cycle_help(const struct frame *frames, size_t count)
{
  for (size_t i = 0; i < count && !frame_is_looked_at(&frames[i]); i++)
    for (size_t j = 0; j < sizeof references / sizeof *references; j++)
      if (names(frames[i].qualified ? frames[i].qualified : frames[i].function, references[j].function))
        return memory_text(references[j].help);
  return NULL;
}
