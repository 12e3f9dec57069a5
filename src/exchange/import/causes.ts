import { listUserNames } from "../../access/users/users.ts";
import { listCustomFields } from "../../custom-fields/custom-field.ts";
import { englishText, type Message, msg } from "../../domain/message.ts";
import { ROLES } from "../../domain/roles.ts";
import { fold } from "../../domain/text-folding.ts";
import type { Db } from "../../storage/database/statement.ts";
import {
  type Action,
  actionsFor,
  type CauseKind,
  causeIdOf,
  type Issue,
  missingMessage,
  withColumnTitle,
} from "./issues.ts";
import { personKey, readListNames } from "./name-lookup.ts";
import type { Decision, Decisions, KindOfTable } from "./options.ts";
import type { Column, Field } from "./table-fields.ts";

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
export type Causes = ReturnType<typeof collectCauses>;

/** Creates an empty collection. `suggest` finds existing names that resemble an unknown value. */
export function collectCauses(
  { kind, columns }: KindOfTable,
  decisions: Decisions,
  suggest: (field: Field | null, value: string) => readonly string[],
) {
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
    add(row: number, issue: Issue, isResolved: boolean) {
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

/** Names of existing records that a row may refer to, by field. */
export type Choices = Readonly<Partial<Record<Field, readonly string[]>>>;

const MAX_CHOICES = 500;
const MAX_SUGGESTIONS = 5;
/** Names that are compared to find similar ones. */
const MAX_COMPARED = 5_000;

/** Reads the names of the tenant's categories, types, states and users, as a row may refer to them. */
export function readNames(db: Db, tenantId: number): Choices {
  const users = listUserNames(db, tenantId);
  const counts = new Map<string, number>();
  for (const { fullName } of users) counts.set(fold(fullName), (counts.get(fold(fullName)) ?? 0) + 1);
  // A full name that several users share is ambiguous, so the user name is offered.
  const people = users.map(({ fullName, userName }) =>
    fullName === "" || counts.get(fold(fullName)) !== 1 ? userName : fullName,
  );
  return {
    ...readListNames(db, tenantId),
    user: people,
    responsibleUser: people,
    roles: ROLES,
    ...Object.fromEntries(
      listCustomFields(db, tenantId).flatMap(({ oid, choices }) =>
        choices === null ? [] : [[`field:${oid}`, choices]],
      ),
    ),
  };
}

/** The first MAX_CHOICES names of each field. */
export function firstChoices(names: Choices): Choices {
  return Object.fromEntries(
    Object.entries(names).map(([field, all = []]) => [field, all.slice(0, MAX_CHOICES)]),
  );
}

/** Returns a function that lists the existing names most similar to a text, best first. */
export function createSuggester(names: Choices): (field: Field | null, value: string) => readonly string[] {
  return (field, value) => {
    const all = field === null || field === "roles" ? [] : (names[field] ?? []);
    const isPerson = field === "user" || field === "responsibleUser";
    const scored = all.slice(0, MAX_COMPARED).map((name) => ({
      name,
      score: isPerson ? sharedWords(personKey(value), personKey(name)) : similarity(fold(value), fold(name)),
    }));
    return scored
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, MAX_SUGGESTIONS)
      .map(({ name }) => name);
  };
}

/** Sum of the best similarity of each word with the words of the name. */
function sharedWords(value: string, name: string): number {
  const words = name.split(" ");
  const shared = value
    .split(" ")
    .map((word) => Math.max(0, ...words.map((other) => similarity(word, other))));
  return shared.reduce((sum, one) => sum + one, 0);
}

/** Similarity from 0 to 1: 1 for equal texts, less if one contains the other or few letters differ. */
function similarity(a: string, b: string): number {
  if (a === b) return 1;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length < 3) return 0;
  if (long.includes(short)) return 0.5 + short.length / long.length / 4;
  const allowed = Math.floor(short.length / 4);
  return long.length - short.length <= allowed && levenshtein(a, b) <= allowed ? 0.6 : 0;
}

/** The Levenshtein distance of two texts. */
function levenshtein(a: string, b: string): number {
  let before = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...a].entries()) {
    const now = [row + 1];
    for (let column = 1; column <= b.length; column++) {
      const replaced = (before[column - 1] ?? 0) + (b[column - 1] === letter ? 0 : 1);
      now.push(Math.min(replaced, (before[column] ?? 0) + 1, (now[column - 1] ?? 0) + 1));
    }
    before = now;
  }
  return before[b.length] ?? 0;
}
