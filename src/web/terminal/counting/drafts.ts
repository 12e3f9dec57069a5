import { computed, effect, signal, untracked } from "@preact/signals";
import { session } from "../../api/tokens.ts";
import { localDb } from "../../db/database.ts";
import { type Draft, readValue } from "../../db/values.ts";
import { reportError } from "../../errors/report-error.ts";
import { go, path } from "../../router/router.ts";

// What is typed is kept at each change, so that a killed page offers it again to the person who typed it. It is never a count.

/** So many notes are kept for one person; of quantities the last one. */
const MAX_NOTES = 20;

/** The drafts of whoever is logged in, by key. */
const drafts = signal<ReadonlyMap<string, Draft>>(new Map());
/** The keys of those that stand on the screen now. */
const onScreen = signal<ReadonlySet<string>>(new Set());
/** The draft that somebody wants to enter again; its screen takes it. */
export const resumedDraft = signal<Draft | null>(null);

/** The newest draft that stands on no screen; null: none. `path`: of this screen alone. */
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

/** Keeps a draft from now on, in place of the one before. */
export function storeDraft(draft: Draft): void {
  change(keyOf(draft), draft);
}

/** Removes a draft: it was saved or discarded. */
export function dropDraft(draft: Pick<Draft, "kind" | "path">): void {
  const known = drafts.peek().get(keyOf(draft));
  // The quantity may be of another screen by now.
  if (known?.path === draft.path) change(keyOf(draft), null);
}

/** Opens the screen of a draft with it. */
export function resumeDraft(draft: Draft): void {
  resumedDraft.value = draft;
  if (path.peek() !== draft.path) go(draft.path);
}

/** Says that a draft stands on the screen, or is being saved: it is not offered meanwhile. */
export function setOnScreen(draft: Pick<Draft, "kind" | "path">, isShown: boolean): void {
  const key = keyOf(draft);
  const now = onScreen.peek();
  if (now.has(key) === isShown) return;
  onScreen.value = new Set(isShown ? [...now, key] : [...now].filter((one) => one !== key));
}

type Changes = Map<string, Draft | null>;

/** What is not written yet, by person. */
const unwritten = new Map<number, Changes>();
let isWriting = false;

function change(key: string, draft: Draft | null): void {
  const who = session.peek()?.user.id;
  if (who === undefined) return;
  drafts.value = changed(drafts.peek(), new Map([[key, draft]]));
  unwritten.set(who, (unwritten.get(who) ?? new Map()).set(key, draft));
  // Of many changes during a write the last one alone is written.
  if (isWriting) return;
  isWriting = true;
  writeAll()
    .catch(reportError)
    .finally(() => {
      isWriting = false;
    });
}

async function writeAll(): Promise<void> {
  for (let [next] = unwritten; next !== undefined; [next] = unwritten) {
    const [who, changes] = next;
    unwritten.delete(who);
    const db = await localDb();
    const { store, done } = db.transaction("values", "readwrite");
    // Another tab may have kept another draft.
    const before = (await store.get(`drafts ${who}`)) as readonly Draft[] | undefined;
    const after = [...changed(byKey(before), changes).values()];
    void (after.length === 0 ? store.delete(`drafts ${who}`) : store.put(after, `drafts ${who}`));
    await done;
  }
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

async function read(who: number): Promise<void> {
  const list = await readValue(`drafts ${who}`);
  if (session.peek()?.user.id !== who) return;
  // What was typed meanwhile is newer.
  drafts.value = new Map([...byKey(list), ...drafts.peek()]);
}

let shownTo: number | null = null;
effect(() => {
  const who = session.value?.user.id ?? null;
  untracked(() => {
    if (who === shownTo) return;
    shownTo = who;
    drafts.value = new Map();
    resumedDraft.value = null;
    if (who !== null) read(who).catch(reportError);
  });
});
