import { ok } from '../../../core/model/result.ts';
import type { Inbox, Message } from '../../../ports/inbox.ts';

export function memoryInbox(): Inbox & { forget(run: string): void } {
  let lastId = 0;
  let messages: { readonly id: number; readonly run: string; readonly message: Message }[] = [];
  return {
    async send(run, message) {
      messages.push({ id: ++lastId, run, message: structuredClone(message) });
      return ok(lastId);
    },
    async receive(run, afterId) {
      const due = messages.filter((kept) => kept.run === run && kept.id > afterId);
      return ok(due.map(({ id, message }) => ({ id, message: structuredClone(message) })));
    },
    forget(run) {
      messages = messages.filter((kept) => kept.run !== run);
    },
  };
}
