const RealDate = Date;

/** What of Temporal is needed here; the language's types do not have it yet, nor does Node 24. */
interface Instant {
  toZonedDateTimeISO(zone: unknown): { toPlainDateTime(): unknown; toPlainDate(): unknown; toPlainTime(): unknown };
}
const { Temporal } = globalThis as { Temporal?: { Now: object; Instant: { fromEpochMilliseconds(ms: number): Instant } } };

/** The time that code sees: it stands still but for the answers, each of which brings the time at which it was given. */
export class SessionClock {
  nowMs = 0;
  #originMs: number | null = null;

  /** Sets the time; the first one is the origin of `performance`. */
  set(nowMs: number): void {
    this.nowMs = nowMs;
    this.#originMs ??= nowMs;
  }

  get originMs(): number {
    return this.#originMs ?? 0;
  }

  /** Makes all that tells the time in this realm tell this one. */
  install(define: (name: string, value: unknown) => void): void {
    define('Date', dateOf(this));
    define('performance', performanceOf(this));
    formatsOf(this);
    if (Temporal) temporalOf(this, Temporal);
  }
}

function dateOf(clock: SessionClock): unknown {
  const { construct } = Reflect;
  function SessionDate(...args: unknown[]): unknown {
    if (new.target === undefined) return new RealDate(clock.nowMs).toString();
    return construct(RealDate, args.length === 0 ? [clock.nowMs] : args, new.target);
  }
  Object.defineProperties(SessionDate, {
    name: { value: 'Date' },
    length: { value: 7 },
    prototype: { value: RealDate.prototype, writable: false },
    now: { value: () => clock.nowMs, writable: true, configurable: true },
    parse: { value: RealDate.parse, writable: true, configurable: true },
    UTC: { value: RealDate.UTC, writable: true, configurable: true },
  });
  RealDate.prototype.constructor = SessionDate as DateConstructor;
  return SessionDate;
}

const performanceOf = (clock: SessionClock): unknown => ({
  now: () => clock.nowMs - clock.originMs,
  get timeOrigin() {
    return clock.originMs;
  },
});

/** What formats "now" when it is given no date. */
function formatsOf(clock: SessionClock): void {
  const { prototype } = Intl.DateTimeFormat;
  const { format, formatToParts } = {
    format: Object.getOwnPropertyDescriptor(prototype, 'format'),
    formatToParts: prototype.formatToParts,
  };
  const { apply } = Reflect;
  Object.defineProperties(prototype, {
    format: {
      configurable: true,
      get(this: Intl.DateTimeFormat) {
        const real = apply(format?.get as () => (date?: unknown) => string, this, []);
        return (date?: unknown) => real(date === undefined ? clock.nowMs : date);
      },
    },
    formatToParts: {
      configurable: true,
      writable: true,
      value(this: Intl.DateTimeFormat, date?: unknown) {
        return apply(formatToParts, this, [date === undefined ? clock.nowMs : date]);
      },
    },
  });
}

function temporalOf(clock: SessionClock, { Now, Instant }: NonNullable<typeof Temporal>): void {
  const instant = () => Instant.fromEpochMilliseconds(Math.floor(clock.nowMs));
  const zoned = (zone: unknown) => instant().toZonedDateTimeISO(zone ?? 'UTC');
  const methods: Record<string, unknown> = {
    instant,
    timeZoneId: () => 'UTC',
    zonedDateTimeISO: zoned,
    plainDateTimeISO: (zone?: unknown) => zoned(zone).toPlainDateTime(),
    plainDateISO: (zone?: unknown) => zoned(zone).toPlainDate(),
    plainTimeISO: (zone?: unknown) => zoned(zone).toPlainTime(),
  };
  for (const [name, value] of Object.entries(methods)) Object.defineProperty(Now, name, { value, writable: true, configurable: true });
}
