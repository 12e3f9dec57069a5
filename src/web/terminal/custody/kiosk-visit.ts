import { signal } from "@preact/signals";
import { msg } from "../../../domain/message.ts";
import type { CustodyPerson } from "../../api/types/endpoints.d.ts";
import { dueAfter } from "../../custody/due-after.ts";
import type { QueuedCommand, StoredArticle } from "../../db/outbox-shapes.ts";
import { readValue, type StoredKioskVisit, writeValue } from "../../db/values.ts";
import { reportError } from "../../errors/report-error.ts";
import { t } from "../../i18n/translate.ts";
import { readCommands } from "../../offline/outbox/commands.ts";
import { articleOf, articlesByScan } from "../../offline/sync/articles.ts";
import { custody, custodyName, holderOf, personByBadge } from "../../offline/sync/custody.ts";
import type { Scan } from "../../scanner/meaning.ts";
import { kiosk } from "./kiosk-state.ts";
import { recordCustody } from "./record-custody.ts";

/** A visit without a scan for this time needs the badge again, because the person may have left. */
export const IDLE_MS = 10_000;

/** After this time the screen no longer shows it. */
export const SHOWN_MS = 60_000;

/** The visit that the screen shows; null: none. */
export const visit = signal<StoredKioskVisit | null>(null);

let reading: Promise<void> | null = null;

/** Reads the stored visit, once after the page was loaded. */
export function readVisit(): Promise<void> {
  reading ??= read().catch((error: unknown) => {
    // The next call tries again.
    reading = null;
    throw error;
  });
  return reading;
}

async function read(): Promise<void> {
  const stored = (await readValue("kioskVisit")) ?? null;
  visit.value = stored;
}

/** Begins the visit of a person. What is recorded from now on belongs to it. */
export async function beginVisit({ id }: CustodyPerson): Promise<void> {
  const [last] = await readCommands();
  await store({ userId: id, afterSeq: last?.seq ?? 0, usedAt: Date.now() });
}

/** Notes that the person is still there. */
export async function continueVisit(): Promise<void> {
  if (visit.value !== null) await store({ ...visit.value, usedAt: Date.now() });
}

/** Ends the visit. */
export const endVisit = (): Promise<void> => store(null);

async function store(next: StoredKioskVisit | null): Promise<void> {
  visit.value = next;
  await writeValue("kioskVisit", next);
}

/** Whether the person of the visit was there a moment ago. `at`: ms since 1970. */
export const isActive = ({ usedAt }: StoredKioskVisit, at = Date.now()): boolean =>
  isWithin(usedAt, at, IDLE_MS);

/** Whether the screen still shows the visit. */
export const isShown = ({ usedAt }: StoredKioskVisit, at = Date.now()): boolean =>
  isWithin(usedAt, at, SHOWN_MS);

/** A clock that was set back ends it too. A scan may have begun just before the last one was stored. */
const isWithin = (usedAt: number, at: number, ms: number) => at < usedAt + ms && at > usedAt - IDLE_MS;

/** What was recorded in a visit. */
interface VisitRow {
  readonly id: string;
  readonly kind: "start" | "end";
  readonly articleId: number;
  readonly name: string;
  /** Who has got it, or had it. */
  readonly userId: number;
  readonly person: string;
}

/** What was recorded in a visit, the last one first. */
export async function readRows({ afterSeq }: StoredKioskVisit): Promise<readonly VisitRow[]> {
  const commands = (await readCommands()).filter(({ seq }) => seq > afterSeq);
  const rows = await Promise.all(commands.map(rowOf));
  return rows.filter((row) => row !== null);
}

async function rowOf({ id, task, title }: QueuedCommand): Promise<VisitRow | null> {
  if (task.kind !== "custody") return null;
  const { kind, articleId, userId } = task.operation;
  if (userId == null) return null;
  const name = (await articleOf(articleId))?.name ?? title;
  return { id, kind, articleId, name, userId, person: custodyName(userId) ?? String(userId) };
}

type Article = Pick<StoredArticle, "oid" | "name">;

/** What is to be recorded of an article. */
export interface Step {
  readonly kind: "start" | "end";
  readonly article: Article;
  readonly userId: number;
}

/** What was recorded. */
interface Recorded {
  readonly is: "recorded";
  readonly kind: "start" | "end";
}

/** Why nothing was recorded. `other`: another person has the article. */
export interface NotRecorded {
  readonly is: "problem";
  readonly text: string;
  readonly other: { readonly article: Article; readonly userId: number; readonly person: string } | null;
}

/** The meaning of a scan at the kiosk. `question`: nothing is recorded until the person answers whether the step is meant. */
type KioskScan =
  | { readonly is: "badge"; readonly person: CustodyPerson }
  | { readonly is: "article" | "question"; readonly step: Step }
  | NotRecorded;

/** Interprets a scan: a badge, or an article that the person takes or brings back. `visit` null: nobody is there. */
export async function meaningOfScan(
  { text, candidates }: Pick<Scan, "text" | "candidates">,
  visit: StoredKioskVisit | null,
): Promise<KioskScan> {
  if (custody.value === null)
    return problem(t(msg("This terminal has not loaded who has what yet. It needs a connection once.")));
  let found: readonly StoredArticle[] = [];
  // An article may have a code of two equal halves, and a person the half as a badge.
  for (const code of candidates) {
    const person = personByBadge(code);
    if (person !== null) return { is: "badge", person };
    found = await articlesByScan(code);
    if (found.length > 0) break;
  }
  if (visit === null) return problem(t(msg("“{text}” is no badge. Scan your badge first."), { text }));
  const [article] = found;
  if (article === undefined) return problem(t(msg("Unknown code: {text}"), { text }));
  if (found.length > 1)
    return problem(t(msg("Several articles have the code {text}. Ask a colleague."), { text }));
  return stepOf(article, visit);
}

async function stepOf(article: StoredArticle, visit: StoredKioskVisit): Promise<KioskScan> {
  const { userId } = visit;
  const holder = await holderOf(article.oid);
  if (holder === null || holder.userId === userId) {
    const kind = holder === null ? "start" : "end";
    // Another scan in a visit may be the same one twice.
    const isAgain = (await readRows(visit)).some(
      (row) => row.articleId === article.oid && row.userId === userId,
    );
    return { is: isAgain ? "question" : "article", step: { kind, article, userId } };
  }
  const other = custodyName(holder.userId) ?? String(holder.userId);
  const text = t(msg("{name}: {person} has it, and it was not taken back."), {
    name: article.name,
    person: other,
  });
  return { is: "problem", text, other: { article, userId: holder.userId, person: other } };
}

/** Stores what is to be recorded, unless the article has changed hands since. Throws errors of the storage. */
export async function recordAtKiosk({ kind, article, userId }: Step): Promise<Recorded | NotRecorded> {
  const state = kiosk.value;
  if (state === null) return problem(t(FAILED));
  const dueDate = kind === "start" && state.days !== null ? dueAfter(state.days) : null;
  const holder = await holderOf(article.oid);
  if ((holder?.userId ?? null) !== (kind === "start" ? null : userId))
    return problem(
      t(msg("NOT recorded: somebody has taken it or brought it back in the meantime. Scan it again.")),
    );
  await recordCustody({ kind, article, userId, dueDate }, state);
  return { is: "recorded", kind };
}

/** Reports an unexpected error, such as one of the storage, and tells that nothing was recorded. */
export function notRecorded(error: unknown): NotRecorded {
  reportError(error);
  return problem(t(FAILED));
}

const problem = (text: string): NotRecorded => ({ is: "problem", text, other: null });

const FAILED = msg("NOT recorded. Scan it again.");
