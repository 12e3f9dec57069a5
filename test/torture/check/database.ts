import type { Database } from "better-sqlite3";
import { countsByItem, isCounted, type Ledger, type Moment, type Write } from "../ledger.ts";
import type { Verdict } from "../verdict.ts";
import { labelFaults, type Printed } from "./labels.ts";
import { brokenPhotos, type PhotoRule } from "./photos.ts";

/** The expected content of a database. */
export interface Expected {
  readonly ledger: Ledger;
  /** Everything acknowledged by then must exist. */
  readonly until: Moment;
  /** The folder of the photos. */
  readonly photos: string;
  readonly photoRule: PhotoRule;
  /** The labels that the printer stub has printed by `until`; null where the server prints at none. */
  readonly printed: Printed | null;
}

/** Looks for every acknowledged write in a database, and for anything half. */
export function checkDatabase(db: Database, expected: Expected): Verdict {
  const { ledger, until } = expected;
  const faults = [...unsound(db)];
  // A broken database can't be read further.
  if (faults.length > 0) return { checked: 0, lost: [], faults };
  const lost = [
    ...lostRows(db, "location", ledger, until),
    ...lostRows(db, "photo", ledger, until),
    ...lostRows(db, "label", ledger, until),
  ];
  const counts = checkCounts(db, ledger, until);
  return {
    checked: ledger.entries.filter(({ ackedAt }) => ackedAt <= until).length,
    lost: [...lost, ...counts.lost],
    faults: [...counts.faults, ...brokenPhotos(db, expected), ...labelFaults(db, expected)],
  };
}

/** The problems that SQLite itself finds. */
function unsound(db: Database): string[] {
  const integrity = db.prepare<[], string>("PRAGMA integrity_check").pluck().all();
  const foreign = db.prepare("PRAGMA foreign_key_check").all();
  return [
    ...integrity.filter((line) => line !== "ok").map((line) => `integrity_check: ${line}`),
    ...foreign.map((row) => `foreign_key_check: ${JSON.stringify(row)}`),
  ];
}

/** Records by their writer's mark: the query for all of them, and the mark of a write. */
const MARKS: {
  readonly [K in "location" | "photo" | "label"]: {
    readonly rows: string;
    mark(write: Extract<Write, { kind: K }>): string;
  };
} = {
  location: { rows: "SELECT oid, name AS mark FROM location", mark: ({ name }) => name },
  photo: {
    rows: "SELECT oid, fileName AS mark FROM photo WHERE deleted = 0",
    // The server stores the picture as another type, and names it so.
    mark: ({ fileName }) => fileName.replace(/\.png$/, ".jpg"),
  },
  label: {
    rows: "SELECT oid, articleId || ' ' || copies AS mark FROM printRequest",
    mark: ({ articleId, copies }) => `${articleId} ${copies}`,
  },
};

/** Records that were acknowledged and are not there, or are others. */
function lostRows<K extends keyof typeof MARKS>(
  db: Database,
  kind: K,
  ledger: Ledger,
  until: Moment,
): string[] {
  const { rows, mark } = MARKS[kind];
  const found = new Map(
    db
      .prepare<[], { oid: number; mark: string }>(rows)
      .all()
      .map((row) => [row.oid, row.mark]),
  );
  return ledger
    .of(kind)
    .filter(({ ackedAt }) => ackedAt <= until)
    .flatMap(({ oid, ackedAt, write }) => {
      const there = found.get(oid ?? 0);
      if (there === mark(write)) return [];
      return [`${kind} ${oid} (${mark(write)}), acknowledged at ${ackedAt} of ${until}: ${there ?? "gone"}`];
    });
}

interface History {
  readonly itemId: number;
  readonly quantity: number | null;
}

/** Each item: its quantity is the last in its history, no acknowledged count is missing, and none occurs twice. */
function checkCounts(db: Database, ledger: Ledger, until: Moment): { lost: string[]; faults: string[] } {
  const items = db
    .prepare<[], { oid: number; quantity: number | null }>(
      "SELECT oid, inventoryQuantity AS quantity FROM inventoryItem",
    )
    .all();
  const history = Map.groupBy(
    db
      .prepare<[], History>(
        "SELECT itemId, entered ->> 'inventoryQuantity' AS quantity FROM countOperation WHERE itemId IS NOT NULL ORDER BY at, operationId",
      )
      .all(),
    ({ itemId }) => itemId,
  );
  const sent = countsByItem(ledger);
  const lost: string[] = [];
  const faults: string[] = [];
  for (const { oid, quantity } of items) {
    const counted = (history.get(oid) ?? []).map((row) => row.quantity).filter(isCounted);
    if (isCounted(quantity) && quantity !== counted.at(-1))
      faults.push(`item ${oid}: ${quantity} stands there, its history ends with ${counted.at(-1)}`);
    if (counted.some((each, place) => each <= (counted[place - 1] ?? 0)))
      faults.push(`item ${oid}: its history is out of order: ${counted.join(" ")}`);
    const known = new Set(counted);
    for (const { write, ackedAt } of sent.get(oid) ?? []) {
      if (ackedAt > until || known.has(write.quantity)) continue;
      lost.push(`item ${oid}: the count ${write.quantity}, acknowledged at ${ackedAt} of ${until}, is gone`);
    }
  }
  return { lost, faults };
}
