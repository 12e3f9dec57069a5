// Rules of custody: which person has which article. The server and the terminal import this file.

/** `start`: an article is handed out. `end`: it is taken back. */
export const CUSTODY_KINDS = ["start", "end"] as const;
export type CustodyKind = (typeof CUSTODY_KINDS)[number];

/**
 * Why an operation of a terminal was rejected. `held`: another person has the article. `superseded`: the article came back after
 * this hand-over. `otherPerson`: the return names a person who does not have it. `article`: it was deleted, disposed, or is only
 * proposed. `person`: the person is deactivated. `recorded`: it was recorded already, without the note, signature or day of return of
 * this operation.
 */
export const CUSTODY_REJECTIONS = [
  "held",
  "superseded",
  "otherPerson",
  "article",
  "person",
  "recorded",
] as const;
export type CustodyRejection = (typeof CUSTODY_REJECTIONS)[number];

/** `unchanged`: the article was already where the operation puts it. */
export const CUSTODY_RESULTS = ["applied", "unchanged", "rejected"] as const;
export type CustodyResult = (typeof CUSTODY_RESULTS)[number];

/** The clocks of two terminals may differ by this. */
const CLOCK_TOLERANCE_MS = 60_000;

/** A hand-over or return. `userId`: the person; null: a return by whoever has the article. `at`: ISO 8601, server time. */
export interface CustodyOperation {
  readonly kind: CustodyKind;
  readonly userId: number | null;
  readonly at: string;
}

/** Where an article is. `lastEndedDT`: its last return; null: none. */
export interface ArticleCustody {
  readonly open: { readonly userId: number; readonly startedDT: string } | null;
  readonly lastEndedDT: string | null;
}

/**
 * Decides what an operation does. Terminals send operations late and in any order, so one that is older than the last change of
 * the article never moves it.
 */
export function judgeCustody(
  operation: CustodyOperation,
  { open, lastEndedDT }: ArticleCustody,
): "applied" | "unchanged" | CustodyRejection {
  const { kind, userId, at } = operation;
  if (kind === "start") {
    if (open !== null) return open.userId === userId ? "unchanged" : "held";
    return lastEndedDT !== null && isBefore(at, lastEndedDT) ? "superseded" : "applied";
  }
  if (open === null || isBefore(at, open.startedDT)) return "unchanged";
  return userId === null || userId === open.userId ? "applied" : "otherPerson";
}

const isBefore = (at: string, other: string) => Date.parse(at) < Date.parse(other) - CLOCK_TOLERANCE_MS;

/** True where the day of return has passed. `today`: YYYY-MM-DD, at the site. */
export function isOverdue(
  { dueDate, endedDT = null }: { readonly dueDate: string | null; readonly endedDT?: string | null },
  today: string,
): boolean {
  return endedDT === null && dueDate !== null && dueDate < today;
}
