import { msg } from "../../../domain/message.ts";
import { serverNow } from "../../api/server-time.ts";
import type { CustodyPerson } from "../../api/types/endpoints.d.ts";
import { today } from "../../custody/due.tsx";
import type { StoredArticle } from "../../db/reference-shapes.ts";
import { t } from "../../i18n/translate.ts";
import { custody, custodyName, holderOf, personByBadge } from "../../offline/sync/custody.ts";
import { articlesByScan } from "../../offline/sync/scan-articles.ts";
import type { Scan } from "../../scanner/meaning.ts";
import { kiosk } from "./kiosk-state.ts";
import { recordCustody } from "./record-custody.ts";

type Article = Pick<StoredArticle, "oid" | "name">;

/** What is to be recorded of an article. */
interface Step {
  readonly kind: "start" | "end";
  readonly userId: number;
}

/** What was recorded, as the kiosk shows it. */
export interface Recorded {
  readonly is: "recorded";
  readonly id: string;
  readonly article: Article;
  readonly text: string;
}

/** Why nothing was recorded. `other`: another person has the article. */
export interface NotRecorded {
  readonly is: "problem";
  readonly text: string;
  readonly other: { readonly article: Article; readonly userId: number; readonly person: string } | null;
}

/** The meaning of a scan at the kiosk. */
export type KioskScan =
  | { readonly is: "badge"; readonly person: CustodyPerson }
  | { readonly is: "article"; readonly article: Article; readonly step: Step }
  | NotRecorded;

/** Interprets a scan: a badge, or an article that the person takes or brings back. */
export async function meaningOfScan(
  { text, candidates }: Pick<Scan, "text" | "candidates">,
  person: CustodyPerson | null,
): Promise<KioskScan> {
  if (custody.value === null) return problem(t(TEXTS.wait));
  for (const code of candidates) {
    const found = personByBadge(code);
    if (found !== null) return { is: "badge", person: found };
  }
  if (person === null) return problem(t(TEXTS.noBadge, { text }));
  const found = await articlesOf(candidates);
  const [article] = found;
  if (article === undefined) return problem(t(TEXTS.unknown, { text }));
  if (found.length > 1) return problem(t(TEXTS.several, { text }));
  return stepOf(article, person);
}

async function stepOf(article: StoredArticle, person: CustodyPerson): Promise<KioskScan> {
  const holder = await holderOf(article.oid);
  if (holder === null || holder.userId === person.id) {
    const kind = holder === null ? "start" : "end";
    return { is: "article", article, step: { kind, userId: person.id } };
  }
  const other = custodyName(holder.userId) ?? String(holder.userId);
  const text = t(TEXTS.held, { name: article.name, person: other });
  return { is: "problem", text, other: { article, userId: holder.userId, person: other } };
}

async function articlesOf(candidates: readonly string[]): Promise<readonly StoredArticle[]> {
  for (const code of candidates) {
    const found = await articlesByScan(code);
    if (found.length > 0) return found;
  }
  return [];
}

/** Stores what is to be recorded. Shows an error of the storage as a problem. */
export async function recordAtKiosk(
  article: Article,
  { kind, userId }: Step,
): Promise<Recorded | NotRecorded> {
  const state = kiosk.value;
  if (state === null) return problem(t(TEXTS.failed));
  const dueDate = kind === "start" ? dueAfter(state.days) : null;
  try {
    const { id } = await recordCustody({ kind, article, userId, dueDate }, state);
    const person = custodyName(userId) ?? String(userId);
    return { is: "recorded", id, article, text: t(kind === "start" ? TEXTS.out : TEXTS.back, { person }) };
  } catch (error) {
    return problem(`${t(TEXTS.failed)} ${String(error)}`);
  }
}

const DAY_MS = 86_400_000;

function dueAfter(days: number | null): string | null {
  return days === null ? null : today(serverNow() + days * DAY_MS);
}

const problem = (text: string): NotRecorded => ({ is: "problem", text, other: null });

const TEXTS = {
  wait: msg("This terminal has not loaded who has what yet. It needs a connection once."),
  noBadge: msg("“{text}” is no badge. Scan your badge first."),
  unknown: msg("Unknown code: {text}"),
  several: msg("Several articles have the code {text}. Ask a colleague."),
  held: msg("{name}: {person} has it, and it was not taken back."),
  failed: msg("NOT recorded. Scan it again."),
  out: msg("Handed out to {person}"),
  back: msg("Taken back from {person}"),
};
