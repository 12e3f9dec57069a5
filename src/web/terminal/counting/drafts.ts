import { computed, effect, signal, untracked } from "@preact/signals";
import { serverNow } from "../../api/server-time.ts";
import { session } from "../../api/tokens.ts";
import { localDb } from "../../db/database.ts";
import { type Draft, readValue } from "../../db/values.ts";
import { reportError } from "../../errors/report-error.ts";
import { go, path } from "../../router/router.ts";
import { recent } from "./items.ts";

// Typed text is stored on each change, so that it can be offered again after the page was killed. It is never
// a count.

/** Limit of note drafts per user. Of quantities only the last one is stored. */
const MAX_NOTES = 20;

/** The operations in which a saved draft is searched. */
const MAX_RECENT = 30;

/** The drafts of the current user, by key. */
const drafts = signal<ReadonlyMap<string, Draft>>(new Map());
/** The keys of the drafts in visible fields. */
const onScreen = signal<ReadonlySet<string>>(new Set());
/** The draft to restore. Its screen consumes it. */
export const resumedDraft = signal<Draft | null>(null);

/** The newest draft that is not in a visible field; null: none. `path`: of this screen only. */
export function offeredDraft(path: string | null): Draft | null {
  const [newest] = offered.value.filter((draft) => path === null || draft.path === path);
  return newest ?? null;
}

const offered = computed(() =>
  [...drafts.value]
    .filter(([key]) => !onScreen.value.has(key))
    .map(([, draft]) => draft)
    .sort((a, b) => b.at - a.at),
);

const keyOf = ({ kind, path }: Pick<Draft, "kind" | "path">) =>
  kind === "quantity" ? kind : `${kind} ${path}`;

/** Stores a draft, in place of the previous one. */
export function storeDraft(draft: Draft): void {
  change(keyOf(draft), draft);
}

/** Removes a draft that was saved or discarded. */
export function dropDraft(draft: Pick<Draft, "kind" | "path">): void {
  const known = drafts.peek().get(keyOf(draft));
  // The stored quantity may belong to another screen.
  if (known?.path === draft.path) change(keyOf(draft), null);
}

/** Opens the screen of a draft and restores it. */
export function resumeDraft(draft: Draft): void {
  resumedDraft.value = draft;
  if (path.peek() !== draft.path) go(draft.path);
}

/** Marks a draft as visible or being saved, so that it is not offered. */
export function setOnScreen(draft: Pick<Draft, "kind" | "path">, isShown: boolean): void {
  const key = keyOf(draft);
  const now = onScreen.peek();
  if (now.has(key) === isShown) return;
  onScreen.value = new Set(isShown ? [...now, key] : [...now].filter((otherKey) => otherKey !== key));
}

type Changes = Map<string, Draft | null>;

/** Changes to write, by user. */
const pendingChanges = new Map<number, Changes>();
let isWriting = false;

function change(key: string, draft: Draft | null): void {
  const userId = session.peek()?.user.id;
  if (userId === undefined) return;
  drafts.value = changed(drafts.peek(), new Map([[key, draft]]));
  pendingChanges.set(userId, (pendingChanges.get(userId) ?? new Map()).set(key, draft));
  // Changes during a write are combined.
  if (isWriting) return;
  isWriting = true;
  writeAll().catch(reportError);
}

async function writeAll(): Promise<void> {
  try {
    for (let [next] = pendingChanges; next !== undefined; [next] = pendingChanges) await writeOne(next);
  } finally {
    // At once: a change between the last look and a later callback would stay unwritten.
    isWriting = false;
  }
}

async function writeOne([userId, changes]: [number, Changes]): Promise<void> {
  pendingChanges.delete(userId);
  const db = await localDb();
  const { store, done } = db.transaction("values", "readwrite");
  // Another tab may have stored other drafts.
  const before = (await store.get(`drafts ${userId}`)) as readonly Draft[] | undefined;
  const after = [...changed(byKey(before), changes).values()];
  void (after.length === 0 ? store.delete(`drafts ${userId}`) : store.put(after, `drafts ${userId}`));
  await done;
}

const byKey = (list: readonly Draft[] = []) => new Map(list.map((draft) => [keyOf(draft), draft]));

function changed(before: ReadonlyMap<string, Draft>, changes: Changes): ReadonlyMap<string, Draft> {
  const after = new Map(before);
  for (const [key, draft] of changes) {
    after.delete(key);
    if (draft !== null) after.set(key, draft);
  }
  const notes = [...after].filter(([, { kind }]) => kind === "note");
  for (const [key] of notes.slice(0, Math.max(0, notes.length - MAX_NOTES))) after.delete(key);
  return after;
}

async function read(userId: number): Promise<void> {
  const list = (await readValue(`drafts ${userId}`)) ?? [];
  const saved = await Promise.all(list.map(isSaved));
  if (session.peek()?.user.id !== userId) return;
  // Local changes are newer than the stored drafts.
  drafts.value = new Map([...byKey(list), ...drafts.peek()]);
  for (const [index, draft] of list.entries()) if (saved[index]) dropDraft(draft);
}

/** Clocks of the draft and of the operation are compared with this tolerance. */
const CLOCK_MS = 2000;

/** Whether the text of a draft is in an operation: the page was killed after it was stored and before the draft was removed. */
async function isSaved({ kind, inventoryId, code, name, text, at }: Draft): Promise<boolean> {
  const typedAt = at + serverNow() - Date.now() - CLOCK_MS;
  return (await recent(inventoryId, MAX_RECENT)).some(({ entry: { operation, shown, how } }) => {
    if (how === "scan" || shown.code !== code || shown.name !== name) return false;
    const isText =
      kind === "note" ? operation.note === text.trim() : String(operation.quantity ?? "") === text;
    return isText && Date.parse(operation.at) >= typedAt;
  });
}

let loadedFor: number | null = null;
effect(() => {
  const userId = session.value?.user.id ?? null;
  untracked(() => {
    if (userId === loadedFor) return;
    loadedFor = userId;
    drafts.value = new Map();
    resumedDraft.value = null;
    if (userId !== null) read(userId).catch(reportError);
  });
});
