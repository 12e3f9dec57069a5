import { signal } from "@preact/signals";
import type { CustodyPerson } from "../../api/types/endpoints.d.ts";
import type { QueuedCommand } from "../../db/outbox-shapes.ts";
import { readValue, type StoredKioskVisit, writeValue } from "../../db/values.ts";
import { readCommands } from "../../offline/outbox/commands.ts";
import { articleOf } from "../../offline/sync/articles.ts";
import { custodyName } from "../../offline/sync/custody.ts";

/** A visit without a scan for this time needs the badge again, because the person may have left. */
export const IDLE_MS = 10_000;

/** After this time the screen no longer shows it. */
export const SHOWN_MS = 60_000;

/** The visit that the screen shows; null: none. */
export const visit = signal<StoredKioskVisit | null>(null);

let reading: Promise<void> | null = null;

/** Reads the stored visit, once after the page was loaded. */
export function readVisit(): Promise<void> {
  reading ??= read();
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
