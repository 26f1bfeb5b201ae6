import { type Command, Option } from 'commander';

/** Options that say when a task is due, and how far one occurrence may go. */
export interface WhenOptions {
  readonly cron?: string;
  readonly every?: string;
  readonly on?: string;
  readonly at?: string;
  readonly zone?: string;
  readonly start?: string;
  readonly until?: string;
  readonly count?: string;
  readonly jitter?: string;
  readonly webhook?: true;
  readonly event?: string;
  readonly overlap?: 'skip' | 'queue' | 'cancel_old';
  readonly catchUp?: 'none' | 'latest' | 'all';
  readonly maxRuntime?: string;
  readonly budget?: string;
}

export const withWhen = (command: Command): Command =>
  command
    .option('--cron <line>', 'minute hour day-of-month month day-of-week')
    .option('--every <interval>', 'minutely … yearly, or as 10m, 2h, "3 days", "2 weeks"')
    .option('--on <days>', 'with weeks mon,wed or mon-fri; with months 1,15,last')
    .option('--at <times>', 'times of day, as 09:00 or 09:00,17:30')
    .option('--zone <name>', 'whose clock that is, as Europe/Berlin (default: of this machine)')
    .option('--start <moment>', 'not before, as 2026-12-24T09:00; alone: once, then')
    .option('--until <moment>', 'not after')
    .option('--count <n>', 'so many times')
    .option('--jitter <duration>', 'begin later by a time below this one, always the same')
    .option('--webhook', 'when POST /hooks/NAME is called on this machine, with a token')
    .option('--event <name>', 'when somebody says so: pawl task trigger')
    .addOption(new Option('--overlap <rule>', 'while an earlier one is not over').choices(['skip', 'queue', 'cancel_old']))
    .addOption(new Option('--catch-up <rule>', 'of what fell due while nobody served').choices(['none', 'latest', 'all']))
    .option('--max-runtime <duration>', 'end one after so long (default: 30m)')
    .option('--budget <usd>', 'end one when so many dollars are spent (default: 2)');
