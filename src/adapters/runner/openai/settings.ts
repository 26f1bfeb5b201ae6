/** Where to ask, and as whom. */
export interface OpenaiSettings {
  /** Whether the environment asks for this runner; without it the defaults stand, for a local server. */
  readonly configured: boolean;
  /** Base of the API, ending in its version (`…/v1`). */
  readonly endpoint: string;
  readonly model: string;
  /** Null = none is sent. It stands in no message. */
  readonly apiKey: string | null;
  /** The most that one call may take. */
  readonly timeoutMs: number;
  /** What of the environment was passed over, said with the first answer. */
  readonly warnings: readonly string[];
}

const defaultTimeoutSeconds = 600;

/**
 * Reads `DEVKIT_LOCAL_ENABLED=1` with `_ENDPOINT`, `_MODEL`, `_API_KEY` and `_TIMEOUT` (seconds), and the twins
 * `PAWL_OPENAI_ENDPOINT`, `_MODEL` and `_API_KEY`, which win. Empty values count as absent.
 */
export function openaiSettings(env: Readonly<Record<string, string | undefined>>): OpenaiSettings {
  const twin = (name: string): string | undefined => env[`PAWL_OPENAI_${name}`]?.trim() || env[`DEVKIT_LOCAL_${name}`]?.trim() || undefined;
  const timeoutText = env.DEVKIT_LOCAL_TIMEOUT?.trim() ?? '';
  const timeoutSeconds = /^\d{1,6}$/.test(timeoutText) ? Number(timeoutText) : 0;
  const isBad = timeoutText !== '' && timeoutSeconds === 0;
  return {
    configured: env.DEVKIT_LOCAL_ENABLED?.trim() === '1' || Boolean(env.PAWL_OPENAI_ENDPOINT?.trim()),
    endpoint: (twin('ENDPOINT') ?? 'http://localhost:11434/v1').replace(/\/+$/, ''),
    model: twin('MODEL') ?? 'qwen3:32b',
    apiKey: twin('API_KEY') ?? null,
    timeoutMs: (timeoutSeconds || defaultTimeoutSeconds) * 1000,
    warnings: isBad ? [`DEVKIT_LOCAL_TIMEOUT is no whole number of seconds ("${timeoutText}"), so ${defaultTimeoutSeconds} counts.`] : [],
  };
}
