import { signal } from "@preact/signals";
import { call } from "../../api/call.ts";
import { requestIfChanged } from "../../api/send-request.ts";
import { serverNow } from "../../api/server-time.ts";
import { device, session, terminalToken, withToken } from "../../api/tokens.ts";
import type { CustodyPerson } from "../../api/types/endpoints.d.ts";
import type { QueuedCommand } from "../../db/outbox-shapes.ts";
import { notifyTabs, onTabMessage } from "../../db/tab-messages.ts";
import { readValue, type StoredCustody, writeValue } from "../../db/values.ts";
import { reportError } from "../../errors/report-error.ts";
import { readCommands } from "../outbox/commands.ts";

/** Who has which article by the server; null: not loaded yet. */
export const custody = signal<StoredCustody | null>(null);

/** Reads the stored data, and follows other tabs. */
export async function startCustody(): Promise<void> {
  onTabMessage((what) => {
    if (what === "values") readCustody().catch(reportError);
  });
  await readCustody();
}

/** Reads the stored data, after another part of the client has changed them. */
export async function readCustody(): Promise<void> {
  custody.value = (await readValue("custody")) ?? null;
}

const NONE: StoredCustody = { people: [], open: [], tags: { people: null, open: null }, at: "" };

/** Loads what has changed. Throws ServerUnreachable, ApiError or NotLoggedIn. */
export async function followCustody(): Promise<void> {
  if (device.value === null && session.value === null) return;
  const known = custody.value ?? NONE;
  const tenantId = session.value?.tenantId;
  // Before the request: what is sent later is not in its response.
  const at = new Date(serverNow()).toISOString();
  const people = await withToken(terminalToken, (token) =>
    requestIfChanged(call("GET /api/custodies/people"), known.tags.people, { token }),
  );
  const open = await withToken(terminalToken, (token) =>
    requestIfChanged(call("GET /api/custodies/open"), known.tags.open, { token }),
  );
  // The user has logged out or changed: names that were deleted must not return.
  if (session.value?.tenantId !== tenantId) return;
  const next: StoredCustody = {
    people: people?.body ?? known.people,
    open: open?.body ?? known.open,
    tags: { people: people?.tag ?? known.tags.people, open: open?.tag ?? known.tags.open },
    at,
  };
  custody.value = next;
  if (people === null && open === null) return;
  await writeValue("custody", next);
  notifyTabs("values");
}

/** The person with this badge; null: nobody. */
export function personByBadge(code: string): CustodyPerson | null {
  return (custody.value ?? NONE).people.find(({ badgeCode }) => badgeCode === code) ?? null;
}

/** The name of a person; null: not known here. */
export function custodyName(userId: number): string | null {
  const { people, open } = custody.value ?? NONE;
  const person = people.find(({ id }) => id === userId)?.fullName;
  // A deactivated person is with the articles alone.
  return person ?? open.find((one) => one.userId === userId)?.userName ?? null;
}

/** Who has an article. `isSent`: the server knows it. */
export interface Holder {
  readonly userId: number;
  readonly dueDate: string | null;
  readonly isSent: boolean;
}

/** Who has the article by the server. */
function sentHolder(articleId: number): Holder | null {
  const known = (custody.value ?? NONE).open.find((one) => one.articleId === articleId);
  return known ? { userId: known.userId, dueDate: known.dueDate, isSent: true } : null;
}

/** Who has the article: by the server, and what this device has not sent yet on top of it; null: nobody. */
export async function holderOf(articleId: number): Promise<Holder | null> {
  return [...(await readCommands())]
    .reverse()
    .reduce((now, command) => after(now, command, articleId), sentHolder(articleId));
}

/** What this device has not sent yet of a person: articles that were handed out, and those that were taken back. */
interface UnsentCustody {
  readonly started: readonly { readonly articleId: number; readonly dueDate: string | null }[];
  readonly ended: readonly number[];
}

/** How the articles of a person will differ from those that the server knows. */
export async function unsentOf(userId: number): Promise<UnsentCustody> {
  const commands = [...(await readCommands())].reverse();
  const articleIds = new Set(
    commands.flatMap(({ task }) => (task.kind === "custody" ? [task.operation.articleId] : [])),
  );
  const started: { articleId: number; dueDate: string | null }[] = [];
  const ended: number[] = [];
  for (const articleId of articleIds) {
    const known = sentHolder(articleId);
    const holder = commands.reduce((now, command) => after(now, command, articleId), known);
    if (holder?.userId === userId && known?.userId !== userId)
      started.push({ articleId, dueDate: holder.dueDate });
    if (holder?.userId !== userId && known?.userId === userId) ended.push(articleId);
  }
  return { started, ended };
}

function after(now: Holder | null, command: QueuedCommand, articleId: number): Holder | null {
  const { task, state, result, sentDT = "" } = command;
  if (task.kind !== "custody" || task.operation.articleId !== articleId) return now;
  if (state !== "waiting" && state !== "done") return now;
  // The server has judged it: what it has not applied changes nothing, and what is loaded since includes the rest.
  if (result !== null && (result["result"] !== "applied" || sentDT < (custody.value ?? NONE).at)) return now;
  const { kind, userId = null, dueDate = null } = task.operation;
  if (kind === "end") return null;
  return userId === null ? now : { userId, dueDate, isSent: result !== null };
}
