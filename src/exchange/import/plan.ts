import { DomainError } from "../../domain/errors.ts";
import type { Db } from "../../storage/database/statement.ts";
import { articlePlanner } from "./articles.ts";
import { type CreatedRecords, collectCreated } from "./created-records.ts";
import type { ImportWriter } from "./import-writer.ts";
import { codeOf, type TellIssue } from "./issues.ts";
import { locationPlanner } from "./locations.ts";
import { collectPreview, type Preview } from "./preview.ts";
import { collectKeys, type RowKeys } from "./repeated.ts";
import { stockPlanner } from "./stock.ts";
import { type Hashes, userPlanner } from "./users.ts";
import type { Field, Kind, Row, Values } from "./values.ts";

/** What a plan stands on. */
export interface PlanParts {
  readonly db: Db;
  readonly hand: ImportWriter;
  readonly tenantId: number;
  readonly made: CreatedRecords;
  readonly keys: RowKeys;
  /** What new records have where their rows say nothing. */
  readonly defaults: Values;
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

/** A row that can be imported: `write` does it. Nothing may be planned between the two. */
export interface Planned extends Outcome {
  write(): void;
}

/** Works out what becomes of a row, changing nothing; null where something is wrong with it, which is told. */
export type Planner = (row: Row, tell: TellIssue) => Planned | null;

/** What the valid rows of a file would do, or have done. */
export interface PlanResult {
  /** Rows that can be imported, or were. */
  readonly validRows: number;
  readonly toCreate: number;
  readonly toUpdate: number;
  readonly unchanged: number;
  readonly made: ReturnType<CreatedRecords["all"]>;
  readonly preview: Preview;
}

/** A plan under way. */
export interface Plan {
  /** Works out what becomes of a row; may be called again for the same row, with other values. */
  plan(row: Row, tell: TellIssue): Planned | null;
  /** Does what was planned for a row; false: it was refused, which is told. */
  write(row: Row, planned: Planned, tell: TellIssue): boolean;
  /** Takes back what was noted of a row that is left out. */
  leaveOut(row: Row): void;
  result(): PlanResult;
}

const PLANNERS: Readonly<Record<Kind, (parts: PlanParts) => Planner>> = {
  articles: articlePlanner,
  locations: locationPlanner,
  users: userPlanner,
  stock: stockPlanner,
};

/**
 * Plans the import of a table row by row. `headers` are the file's own names of the fields. A row with which anything is
 * wrong changes nothing; the errors of the domains' rules become its issues.
 */
export function makePlan(
  kind: Kind,
  parts: Omit<PlanParts, "made" | "keys">,
  headers: Readonly<Partial<Record<Field, string>>>,
): Plan {
  const made = collectCreated();
  const keys = collectKeys();
  const planner = PLANNERS[kind]({ ...parts, made, keys });
  const preview = collectPreview(headers);
  const counts = { create: 0, update: 0, unchanged: 0 };

  function attempt<T>(work: () => T, tell: TellIssue): T | null {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const [first, ...others] = error.faults;
      const isField = (path: string): path is Field => path in headers;
      const field = others.length === 0 && first && isField(first.path) ? first.path : null;
      const words = field !== null && first ? first.words : error.words;
      tell({ field, kind: "other", words, code: codeOf(words) });
      return null;
    }
  }

  return {
    plan: (row, tell) => attempt(() => planner(row, tell), tell),
    write(row, planned, tell) {
      const done = attempt(() => {
        planned.write();
        return true;
      }, tell);
      if (done === null) return false;
      counts[planned.kind]++;
      preview.note(row.number, planned);
      return true;
    },
    leaveOut: ({ number }) => keys.forget(number),
    result: () => ({
      validRows: counts.create + counts.update + counts.unchanged,
      toCreate: counts.create,
      toUpdate: counts.update,
      unchanged: counts.unchanged,
      made: made.all(),
      preview: preview.all(),
    }),
  };
}
