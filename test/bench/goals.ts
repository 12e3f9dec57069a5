/** The goals of the product for a job. */
export interface Goal {
  readonly job: string;
  readonly connections: number;
  /** At least this share of raw's speed. */
  readonly ofRaw?: number;
  /** At least this many times bare Koa's speed. */
  readonly timesKoa?: number;
  /** At most, in milliseconds: the slowest but one in a hundred, and the longest wait of all. */
  readonly p99?: number;
  readonly max?: number;
}

const whileOthersWork = { connections: 1, ofRaw: 0.5, p99: 10, max: 20 };

/** The goals that depend on no size of the stock, as the project has set them. */
export const goals: readonly Goal[] = [
  { job: "scan", connections: 1, ofRaw: 0.7, timesKoa: 2 },
  { job: "scan", connections: 32, ofRaw: 0.85, timesKoa: 2 },
  { job: "count", connections: 1, ofRaw: 0.7, timesKoa: 1.2 },
  { job: "count", connections: 32, ofRaw: 0.6, timesKoa: 5 },
  { job: "list", connections: 1, timesKoa: 15 },
  { job: "listGzip", connections: 1, timesKoa: 100 },
  { job: "list304", connections: 32, ofRaw: 0.7 },
  { job: "listAfterWrite", connections: 1, timesKoa: 2 },
  { job: "findNarrow", connections: 1, timesKoa: 30 },
  { job: "findNarrow", connections: 32, timesKoa: 30 },
  { job: "findWide", connections: 1, timesKoa: 0.9 },
  { job: "scanWhileList", ...whileOthersWork },
  { job: "scanWhileFind", ...whileOthersWork },
  { job: "scanWhilePhoto", ...whileOthersWork },
  { job: "photo", connections: 1, ofRaw: 0.9 },
];

/** The server's own goals by the number of articles: milliseconds to `ready`, MB. */
export function serverGoals(articles: number): { startMs: number; readyMb: number; peakMb: number } {
  return articles > 100_000
    ? { startMs: 1500, readyMb: 150, peakMb: 600 }
    : { startMs: 500, readyMb: 150, peakMb: 350 };
}

/** Counting beside a hostile host: milliseconds, and the MB that docs/operate/limits.md names. */
export const hostileGoals = { p99: 100, peakMb: 450 };

/** Logins of a known caller beside wrong passwords from 200 networks: times the median alone. */
export const loginGoals = { ratio: 2 };

/** Counts at a steady rate beside long work: milliseconds. */
export const besideJobsGoals = { p99: 50, longest: 100 };

/** Labels and sheets of labels: times the CPU of the bare libraries. For a single label these write no letters and no HTTP. */
export const labelGoals = { label: 4, sheet: 1.5 };

/** Counts beside a scheduled backup: times the p99 of counts without one. */
export const besideBackupGoals = { p99Ratio: 1.1 };

/** RFID tags typed on the terminal: the p95 of the verdict in milliseconds. */
export const tagGoals = { p95: 100 };
