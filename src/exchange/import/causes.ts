import { englishText, type Message, msg } from "../../domain/message.ts";
import type { Column } from "./columns.ts";
import { missingMessage } from "./duplicate-rows.ts";
import { type Action, actionsFor, type CauseKind, causeIdOf, type Issue } from "./issues.ts";
import type { Decision, Decisions, KindOfTable } from "./options.ts";
import { withColumnTitle } from "./row-errors.ts";
import type { Field } from "./values.ts";

/** A decision in a response. */
type CauseDecision = { readonly action: Action; readonly to?: string };

/** A wrong value with its number of rows. */
interface CauseValue {
  readonly value: string;
  readonly rows: number;
  readonly suggestions: readonly string[];
  readonly decision?: CauseDecision;
}

/** A problem that several rows share, with the actions that can be decided for it. */
export interface Cause {
  readonly id: string;
  readonly field: Field | null;
  readonly kind: CauseKind;
  readonly message: Message;
  readonly rows: number;
  /** The numbers of the first rows. */
  readonly firstRows: readonly number[];
  /** The most frequent values. */
  readonly values: readonly CauseValue[];
  /** Number of distinct values, at most MAX_COUNTED_VALUES. */
  readonly valueCount: number;
  readonly actions: readonly Action[];
  readonly decision: CauseDecision | null;
  readonly isResolved: boolean;
}

const MAX_CAUSES = 200;
const MAX_FIRST_ROWS = 20;
/** Distinct values that are counted per cause; further ones only count as rows. */
const MAX_COUNTED_VALUES = 10_000;
const MAX_SHOWN_VALUES = 100;

interface CauseCounts {
  readonly issue: Issue;
  rows: number;
  unresolved: number;
  readonly firstRows: number[];
  readonly values: Map<string, number>;
}

/** Groups the issues of a file by cause. */
export interface Causes {
  add(row: number, issue: Issue, isResolved: boolean): void;
  all(): Cause[];
}

/** Creates an empty collection. `suggest` finds existing names that resemble an unknown value. */
export function collectCauses(
  { kind, columns }: KindOfTable,
  decisions: Decisions,
  suggest: (field: Field | null, value: string) => readonly string[],
): Causes {
  const causes = new Map<string, CauseCounts>();

  function valuesOf(id: string, { issue, values }: CauseCounts): CauseValue[] {
    const frequent = [...values].sort((a, b) => b[1] - a[1]).slice(0, MAX_SHOWN_VALUES);
    return frequent.map(([value, rows]) => {
      const decision = decisions.forValue(id, value);
      const suggestions = suggest(issue.fills ?? issue.field, value);
      return { value, rows, suggestions, ...(decision !== null && { decision: decided(decision) }) };
    });
  }

  return {
    add(row, issue, isResolved) {
      const id = causeIdOf(issue);
      let cause = causes.get(id);
      if (cause === undefined) {
        if (causes.size === MAX_CAUSES) return;
        cause = { issue, rows: 0, unresolved: 0, firstRows: [], values: new Map() };
        causes.set(id, cause);
      }
      cause.rows++;
      if (!isResolved) cause.unresolved++;
      if (cause.firstRows.length < MAX_FIRST_ROWS) cause.firstRows.push(row);
      const { value } = issue;
      if (value === undefined) return;
      const rows = cause.values.get(value);
      if (rows !== undefined || cause.values.size < MAX_COUNTED_VALUES)
        cause.values.set(value, (rows ?? 0) + 1);
    },
    all: () =>
      [...causes].map(([id, cause]) => {
        const decision = decisions.forAll(id);
        return {
          id,
          field: cause.issue.fills ?? cause.issue.field,
          kind: cause.issue.kind,
          message: messageOf(columns, cause.issue),
          rows: cause.rows,
          firstRows: cause.firstRows,
          values: valuesOf(id, cause),
          valueCount: cause.values.size,
          actions: actionsFor(kind, columns, id),
          decision: decision && decided(decision),
          isResolved: cause.unresolved === 0,
        };
      }),
  };
}

const decided = ({ action, to }: Decision): CauseDecision => ({ action, ...(to !== undefined && { to }) });

/** The message of a cause, for all its rows. */
function messageOf(
  columns: readonly Column[],
  { kind: causeKind, field, fills, message, causeMessage }: Issue,
): Message {
  const title = columns.find((column) => column.field === (fills ?? field))?.title;
  const about = fills ?? field;
  if (about !== null && causeKind === "missing") return missingMessage(columns, about);
  if (title && causeKind === "duplicate") {
    return msg("{column}: the same value is in several rows.", { column: title });
  }
  const text = withColumnTitle(columns, field, causeMessage ?? message);
  return /[.!?]$/.test(englishText(text)) ? text : msg("{text}.", { text });
}
