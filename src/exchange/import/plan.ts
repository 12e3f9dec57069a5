import { DomainError } from "../../domain/errors.ts";
import type { TableKind } from "../../domain/table-kinds.ts";
import { articlePlanner } from "./articles.ts";
import { codeOf, type ReportIssue } from "./issues.ts";
import { locationPlanner } from "./locations.ts";
import {
  type CreatedRecords,
  type FieldChange,
  noneCreated,
  type PlanContext,
  type PlannedRow,
  type Planner,
  type RowOutcome,
  type ShownValue,
} from "./planner.ts";
import { refillRulePlanner } from "./refill-rules.ts";
import { stockPlanner } from "./stock.ts";
import type { Field, FileHeaders, Row } from "./table-fields.ts";
import { userPlanner } from "./users.ts";

/** The plan of an import. */
export type Plan = ReturnType<typeof createPlan>;

const PLANNERS: Readonly<Record<TableKind, (context: PlanContext) => Planner>> = {
  articles: articlePlanner,
  locations: locationPlanner,
  users: userPlanner,
  stock: stockPlanner,
  "refill-rules": refillRulePlanner,
};

/**
 * Plans the import of a table row by row. `headers` are the file's headers by field. A row with an error changes nothing;
 * domain errors of the rules become issues of the row. `saved`: goes on from this state.
 */
export function createPlan(
  kind: TableKind,
  given: Omit<PlanContext, "created" | "rowsOfLocations" | "headers">,
  headers: FileHeaders,
  saved: PlanState | null = null,
) {
  const created = collectCreated(saved?.created);
  const context: PlanContext = { ...given, headers, created, rowsOfLocations: new Map() };
  let planner = PLANNERS[kind](context);
  const preview = collectPreview(headers, saved?.preview);
  const counts = saved?.counts ?? { create: 0, update: 0, unchanged: 0 };

  function attempt<T>(work: () => T, report: ReportIssue): T | null {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const [first, ...others] = error.fieldErrors;
      const isField = (path: string): path is Field => path in headers;
      const field = others.length === 0 && first && isField(first.path) ? first.path : null;
      const message = field !== null && first ? first.text : error.text;
      report({ field, kind: "other", message, code: codeOf(message) });
      return null;
    }
  }

  return {
    /** Plans a row. May be called again for the same row with other values. */
    plan: (row: Row, report: ReportIssue) => attempt(() => planner(row, report), report),
    /** Writes a planned row. False: a rule refused it, and the issue is reported. */
    write(row: Row, planned: PlannedRow, report: ReportIssue) {
      const done = attempt(() => {
        planned.write();
        return true;
      }, report);
      if (done === null) return false;
      counts[planned.kind]++;
      preview.add(row.number, planned);
      return true;
    },
    /** Discards the key of a row that is left out. */
    leaveOut: ({ number }: Row) => context.keys.forget(number),
    /** Makes the look-ups of stored records anew: somebody else has changed the data. */
    refresh() {
      planner = PLANNERS[kind](context);
    },
    /** Repeats a row that was written before an interruption, for the keys and locations of later rows. */
    repeat(row: Row) {
      const planned = attempt(() => planner(row, ignore), ignore);
      if (planned?.kind === "unchanged") planned.write();
    },
    /** The state so far. It changes with the next row. */
    state: () => ({ counts, created: created.all(), preview: preview.all() }),
    result: () => ({
      validRows: counts.create + counts.update + counts.unchanged,
      toCreate: counts.create,
      toUpdate: counts.update,
      unchanged: counts.unchanged,
      created: created.all(),
      preview: preview.all(),
    }),
  };
}

const ignore: ReportIssue = () => {};

const MAX_NAMES = 20;
const MAX_ROWS = 20;

/** Creates a collection of created records: an empty one, or one that goes on with `created`. */
function collectCreated(created = noneCreated()): CreatedRecords {
  return {
    add(kind, name) {
      const entry = created[kind];
      entry.count++;
      if (entry.names.length < MAX_NAMES) entry.names.push(name);
    },
    remove(kind, name) {
      const entry = created[kind];
      entry.count--;
      entry.names = entry.names.filter((one) => one !== name);
    },
    all: () => created,
  };
}

/** A row of the preview: the key of its record and the changes, by the file's headers: the field, where a header is none or that of several. */
interface PreviewRow {
  row: number;
  key: string;
  changes: { column: string; before: ShownValue; after: ShownValue }[];
}

/** The first rows of each kind of outcome. */
export type Preview = Record<RowOutcome["kind"], PreviewRow[]>;

/** Collects the first twenty rows of each outcome. Goes on with `rows`. */
function collectPreview(headers: FileHeaders, rows: Preview = { create: [], update: [], unchanged: [] }) {
  const all = Object.values(headers);
  const nameOf = (field: Field) => {
    const { [field]: header } = headers;
    return header === undefined || all.indexOf(header) < all.lastIndexOf(header) ? field : header;
  };
  const toChange = ({ field, before, after }: FieldChange) => ({ column: nameOf(field), before, after });
  return {
    add(row: number, { kind, key, changes }: RowOutcome): void {
      if (rows[kind].length < MAX_ROWS) rows[kind].push({ row, key, changes: changes.map(toChange) });
    },
    all: (): Preview => rows,
  };
}

/** What a plan has counted and collected so far; plain JSON. */
export interface PlanState {
  readonly counts: Record<RowOutcome["kind"], number>;
  readonly created: ReturnType<CreatedRecords["all"]>;
  readonly preview: Preview;
}

/** The result of planning or applying the valid rows of a file. */
export interface PlanResult {
  /** Rows that can be or were imported. */
  readonly validRows: number;
  readonly toCreate: number;
  readonly toUpdate: number;
  readonly unchanged: number;
  readonly created: ReturnType<CreatedRecords["all"]>;
  readonly preview: Preview;
}
