import type { Chance } from "../chance.ts";
import type { Moment } from "../ledger.ts";
import type { Change } from "./journal.ts";
import type { Recording } from "./recording.ts";

type Choice = (recording: Recording, chance: Chance) => Moment;

const NAMES_CHANGE: ReadonlySet<Change["kind"]> = new Set(["created", "renamed", "removed", "madeFolder"]);

/** The moments of a power failure: critical ones are as frequent as all others. */
const CHOICES: readonly Choice[] = [
  ({ changes }, chance) => endOf(changes, chance.below(changes.length)),
  atAnAcknowledgement,
  // Renames of a photo and of a generation.
  (recording, chance) => near(recording, chance, 50, ({ kind }) => NAMES_CHANGE.has(kind)),
  // The database moves to its next generation, and the first writes there are acknowledged.
  (recording, chance) =>
    near(recording, chance, 200, (change) => change.kind === "renamed" && isGeneration(change.to)),
];

/** Chooses a moment of the recording for a power failure. */
export function chooseMoment(recording: Recording, chance: Chance): Moment {
  return chance.pick(CHOICES)(recording, chance);
}

function atAnAcknowledgement({ changes, ledger }: Recording, chance: Chance): Moment {
  const acknowledged = ledger.entries.map(({ ackedAt }) => ackedAt).filter(Number.isFinite);
  return acknowledged.length > 0 ? chance.pick(acknowledged) : endOf(changes, chance.below(changes.length));
}

/** A few changes before one of these, or up to `after` behind it. */
function near(
  { changes }: Recording,
  chance: Chance,
  after: number,
  isWanted: (change: Change) => boolean,
): Moment {
  const places = changes.flatMap((change, place) => (isWanted(change) ? [place] : []));
  const place = places.length > 0 ? chance.pick(places) : chance.below(changes.length);
  return endOf(changes, place - 5 + chance.below(after));
}

function endOf(changes: readonly Change[], place: number): Moment {
  return changes[Math.max(0, Math.min(changes.length - 1, place))]?.end ?? 0;
}

function isGeneration(path: string): boolean {
  return /^\/tally-.*\.db$/.test(path);
}
