import { withTexts } from '../core/effects/mapped-json.ts';
import type { Json } from '../core/model/json.ts';
import { wellFormed } from '../core/model/well-formed.ts';
import type { ModelRequest } from '../ports/model.ts';

/**
 * A request as it can be sent. Half a character may stand anywhere in it: in what a person says through a handle, a description that was cut, an id of the
 * provider's. It has no UTF-8, so providers refuse the whole of it, and a conversation that holds one would end its act each time that it is taken up.
 */
export function modelRequest({ signal, ...said }: ModelRequest): ModelRequest {
  const sendable = withTexts(said as unknown as Json, wellFormed) as unknown as typeof said;
  return { ...sendable, signal };
}
