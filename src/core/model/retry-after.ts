type Headers = Readonly<Record<string, string | undefined>>;

/** As HTTP writes dates (RFC 9110), the three forms. `Date.parse` alone takes "5, 7" for a day in May. */
const httpDate = /^(\w{3}, \d{2} \w{3} \d{4} [\d:]{8} GMT|\w{6,9}, \d{2}-\w{3}-\d{2} [\d:]{8} GMT|\w{3} \w{3} [ \d]\d [\d:]{8} \d{4})$/;

const rfc3339 = /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/;

/**
 * When a provider wants to be asked again, by the headers of its refusal (names in lower case): milliseconds since 1970. null = it
 * named no moment, or none that is still to come: then the caller's own waiting stands.
 */
export function retryAtMs(headers: Headers, nowMs: number): number | null {
  const told = afterMs(headers['retry-after-ms'], 1) ?? afterMs(headers['retry-after'], 1000);
  if (told !== null) return nowMs + told;
  const date = headers['retry-after']?.trim() ?? '';
  const resets = httpDate.test(date) ? [Date.parse(/GMT$/.test(date) ? date : `${date} GMT`)] : resetsOf(headers);
  const future = resets.filter((ms) => ms > nowMs);
  return future.length === 0 ? null : Math.max(...future);
}

/** "30", "1.5": how long; null for what is no number above zero. */
function afterMs(text: string | undefined, unitMs: number): number | null {
  const number = /^\d+(\.\d+)?$/.test(text?.trim() ?? '') ? Number(text) : 0;
  return number > 0 ? number * unitMs : null;
}

/** Anthropic's limits, each with the moment at which it is full again: those of which something is left do not count. */
function resetsOf(headers: Headers): number[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    if (!/^anthropic-ratelimit-.+-reset$/.test(name) || value === undefined || !rfc3339.test(value.trim())) return [];
    const remaining = headers[name.replace(/-reset$/, '-remaining')];
    return remaining === undefined || Number(remaining) === 0 ? [Date.parse(value.trim())] : [];
  });
}
