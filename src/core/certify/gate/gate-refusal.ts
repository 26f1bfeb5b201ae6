import type { Json } from '../../model/json.ts';
import type { World } from '../world/world.ts';
import type { Difference } from './equivalence.ts';
import type { Taint } from './literal-taint.ts';

/** Why a candidate is not promoted, with the case that shows it. */
export type GateRefusal =
  /** G0. What its text says: `function/…` codes of what may be stored, and taints. */
  | { readonly gate: 'G0'; readonly code: 'static'; readonly rule: string; readonly message: string; readonly line: number | null }
  | { readonly gate: 'G0'; readonly code: 'taint'; readonly taint: Taint }
  /** G1, G2. A recorded run that it does not repeat. */
  | { readonly gate: 'G1' | 'G2'; readonly code: 'replay_differs'; readonly cassette: string; readonly difference: Difference }
  | {
      readonly gate: 'G1' | 'G2';
      readonly code: 'unrecorded_write';
      readonly cassette: string;
      readonly primitive: string;
      readonly args: readonly Json[];
    }
  | { readonly gate: 'G1'; readonly code: 'not_deterministic'; readonly cassette: string }
  | { readonly gate: 'G1' | 'G2' | 'G3'; readonly code: 'not_replayed'; readonly message: string }
  /** G3. A changed world in which it breaks what was declared, or does something else than the agent. */
  | { readonly gate: 'G3'; readonly code: 'postcondition'; readonly id: string; readonly world: World; readonly changes: readonly string[] }
  | {
      readonly gate: 'G3';
      readonly code: 'disagreement';
      readonly difference: Difference;
      readonly world: World;
      readonly changes: readonly string[];
    };

/** What keeps a candidate that nothing refused from being promoted: too little was seen. */
export type WeakEvidence =
  | { readonly why: 'few_conclusive_replays'; readonly conclusive: number; readonly of: number }
  | { readonly why: 'mutation_score'; readonly killed: number; readonly of: number };
