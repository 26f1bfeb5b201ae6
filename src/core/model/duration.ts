const unitMs = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** A duration as people write it ("90s", "5m", "1.5h", "14d", "250ms") in milliseconds; `null` for anything else. */
export function durationMsOf(text: string): number | null {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text.trim());
  if (!match) return null;
  const ms = Math.round(Number(match[1]) * unitMs[match[2] as keyof typeof unitMs]);
  return ms > 0 && Number.isSafeInteger(ms) ? ms : null;
}

/** Milliseconds as people read them: "40 ms", "1.2 s", "48 s", "4 min 12 s", "2 h 5 min". */
export function durationText(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 ? `${minutes} min ${seconds % 60} s` : `${minutes} min`;
  return minutes % 60 ? `${Math.floor(minutes / 60)} h ${minutes % 60} min` : `${Math.floor(minutes / 60)} h`;
}
