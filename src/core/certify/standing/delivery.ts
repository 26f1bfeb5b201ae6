import { keyDraw } from './key-draw.ts';
import { isDelivering, type Standing } from './standing.ts';
import type { StandingSettings } from './standing-settings.ts';

/** What keeps certified code from an occurrence; the agent does it instead. */
export const obstacles = ['certificate_invalid', 'outside_envelope', 'precondition', 'missing_secret', 'over_budget'] as const;
export type Obstacle = (typeof obstacles)[number];

/** An occurrence that is to be delivered. */
export interface Due {
  /** Of the task and what it is the instance of: it decides the draws. */
  readonly key: string;
  readonly nowMs: number;
  /** null = none was found. */
  readonly obstacle: Obstacle | null;
  /** Whether audits may still cost something (`hasAuditBudget`). */
  readonly mayAudit: boolean;
}

/** Who does the occurrence. */
export type Delivery =
  /** The agent; `shadow`: the code runs beside it on what it read, its writes captured. */
  | { readonly how: 'agent'; readonly shadow: boolean; readonly because: AgentReason }
  /** The code, with the agent in the shadow. */
  | { readonly how: 'canary' }
  /** The code alone; `audit`: the agent runs in its shadow, to see whether it still agrees. */
  | { readonly how: 'certified'; readonly audit: boolean }
  /** Nobody, before this moment: the world just failed before anything could be read, and agent and code would both fail again. */
  | { readonly how: 'hold'; readonly untilMs: number };

/** Why the agent does it. `no_candidate` and `not_proven`: nothing has been shown; `not_drawn`: another occurrence is the canary. */
export type AgentReason = 'no_candidate' | 'not_proven' | 'not_drawn' | 'suspended' | 'revoked' | Obstacle;

/** Who does an occurrence. Of the same standing and key it is always the same. */
export function deliveryOf(standing: Standing, due: Due, settings: StandingSettings): Delivery {
  const { level } = standing;
  if (due.obstacle !== null && isDelivering(standing)) return agent(due.obstacle);
  switch (level) {
    case 'none':
      return agent('no_candidate');
    case 'candidate':
      return agent('not_proven');
    case 'shadow':
      return agent('not_proven', true);
    case 'suspended':
    case 'revoked':
      return agent(level);
    case 'canary':
      if (keyDraw('canary', due.key) >= settings.canaryShare) return agent('not_drawn', true);
      return held(standing, due, settings) ?? { how: 'canary' };
    case 'certified':
      return held(standing, due, settings) ?? { how: 'certified', audit: due.mayAudit && keyDraw('audit', due.key) < settings.auditShare };
  }
}

const agent = (because: AgentReason, shadow = false): Delivery => ({ how: 'agent', shadow, because });

function held({ breaker }: Standing, { nowMs }: Due, { breakerMs, breakerMostMs }: StandingSettings): Delivery | null {
  if (breaker === null) return null;
  const untilMs = breaker.lastAtMs + Math.min(breakerMs * 2 ** (breaker.failures - 1), breakerMostMs);
  return nowMs < untilMs ? { how: 'hold', untilMs } : null;
}
