import type { ReplaySet } from '../../core/certify/replay-batch.ts';
import type { Json } from '../../core/model/json.ts';

/** What is known of a task whose function is to be certified. */
export interface CertifiedTask extends ReplaySet {
  /** JSON Schema of the input. */
  readonly schema: Json;
  /** Texts that somebody declared to be constant, with a reason. */
  readonly constants: readonly string[];
}
