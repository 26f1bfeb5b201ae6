import type { Intent } from '../../../core/events/event.ts';
import { durationText } from '../../../core/model/duration.ts';
import type { Underway } from '../../../core/views/progress.ts';
import { goesOnText } from '../clock-text.ts';

/** What is known of a run's steps beside its events. */
export interface Known {
  /** Who answers prompts. */
  readonly agent: string | null;
  /** How many iterations a loop has at most; 0 = unknown. */
  readonly rounds: (step: string) => number;
  /** What the agent of a step said last that it does; null = nothing yet. */
  readonly activity: (step: string) => string | null;
}

/** "fix 2 of 8 · the gate runs · 12 s": one thing that is under way. */
export function underwayText(underway: Underway, known: Known, nowMs: number): string {
  const { name, step, iteration, sinceMs } = underway;
  const rounds = known.rounds(step);
  const place = iteration === 0 ? name : `${name} ${iteration}${rounds > 0 ? ` of ${rounds}` : ''}`;
  const elapsed = durationText(Math.max(0, nowMs - sinceMs));
  return `▸ ${[place, whatText(underway, known, nowMs), elapsed].filter(Boolean).join(' · ')}`;
}

function whatText({ step, intent, waitsUntilMs }: Underway, { agent, activity }: Known, nowMs: number): string {
  switch (intent?.type) {
    case 'prompt.requested':
      return activity(step) ?? `${agent ?? 'agent'} is at work`;
    case 'command.requested':
      return 'runs';
    case 'gate.requested':
      return 'the gate runs';
    case 'wait.requested':
      return waitsUntilMs === null ? 'waits' : goesOnText({ fromMs: nowMs, untilMs: waitsUntilMs });
    case 'approval.requested':
      return 'waits for you';
    case 'workflow.requested':
      return activity(step) ?? `runs ${intent.file}`;
    case 'function.requested':
      return activity(step) ?? `runs ${intent.name}`;
    case 'restore.requested':
      return 'is put back';
    default:
      return intent === undefined || intent === null ? '' : (quickText[intent.type] ?? '');
  }
}

/** What takes a moment only, and more where a work tree is large. */
const quickText: Partial<Record<Intent['type'], string>> = {
  'snapshot.requested': 'is recorded',
  'plan.requested': 'is committed',
  'commit.requested': 'is committed',
  'tree.requested': 'gets a work tree',
  'merge.requested': 'is merged',
};

/** As much of them as fits on one line, and how many more there are. */
export function onOneLine(parts: readonly string[], tail: string, columns: number): string {
  const room = columns - 1 - tail.length;
  let line = '';
  for (const [index, part] of parts.entries()) {
    const left = parts.length - index - 1;
    const more = left === 0 ? '' : `   +${left} more`;
    const longer = index === 0 ? part : `${line}   ${part}`;
    if (index > 0 && longer.length + more.length > room) return `${line}   +${left + 1} more${tail}`;
    // The first one is cut rather than left out.
    line = index === 0 && longer.length + more.length > room ? `${longer.slice(0, Math.max(1, room - more.length - 1))}…` : longer;
  }
  return line === '' ? '' : `${line}${tail}`;
}
