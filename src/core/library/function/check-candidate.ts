import { type Diagnostic, severityOf } from '../../model/diagnostic.ts';
import type { EffectClass } from '../../model/effect-class.ts';
import type { Candidate, Surroundings } from './candidate.ts';
import type { CodeFacts, Unreadable } from './code-facts.ts';
import { effectRules } from './effect-rules.ts';
import { importRules } from './import-rules.ts';
import { nameRules } from './name-rules.ts';
import type { Report } from './report.ts';
import { secretRules } from './secret-rules.ts';
import { worldRules } from './world-rules.ts';

export interface CheckedCandidate {
  /** All that is wrong, in the order of the text; empty = it may be stored. */
  readonly diagnostics: readonly Diagnostic[];
  /** The most that it does: a lower bound found by analysis, or what somebody said where that is more. Of use where nothing is wrong. */
  readonly effectClass: EffectClass;
}

/** Holds what was read of a function against what there is; every fault at once. */
export function checkCandidate(candidate: Candidate, known: Surroundings): CheckedCandidate {
  const diagnostics: Diagnostic[] = [];
  const report: Report = (code, at, message, hint) =>
    void diagnostics.push({ code, severity: severityOf(code), message, ...at, ...(hint === undefined ? {} : { hint }) });
  if (!candidate.facts.ok) {
    reportUnreadable(candidate.facts.failure, report);
    return { diagnostics, effectClass: 'irreversible' };
  }
  const facts = candidate.facts.value;
  for (const { message, at } of facts.form) report('function/form', at, message);
  nameRules(facts, candidate.overwrite, known.functions, report);
  reportDocstring(facts, report);
  worldRules(facts, report);
  importRules(facts, candidate.environment, known.environments, report);
  secretRules(facts, known.redactor, report);
  const effectClass = effectRules(facts, candidate.effectClass, known, report);
  diagnostics.sort((one, other) => one.line - other.line || one.column - other.column);
  return { diagnostics, effectClass };
}

function reportUnreadable({ why, message, line, column }: Unreadable, report: Report): void {
  const at = { line: line ?? 1, column: column ?? 1, length: 1 };
  switch (why) {
    case 'syntax':
      report('function/syntax', at, message);
      return;
    case 'too-large':
      report('function/too-large', at, message, 'give data as input, or read it with ctx.fs.read');
      return;
    case 'too-deep':
      report('function/too-deep', at, message);
  }
}

function reportDocstring({ docstring, exported }: CodeFacts, report: Report): void {
  if (docstring !== null || exported === null) return;
  report(
    'function/no-docstring',
    exported.at,
    `${exported.name} has no docstring`,
    'right above the export: /** what it does; inputs with units; what it gives; how it fails */',
  );
}
