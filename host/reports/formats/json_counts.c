/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/reports/formats/json_counts.h"

#include "host/reports/formats/json_model.h"

static json_t *make_row(const struct format_options *options, const struct finding_count_row *row)
{
  return json_pack("{so so so so so}", "taken", json_count(row->taken), "given", json_count(row->given), "left",
                   json_count(row->left), "place", json_text(row->place), "frames",
                   json_model_stack(options, &row->stack));
}

static json_t *make_giver(const struct format_options *options, const struct finding_count_giver *giver)
{
  return json_pack("{so so so}", "blocks", json_count(giver->blocks), "place", json_text(giver->place), "frames",
                   json_model_stack(options, &giver->stack));
}

json_t *json_model_counted(const struct format_options *options, const struct finding_count *count)
{
  json_t *rows = json_array(), *givers = json_array();
  for (size_t i = 0; i < count->row_count; i++)
    json_list_add(&rows, make_row(options, &count->rows[i]));
  for (size_t i = 0; i < count->giver_count; i++)
    json_list_add(&givers, make_giver(options, &count->givers[i]));
  return json_pack("{so so so sb sb so so so so}", "offset", json_count(count->offset), "bytes",
                   json_count(count->bytes), "value", json_count(count->value), "of_references", count->is_understood,
                   "left_is_known", count->is_paired, "taken", json_count(count->taken), "given",
                   json_count(count->given), "changes", rows, "siblings", givers);
}
