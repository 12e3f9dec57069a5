import { type Message, msg } from "../../../domain/message.ts";
import type { Job } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";

/** Rows that an undo, or cancelling, has left; the first hundred by name. */
export interface LeftRows {
  readonly leftCount: number;
  readonly left: readonly LeftRow[];
}

interface LeftRow {
  readonly table: string;
  readonly name: string;
  readonly reason: "changed" | "used";
}

/** The rows that the undo of a job has left, or its cancelling; null: there are none. */
export function leftRowsOf({ state, result }: Pick<Job, "state" | "result">): LeftRows | null {
  if (state === "done" || typeof result !== "object" || result === null || !("leftCount" in result))
    return null;
  // Its shape is described with `result` (src/jobs/shapes.ts).
  const rows = result as LeftRows;
  return rows.leftCount > 0 ? rows : null;
}

/** So many are open at once; more are folded. */
const OPEN_ROWS = 10;

/** The rows that were left, with the reason. */
export function LeftRowsList({ rows: { leftCount, left } }: { readonly rows: LeftRows }) {
  return (
    <details open={leftCount <= OPEN_ROWS}>
      <summary>{t(TEXTS.left, { n: leftCount })}</summary>
      <ul class="left-rows">
        {left.map(({ table, name, reason }, index) => (
          <li key={index}>
            {TABLES[table] !== undefined && <span class="quiet">{t(TABLES[table])} </span>}
            {name} <span class="quiet">({t(table === "printRequest" ? PRINTED : REASONS[reason])})</span>
          </li>
        ))}
      </ul>
      {leftCount > left.length && <p>{t(TEXTS.more, { n: leftCount - left.length })}</p>}
    </details>
  );
}

const TABLES: Readonly<Record<string, Message>> = {
  article: msg("Article"),
  articleLocation: msg("Stock of"),
  location: msg("Location"),
  user: msg("User"),
  printFormat: msg("Label"),
  printRequest: msg("Labels of"),
  articleCategory: msg("Category"),
  articleType: msg("Type"),
  articleState: msg("State"),
  inventory: msg("Stocktake"),
};
const REASONS = {
  changed: msg("changed since"),
  used: msg("in use"),
};
/** Only labels that have begun are left. */
const PRINTED = msg("printed, or being printed");
const TEXTS = {
  left: msg("{n, plural, one {# record was} other {# records were}} left"),
  more: msg("… and {n} more"),
};
