/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Operands that are known to be defined and constants make other code than tracked ones do, so each form is a routine
 * of its own: all operands tracked, one of them defined, one of them constant (several constants), and one of three or
 * more alone. */
#include "oracle/trial.h"

#include <stddef.h>

enum { FORMS_MAX = 16, SAMPLES_PER_CONSTANT = 400, CONSTANTS_MIN = 2 };

struct forms {
  struct form forms[FORMS_MAX];
  unsigned count;
};

static void add_forms(struct forms *forms, const struct signature *signature, enum operand_form one,
                      enum operand_form others)
{
  for (unsigned i = 0; i < signature->count; i++) {
    struct form form = {.operands = {OPERAND_TRACKED}};
    for (unsigned j = 0; j < signature->count; j++)
      form.operands[j] = i == j ? one : others;
    if (one != OPERAND_CONSTANT || can_be_constant(signature->operands[i]))
      forms->forms[forms->count++] = form;
  }
}

static bool has_constant(const struct form *form)
{
  for (unsigned i = 0; i < DEFINEDNESS_OPERANDS_MAX; i++)
    if (form->operands[i] == OPERAND_CONSTANT)
      return true;
  return false;
}

struct run {
  const struct trial *trial;
  struct judge judge;
  v_bits_function *function;
};

static void run_form(struct run *run, const struct form *form, uint64_t samples)
{
  struct judge *judge = &run->judge;
  struct routine *rule = routine_of_rule(&judge->subject->signature, form, run->trial->mode, run->function);
  judge->rule = rule;
  for (uint64_t n = 0; n < samples; n++) {
    struct sample sample = sample_make(&judge->random, judge->subject, form);
    bool was_right = judge->tally.wrong == 0;
    if (!judge_sample(judge, &sample) && was_right && !run->trial->is_quiet)
      judge_explain(judge, sample);
  }
  routine_free(rule);
}

static void run_constants(struct run *run, struct form form, uint64_t samples)
{
  uint64_t constants = samples / SAMPLES_PER_CONSTANT;
  if (constants < CONSTANTS_MIN)
    constants = CONSTANTS_MIN;
  for (uint64_t n = 0; n < constants; n++) {
    for (unsigned i = 0; i < DEFINEDNESS_OPERANDS_MAX; i++)
      if (form.operands[i] == OPERAND_CONSTANT)
        form.constants[i] = sample_constant(&run->judge.random, run->judge.subject, i);
    run_form(run, &form, samples / constants);
  }
}

struct tally trial_run(const struct trial *trial, const struct subject *subject, v_bits_function *function)
{
  struct routine *operation = routine_of_operation(&subject->signature);
  bool is_loose = trial->mode == MODE_LOOSE;
  struct run run = {trial, {.subject = subject, .operation = operation, .is_loose = is_loose}, function};
  run.judge.random.state = trial->seed ^ subject->signature.op;
  struct forms others = {.count = 0};
  if (subject->signature.count > 1) {
    add_forms(&others, &subject->signature, OPERAND_DEFINED, OPERAND_TRACKED);
    add_forms(&others, &subject->signature, OPERAND_CONSTANT, OPERAND_TRACKED);
  }
  if (subject->signature.count > 2)
    add_forms(&others, &subject->signature, OPERAND_TRACKED, OPERAND_DEFINED);
  uint64_t share = trial->samples / (others.count + 2);
  for (unsigned i = 0; i < others.count; i++)
    if (has_constant(&others.forms[i]))
      run_constants(&run, others.forms[i], share);
    else
      run_form(&run, &others.forms[i], share);
  run_form(&run, &(struct form){.operands = {OPERAND_TRACKED}}, trial->samples - share * others.count);
  routine_free(operation);
  return run.judge.tally;
}

double tally_imprecision(const struct tally *tally)
{
  return tally->marked ? 100.0 * (double)tally->needless / (double)tally->marked : 0;
}
