import { Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { Principal } from "../../domain/principal.ts";
import { recordEvent } from "../../security-log/event.ts";
import type { Tx } from "../../storage/database/statement.ts";
import { transactionWriter } from "./import-writer.ts";
import type { TellIssue } from "./issues.ts";
import { makePlan, type PlanResult } from "./plan.ts";
import { collectFaults, type RowFault, rowFault } from "./row-errors.ts";
import { rowsIn } from "./rows-file.ts";
import type { Hashes } from "./users.ts";
import type { Field, Kind, Values } from "./values.ts";

/** What an import is applied with. */
export interface ApplyData {
  readonly caller: Principal;
  readonly kind: Kind;
  /** The descriptor of the rows' file. */
  readonly rows: number;
  readonly headers: Readonly<Partial<Record<Field, string>>>;
  readonly hashes: Hashes;
  readonly defaults: Values;
  /** What the audit names. */
  readonly cause: string;
}

/**
 * Applies an import in one transaction: planned again, for the data may have changed since the dry run. Throws Invalid with
 * everything that is wrong now; then nothing is changed.
 */
export function run(tx: Tx, data: ApplyData, tell: (done: number) => void): PlanResult {
  const { caller, kind, rows, headers, hashes, defaults, cause } = data;
  tx.cause(cause);
  const faults = collectFaults();
  const parts = { db: tx, hand: transactionWriter(tx, caller), tenantId: caller.tenantId, hashes, defaults };
  const plan = makePlan(kind, parts, headers);
  let done = 0;
  for (const row of rowsIn(rows)) {
    const told: TellIssue = (issue) => {
      if (issue.isCreated !== true) faults.add(rowFault(kind, row.number, issue, headers));
    };
    const planned = plan.plan(row, told);
    if (planned !== null) plan.write(row, planned, told);
    tell(++done);
  }
  const [first, ...others] = faults.told();
  if (first) throw refusalOf([first, ...others], faults.count());
  const { tenantId } = caller;
  recordEvent(tx, { kind: "importApplied", tenantId, details: { kind, rows: done, cause } });
  return plan.result();
}

const PATH = /^rows\.(\d+)(?:\.(.*))?$/s;

/** The faults as a refusal: their paths are `rows.<number>.<column>`. */
function refusalOf(faults: readonly [RowFault, ...RowFault[]], count: number): Invalid {
  return new Invalid(
    msg(
      `The data have changed since the file was checked (errors: ${count}). Check the file again. Nothing was changed.`,
      `Data se od kontroly souboru změnila (chyb: ${count}). Zkontrolujte soubor znovu. Nic se nezměnilo.`,
    ),
    faults.map(({ row, column, words }) => ({
      path: `rows.${row}${column === null ? "" : `.${column}`}`,
      words,
    })),
  );
}

/** The cause of all errors that come of data changed since the check. */
const CHANGED = "table.changed";

/** The faults of which such a refusal was made. */
export function faultsIn({ faults }: Invalid): RowFault[] {
  return faults.map(({ path, words }) => {
    const [, row, column = null] = PATH.exec(path) ?? [];
    return { row: Number(row), column, words, value: null, cause: CHANGED };
  });
}
