// The signal of one tag, as the screen shows it. Readers report from about -80 dBm (far) to -30 dBm (at the antenna), and single
// reports jump by 10 dB, so they are smoothed.

const WEAKEST_DBM = -80;
const STRONGEST_DBM = -30;
/** The share of a new report in the smoothed level. */
const WEIGHT = 0.4;
/** Without a report for this time the tag is out of reach. */
export const LOST_MS = 2000;

/** The last reports of a tag. */
export interface TagSignal {
  /** Ms, by the page's clock. */
  readonly at: number;
  /** The smoothed level in dBm; null: the reader gives none. */
  readonly dBm: number | null;
}

/** The signal after another report. */
export function afterReport(before: TagSignal | null, rssi: number | null, at: number): TagSignal {
  if (rssi === null) return { at, dBm: before?.dBm ?? null };
  const known = before === null || before.dBm === null || at - before.at > LOST_MS ? rssi : before.dBm;
  return { at, dBm: known + WEIGHT * (rssi - known) };
}

/** The level as a share of the bar, 0 to 1; 0 where the tag is out of reach. */
export function shareOf({ at, dBm }: TagSignal, now: number): number {
  if (dBm === null || now - at > LOST_MS) return 0;
  const share = (dBm - WEAKEST_DBM) / (STRONGEST_DBM - WEAKEST_DBM);
  return Math.min(1, Math.max(0.05, share));
}

/** The pause between two tones, in ms: shorter where the tag is near. */
export const pauseOf = (share: number): number => 700 - 550 * share;

/** The pitch of the tone. */
export const pitchOf = (share: number): number => Math.round(440 + 1320 * share);
