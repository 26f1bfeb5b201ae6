import { envKeyOf } from '../../model/names.ts';
import { quoted } from '../../model/shown-text.ts';
import type { Place } from '../../model/source-text.ts';
import type { Diagnoses } from '../diagnoses/diagnoses.ts';
import type { ReadStep } from '../step-index.ts';

/** No value ever becomes shell text; and a NUL would end the text where nobody sees it. */
export function checkShellText(
  field: { readonly value: string; readonly place: Place } | undefined,
  noun: 'command' | 'gate' | 'value of env',
  step: ReadStep,
  diagnoses: Diagnoses,
): void {
  if (field === undefined) return;
  const braces = /\{\{([^{}]*)\}?\}?/.exec(field.value);
  if (braces !== null) {
    const name = (braces[1] as string).trim();
    const message = `${quoted(braces[0])} in a ${noun} is refused (shell injection mitigation)`;
    diagnoses.report(
      'workflow/braces-in-shell',
      diagnoses.placeWithin(field.place, braces[0]) ?? field.place,
      message,
      `the value comes by environment: "$${variableOf(name, step)}"`,
    );
  }
  if (field.value.includes('\0')) {
    diagnoses.report(
      'workflow/control-character',
      field.place,
      `a ${noun} can not hold a NUL character`,
      'no program can be given one; let the shell make it: printf "\\0"',
    );
  }
}

function variableOf(name: string, { values }: ReadStep): string {
  if (name === 'input') return 'PAWL_INPUT';
  if (values.foreach !== undefined && (name === 'item' || name === 'item_index')) return `PAWL_${name.toUpperCase()}`;
  return `PAWL_OUT_${envKeyOf(name.slice(0, 40)) || '…'}`;
}
