/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the set <glib> is for: types, quarks, signals and threads that GLib keeps. */
#include <gio/gio.h>

static void work(gpointer data, gpointer more)
{
  (void)data;
  (void)more;
}

static gboolean quit(gpointer loop)
{
  g_main_loop_quit(loop);
  return G_SOURCE_REMOVE;
}

int main(void)
{
  GMainLoop *loop = g_main_loop_new(NULL, FALSE);
  g_idle_add(quit, loop);
  g_main_loop_run(loop);
  g_main_loop_unref(loop);
  g_object_unref(g_object_new(G_TYPE_SIMPLE_ACTION_GROUP, NULL));
  GFile *file = g_file_new_for_path("/tmp");
  g_object_unref(g_file_query_info(file, "*", G_FILE_QUERY_INFO_NONE, NULL, NULL));
  g_object_unref(file);
  GThreadPool *pool = g_thread_pool_new(work, NULL, 2, FALSE, NULL);
  g_thread_pool_push(pool, pool, NULL);
  g_thread_pool_free(pool, FALSE, TRUE);
  return g_quark_from_string("a quark") == 0;
}
