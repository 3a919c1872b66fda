/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The core is told that the guest wants the default action, with system calls restarted; the guest is told what it has
 * set itself. An ignored signal would never be seen. */
#include "coregrind-glue/core/restarted_signals.h"

#include "coregrind-glue/core/wraps.h"

enum { SIGNALS = 65 };

/* As the guest sees it, while the core has another one. */
static struct {
  Bool is_wanted, is_hidden;
  vki_sigaction_toK_t seen;
} signals[SIGNALS];

static const vki_sigaction_toK_t restarting = {.ksa_handler = VKI_SIG_DFL, .sa_flags = VKI_SA_RESTART};

void restarted_signals_add(Int signal)
{
  vki_sigaction_fromK_t before;
  if (sr_isError(__real_vgPlain_do_sys_sigaction(signal, NULL, &before)))
    return;
  signals[signal].is_wanted = True;
  if ((before.ksa_handler != VKI_SIG_DFL && before.ksa_handler != VKI_SIG_IGN) ||
      sr_isError(__real_vgPlain_do_sys_sigaction(signal, &restarting, NULL)))
    return;
  signals[signal].is_hidden = True;
  signals[signal].seen = before;
}

SysRes restarted_signals_act(Int signal, const vki_sigaction_toK_t *action, vki_sigaction_fromK_t *ret_before)
{
  if (signal <= 0 || signal >= SIGNALS || !signals[signal].is_wanted)
    return __real_vgPlain_do_sys_sigaction(signal, action, ret_before);
  const Bool is_default = action && action->ksa_handler == VKI_SIG_DFL, was_hidden = signals[signal].is_hidden;
  const vki_sigaction_toK_t before = signals[signal].seen, wanted = action ? *action : before; /* they may be one */
  const SysRes result = __real_vgPlain_do_sys_sigaction(signal, is_default ? &restarting : action, ret_before);
  if (sr_isError(result))
    return result;
  if (was_hidden && ret_before)
    *ret_before = before;
  if (action) {
    signals[signal].is_hidden = is_default;
    signals[signal].seen = wanted;
  }
  return result;
}
