import type { Moment } from "../ledger.ts";
import type { Random } from "../random.ts";
import type { Change } from "./journal.ts";
import type { Recording } from "./recording.ts";

type Choice = (recording: Recording, random: Random) => Moment;

const NAMES_CHANGE: ReadonlySet<Change["kind"]> = new Set(["created", "renamed", "removed", "madeFolder"]);

/** The moments of a power failure: critical ones are as frequent as all others. */
const CHOICES: readonly Choice[] = [
  ({ changes }, random) => endOf(changes, random.below(changes.length)),
  atAnAcknowledgement,
  // Renames of a photo and of a generation.
  (recording, random) => near(recording, random, 50, ({ kind }) => NAMES_CHANGE.has(kind)),
  // The database moves to its next generation, and the first writes there are acknowledged.
  (recording, random) =>
    near(recording, random, 200, (change) => change.kind === "renamed" && isGeneration(change.to)),
];

/** Chooses a moment of the recording for a power failure. */
export function chooseMoment(recording: Recording, random: Random): Moment {
  return random.pick(CHOICES)(recording, random);
}

function atAnAcknowledgement({ changes, ledger }: Recording, random: Random): Moment {
  const acknowledged = ledger.entries.map(({ ackedAt }) => ackedAt).filter(Number.isFinite);
  return acknowledged.length > 0 ? random.pick(acknowledged) : endOf(changes, random.below(changes.length));
}

/** A few changes before one of these, or up to `after` behind it. */
function near(
  { changes }: Recording,
  random: Random,
  after: number,
  isWanted: (change: Change) => boolean,
): Moment {
  const positions = changes.flatMap((change, position) => (isWanted(change) ? [position] : []));
  const position = positions.length > 0 ? random.pick(positions) : random.below(changes.length);
  return endOf(changes, position - 5 + random.below(after));
}

function endOf(changes: readonly Change[], position: number): Moment {
  return changes[Math.max(0, Math.min(changes.length - 1, position))]?.end ?? 0;
}

function isGeneration(path: string): boolean {
  return /^\/tally-.*\.db$/.test(path);
}
