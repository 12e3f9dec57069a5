import { type Message, msg } from "../../domain/message.ts";
import { COLUMNS } from "./columns.ts";
import { type Action, actionsFor, type CauseKind, causeIdOf, type Issue } from "./issues.ts";
import type { Decision, Decisions } from "./options.ts";
import { missing } from "./repeated.ts";
import { named } from "./row-errors.ts";
import type { Field, Kind } from "./values.ts";

/** What was decided. */
export type Decided = { readonly action: Action; readonly to?: string };

/** A value at fault. */
export interface CauseValue {
  readonly value: string;
  readonly rows: number;
  readonly suggestions: readonly string[];
  readonly decision?: Decided;
}

/** A problem that rows have in common, with what may be decided for them. */
export interface Cause {
  readonly id: string;
  readonly field: Field | null;
  readonly kind: CauseKind;
  readonly words: Message;
  readonly rows: number;
  /** The numbers of the first rows. */
  readonly firstRows: readonly number[];
  /** The most frequent values. */
  readonly values: readonly CauseValue[];
  /** How many values differ; at most as many as are counted. */
  readonly valueCount: number;
  readonly actions: readonly Action[];
  readonly decision: Decided | null;
  readonly isResolved: boolean;
}

const MAX_CAUSES = 200;
const MAX_FIRST_ROWS = 20;
/** Distinct values of a cause that are counted; further ones only count as rows. */
const MAX_COUNTED_VALUES = 10_000;
const MAX_SHOWN_VALUES = 100;

interface Counted {
  readonly issue: Issue;
  rows: number;
  unresolved: number;
  readonly firstRows: number[];
  readonly values: Map<string, number>;
}

/** Groups the issues of a file by their causes. */
export interface Causes {
  note(row: number, issue: Issue, isResolved: boolean): void;
  all(): Cause[];
}

export function collectCauses(
  kind: Kind,
  decisions: Decisions,
  suggest: (field: Field | null, value: string) => readonly string[],
): Causes {
  const causes = new Map<string, Counted>();

  function valuesOf(id: string, { issue, values }: Counted): CauseValue[] {
    const most = [...values].sort((a, b) => b[1] - a[1]).slice(0, MAX_SHOWN_VALUES);
    return most.map(([value, rows]) => {
      const decision = decisions.forValue(id, value);
      const suggestions = suggest(issue.fills ?? issue.field, value);
      return { value, rows, suggestions, ...(decision !== null && { decision: decided(decision) }) };
    });
  }

  return {
    note(row, issue, isResolved) {
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
          ...{ id, field: cause.issue.fills ?? cause.issue.field, kind: cause.issue.kind },
          words: wordsOf(kind, cause.issue),
          ...{ rows: cause.rows, firstRows: cause.firstRows },
          ...{ values: valuesOf(id, cause), valueCount: cause.values.size },
          actions: actionsFor(kind, id),
          decision: decision && decided(decision),
          isResolved: cause.unresolved === 0,
        };
      }),
  };
}

const decided = ({ action, to }: Decision): Decided => ({ action, ...(to !== undefined && { to }) });

/** What is wrong, said once for all rows. */
function wordsOf(kind: Kind, { kind: causeKind, field, fills, words, causeWords }: Issue): Message {
  const title = COLUMNS[kind].find((column) => column.field === (fills ?? field))?.title;
  const about = fills ?? field;
  if (about !== null && causeKind === "missing") return missing(kind, about);
  if (title && causeKind === "duplicate") {
    return msg(
      `${title.en}: the same value is in several rows.`,
      `${title.cs}: stejná hodnota je ve více řádcích.`,
    );
  }
  const { en, cs } = named(kind, field, causeWords ?? words);
  return /[.!?]$/.test(en) ? { en, cs } : msg(`${en}.`, `${cs}.`);
}
