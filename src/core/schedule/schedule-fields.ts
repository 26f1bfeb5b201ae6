/** A schedule as a person writes it down, field by field. Absent = not given. */
export interface ScheduleFields {
  /** A line of cron. */
  readonly cron?: string | undefined;
  /** "10m", "2 hours", "day", "2 weeks", "month", "yearly". */
  readonly every?: string | undefined;
  /** With weeks "mon,wed" or "mon-fri", with months "1,15,last". */
  readonly on?: string | undefined;
  /** Times of day: "09:00,17:30". */
  readonly at?: string | undefined;
  /** A zone of the IANA table. */
  readonly zone: string;
  /** A moment: "2026-12-24T09:00" in the zone, or with "Z" or an offset; a day alone is its midnight. */
  readonly start?: string | undefined;
  /** A moment; a day alone is its end. */
  readonly until?: string | undefined;
  readonly count?: string | undefined;
}
