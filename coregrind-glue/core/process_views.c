/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The core knows one process: one action for each signal, one limit of descriptors. Where several share its memory,
 * only one of them runs at any time, the one that has the core's lock. So when the lock goes to another process, what
 * the core knows is exchanged.
 *
 * The kernel keeps the actions of each process itself. While they are exchanged, it is therefore not called: it answers
 * what the core told it last. */
#include "coregrind-glue/core/process_views.h"

#include "coregrind-glue/core/descriptor_limits.h"
#include "coregrind-glue/core/lock_holder.h"
#include "coregrind-glue/core/wraps.h"
#include "memcheck/pure/base/env.h"

#include "pub_tool_libcbase.h"

enum { SIGNALS_END = 65 };

struct view {
  struct view *next;
  Int pid;
  ThreadId key; /* 0: the first process */
  vki_sigaction_fromK_t actions[SIGNALS_END];
  struct vki_rlimit descriptors;
  UChar tracks_descriptors;
};

extern UChar VG_(clo_track_fds); /* or more bytes; the lowest is enough */
extern Int VG_(max_signal);
extern SysRes VG_(do_sys_sigaction)(Int signal, const vki_sigaction_toK_t *action, vki_sigaction_fromK_t *ret_before);

static struct view *views, *current;
static bool is_switching;
static struct {
  vki_sigaction_toK_t action;
  bool is_known;
} in_kernel[SIGNALS_END];

bool process_views_answer(Int signal, const vki_sigaction_toK_t *action, vki_sigaction_fromK_t *ret_before)
{
  if (!is_switching || !action || signal >= SIGNALS_END || !in_kernel[signal].is_known)
    return false;
  if (ret_before)
    *ret_before = in_kernel[signal].action;
  in_kernel[signal].action = *action;
  return true;
}

void process_views_note(Int signal, const vki_sigaction_toK_t *action)
{
  if (signal < SIGNALS_END && action) {
    in_kernel[signal].action = *action;
    in_kernel[signal].is_known = true;
  }
}

/* --- one view --- */

static bool can_be_changed(Int signal)
{
  return signal != VKI_SIGKILL && signal != VKI_SIGSTOP;
}

static void save(struct view *view)
{
  for (Int signal = 1; signal <= VG_(max_signal); signal++)
    VG_(do_sys_sigaction)(signal, NULL, &view->actions[signal]);
  view->descriptors = descriptor_limits();
  view->tracks_descriptors = VG_(clo_track_fds);
}

static void restore(const struct view *view)
{
  vki_sigaction_fromK_t now;
  is_switching = true;
  for (Int signal = 1; signal <= VG_(max_signal); signal++) {
    VG_(do_sys_sigaction)(signal, NULL, &now);
    if (can_be_changed(signal) && VG_(memcmp)(&now, &view->actions[signal], sizeof now) != 0)
      VG_(do_sys_sigaction)(signal, &view->actions[signal], NULL);
  }
  is_switching = false;
  descriptor_limits_set(&view->descriptors);
  VG_(clo_track_fds) = view->tracks_descriptors;
}

static struct view *add_view(Int pid, ThreadId key)
{
  struct view *view = env_allocate("seep.views", sizeof *view);
  VG_(memset)(view, 0, sizeof *view);
  view->pid = pid;
  view->key = key;
  view->next = views;
  views = view;
  return view;
}

static struct view *find_view(Int pid)
{
  struct view *view = views;
  while (view && view->pid != pid)
    view = view->next;
  return view;
}

/* --- exchanging them --- */

static void switch_to(struct view *view)
{
  if (view == current)
    return;
  if (current)
    save(current);
  restore(view);
  current = view;
}

void process_views_begin(void)
{
  if (!current)
    current = add_view(VG_(getpid)(), 0);
}

/* The kernel has cleared nothing: the core's own handlers must stay. It learns here what it would have cleared. */
void process_views_clear_handlers(void)
{
  vki_sigaction_fromK_t action;
  for (Int signal = 1; signal <= VG_(max_signal); signal++) {
    VG_(do_sys_sigaction)(signal, NULL, &action);
    const void *const handler = (const void *)action.ksa_handler;
    if (!can_be_changed(signal) || handler == (const void *)VKI_SIG_IGN || handler == (const void *)VKI_SIG_DFL)
      continue;
    const vki_sigaction_toK_t default_action = {.ksa_handler = VKI_SIG_DFL};
    VG_(do_sys_sigaction)(signal, &default_action, NULL);
  }
}

void process_views_enter(ThreadId key, Bool clears_handlers)
{
  struct view *const parent = find_view(VG_(getppid)());
  if (parent)
    switch_to(parent);
  save(current);
  struct view *const own = add_view(VG_(getpid)(), key);
  save(own);
  own->tracks_descriptors = VG_(clo_track_fds) = 0; /* the core has one list of descriptors, the first process's */
  current = own;
  if (clears_handlers)
    process_views_clear_handlers();
}

void process_views_drop(ThreadId key)
{
  for (struct view **at = &views; *at; at = &(*at)->next) {
    struct view *const view = *at;
    if (view->key != key || view == current)
      continue;
    *at = view->next;
    env_free(view);
    return;
  }
}

void process_views_forget_others(void)
{
  while (views) {
    struct view *const next = views->next;
    env_free(views);
    views = next;
  }
  current = NULL;
}

/* A process that is not known is one that has just begun (process_views_enter()). */
void __wrap_vgModuleLocal_acquire_sched_lock(void *lock)
{
  const Int timer = lock_holder_begin_wait(lock);
  __real_vgModuleLocal_acquire_sched_lock(lock);
  lock_holder_end_wait(timer);
  struct view *const running = views && views->next ? find_view(VG_(getpid)()) : NULL;
  if (running)
    switch_to(running);
}
