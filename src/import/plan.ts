import { Refusal } from "../errors.ts";
import type { Db } from "../storage/statement.ts";
import { say, type Words } from "../words.ts";
import { articlePlanner } from "./articles.ts";
import { COLUMNS } from "./columns.ts";
import { collectFaults, type RowFault } from "./faults.ts";
import type { Hand } from "./hand.ts";
import { locationPlanner } from "./locations.ts";
import { collectMade, type Made } from "./made.ts";
import { collectPreview, type Preview } from "./preview.ts";
import { stockPlanner } from "./stock.ts";
import { type Hashes, userPlanner } from "./users.ts";
import type { Field, Kind, Row } from "./values.ts";

/** What a plan stands on. */
export interface PlanParts {
  readonly db: Db;
  readonly hand: Hand;
  readonly tenantId: number;
  readonly made: Made;
  /** The hashes of new secrets by row; null in a dry run. */
  readonly hashes: Hashes | null;
}

/** What becomes of one field: before and after, as people read it. */
export interface FieldChange {
  readonly field: Field;
  readonly before: string | null;
  readonly after: string | null;
}

/** What becomes of a row. */
export interface Outcome {
  readonly kind: "create" | "update" | "unchanged";
  /** What the record is known by. */
  readonly key: string;
  readonly changes: readonly FieldChange[];
}

/** Tells what is wrong with a row: with one of its fields, or (null) as a whole. */
export type TellFault = (field: Field | null, words: Words) => void;

/** Works out what becomes of a row, and lets the hand do it; null where something is wrong with it, told to `fault`. */
export type Planner = (row: Row, fault: TellFault) => Outcome | null;

/** What a whole file would do, or has done. */
export interface PlanResult {
  readonly rows: number;
  readonly toCreate: number;
  readonly toUpdate: number;
  readonly unchanged: number;
  readonly errors: readonly RowFault[];
  readonly errorCount: number;
  readonly made: ReturnType<Made["all"]>;
  readonly preview: Preview;
}

/** A plan under way. */
export interface Plan {
  take(row: Row): void;
  result(): PlanResult;
}

const PLANNERS: Readonly<Record<Kind, (parts: PlanParts) => Planner>> = {
  articles: articlePlanner,
  locations: locationPlanner,
  users: userPlanner,
  stock: stockPlanner,
};

/**
 * Plans the import of a table row by row. `headers` are the file's own names of the fields; `faults` holds what is wrong
 * already. A row of which anything is wrong changes nothing; the refusals of the domains' rules become its faults.
 */
export function makePlan(
  kind: Kind,
  parts: Omit<PlanParts, "made">,
  headers: Readonly<Partial<Record<Field, string>>>,
  faults = collectFaults(),
): Plan {
  const made = collectMade();
  const planner = PLANNERS[kind]({ ...parts, made });
  const preview = collectPreview(headers);
  const counts = { create: 0, update: 0, unchanged: 0 };
  const isField = (path: string): path is Field => path in headers;
  let rows = 0;
  return {
    take(row) {
      rows++;
      const fault: TellFault = (field, words) => {
        const header = field === null ? null : headers[field];
        if (header === undefined) faults.add(row.number, null, ofColumn(kind, field, words));
        else faults.add(row.number, header, words);
      };
      const outcome = refusedAsFaults(planner, row, fault, isField);
      if (outcome === null) return;
      counts[outcome.kind]++;
      preview.note(row.number, outcome);
    },
    result: () => ({
      rows,
      toCreate: counts.create,
      toUpdate: counts.update,
      unchanged: counts.unchanged,
      errors: faults.told(),
      errorCount: faults.count(),
      made: made.all(),
      preview: preview.all(),
    }),
  };
}

/** What is wrong with a field that the file has no column for: with the column's name. */
function ofColumn(kind: Kind, field: Field | null, words: Words): Words {
  const title = COLUMNS[kind].find((column) => column.field === field)?.title;
  return title ? say(`"${title.en}" ${words.en}`, `„${title.cs}“ ${words.cs}`) : words;
}

function refusedAsFaults(
  planner: Planner,
  row: Row,
  fault: TellFault,
  isField: (path: string) => path is Field,
): Outcome | null {
  try {
    return planner(row, fault);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const [first, ...others] = error.faults;
    const field = others.length === 0 && first && isField(first.path) ? first.path : null;
    fault(field, field !== null && first ? first.words : error.words);
    return null;
  }
}
