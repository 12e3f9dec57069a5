import { useEffect, useRef, useState } from "preact/hooks";
import { askIfChanged, Refused } from "../../box/ask.ts";
import { askAsUser, userToken, withToken } from "../../box/tokens.ts";
import type { LiveAnswer } from "../live/use-live.ts";
import { useLeave } from "./leave.ts";
import { problemText } from "./problem.ts";

/** A record as it was when somebody began to change it, and what they have changed. */
interface Draft<T> {
  readonly base: T;
  readonly tag: string | null;
  readonly changed: Partial<T>;
}

/** Somebody else has saved the record since. */
export interface Conflict<T> {
  readonly theirs: T;
  readonly tag: string | null;
}

/** A record that is being changed; only what was changed is sent, and only over the version that was seen. */
export interface Edit<T> {
  /** As it is shown: what was changed over what it was. Null: not known yet. */
  readonly values: T | null;
  readonly base: T | null;
  readonly changed: Partial<T>;
  readonly isChanged: boolean;
  readonly isBusy: boolean;
  readonly problem: string | null;
  /** What the box says of each field, by its path. */
  readonly errors: Readonly<Record<string, string>>;
  readonly conflict: Conflict<T> | null;
  set<K extends keyof T>(name: K, value: T[K]): void;
  /** True: all is saved. False: the problem, or the conflict, says why not; or more was changed while it was being saved. */
  save(): Promise<boolean>;
  /** Forgets what was changed. */
  discard(): void;
  /** Saves over what somebody else has saved. */
  keepMine(): Promise<boolean>;
  /** Leaves the question open: nothing is saved. */
  thinkAgain(): void;
}

/** All that is known of the change of the record at a path. */
interface Editing<T> {
  readonly path: string;
  readonly draft: Draft<T> | null;
  readonly isBusy: boolean;
  readonly problem: string | null;
  readonly errors: Readonly<Record<string, string>>;
  readonly conflict: Conflict<T> | null;
}

const NO_ERRORS = {};
const AT_REST = { draft: null, isBusy: false, problem: null, errors: NO_ERRORS, conflict: null };

/** Changes the record that the box gives at this path, and asks whoever leaves it changed; `of` makes of what it gives what it takes, where the two differ. */
export function useEdit<T extends object, Given = T>(
  path: string,
  answer: LiveAnswer<Given>,
  of: (given: Given) => T = (given) => given as unknown as T,
): Edit<T> {
  const [all, setAll] = useState<Editing<T>>({ path, ...AT_REST });
  // What was changed of another record is never shown as this one's, nor sent to it.
  const now: Editing<T> = all.path === path ? all : { path, ...AT_REST };
  useEffect(() => setAll((before) => (before.path === path ? before : { path, ...AT_REST })), [path]);
  const change = (make: (now: Editing<T>) => Partial<Editing<T>>) =>
    setAll((before) => (before.path === path ? { ...before, ...make(before) } : before));
  const latest = useRef(now);
  latest.current = now;
  const isSending = useRef(false);
  const { draft, conflict } = now;
  const base = draft?.base ?? (answer.body === null ? null : of(answer.body));
  const changed = draft?.changed ?? ({} as Partial<T>);

  const isChanged = Object.keys(changed).length > 0;
  useLeave(isChanged);

  async function send(tag: string | null): Promise<boolean> {
    if (isSending.current) return false;
    isSending.current = true;
    change(() => ({ isBusy: true, problem: null, errors: NO_ERRORS, conflict: null }));
    try {
      const theirs = await put(path, changed, tag, of);
      if (theirs === null) return await settle(changed);
      change(() => ({ conflict: theirs }));
      return false;
    } catch (error) {
      const errors = error instanceof Refused ? byPath(error.errors) : NO_ERRORS;
      change(() => ({ problem: problemText(error), errors }));
      return false;
    } finally {
      isSending.current = false;
      change(() => ({ isBusy: false }));
    }
  }

  /** It is saved; what was typed meanwhile is not, and stays, over what is saved now. True: there is nothing of the kind. */
  async function settle(sent: Partial<T>): Promise<boolean> {
    answer.again();
    const isAll = Object.keys(leftOf(latest.current.draft, sent)).length === 0;
    const saved = isAll ? null : await newest(path, of);
    change((before) => ({
      draft:
        saved === null ? null : { base: saved.theirs, tag: saved.tag, changed: leftOf(before.draft, sent) },
    }));
    return isAll;
  }

  return {
    values: base === null ? null : { ...base, ...changed },
    base,
    changed,
    isChanged,
    isBusy: now.isBusy,
    problem: now.problem,
    errors: now.errors,
    conflict,
    discard: () => change(() => AT_REST),
    set(name, value) {
      change((before) => {
        const begun: Draft<T> | null = base === null ? null : { base, tag: answer.tag, changed: {} };
        const from = before.draft ?? begun;
        if (from === null) return {};
        const next = { ...from.changed, [name]: value };
        // What is as it was is no change.
        if (next[name] === from.base[name]) delete next[name];
        return { draft: Object.keys(next).length === 0 ? null : { ...from, changed: next } };
      });
    },
    save: () => send(draft?.tag ?? answer.tag),
    keepMine: () => (conflict === null ? Promise.resolve(false) : send(conflict.tag)),
    thinkAgain: () => change(() => ({ conflict: null })),
  };
}

/** Saves what was changed; gives what somebody else has saved meanwhile, null: it is saved. Throws BoxAway, Refused or NotLoggedIn. */
async function put<T extends object, Given>(
  path: string,
  changed: Partial<T>,
  tag: string | null,
  of: (given: Given) => T,
): Promise<Conflict<T> | null> {
  try {
    const headers = { ...(tag !== null && { "If-Match": tag }) };
    await askAsUser(path, { method: "PUT", body: changed, headers });
    return null;
  } catch (error) {
    if (!(error instanceof Refused && error.status === 412)) throw error;
    const now = await newest(path, of);
    const names = Object.keys(changed) as (keyof T)[];
    // One's own, whose answer got lost, is nobody else's.
    return now !== null && names.every((name) => isSame(changed[name], now.theirs[name])) ? null : now;
  }
}

/** What is changed that is not as it was sent. */
function leftOf<T>(draft: Draft<T> | null, sent: Partial<T>): Partial<T> {
  if (draft === null) return {};
  const values = { ...draft.base, ...draft.changed };
  const was = { ...draft.base, ...sent };
  const names = Object.keys({ ...draft.changed, ...sent }) as (keyof T)[];
  return Object.fromEntries(
    names.filter((name) => !isSame(values[name], was[name])).map((name) => [name, values[name]]),
  ) as Partial<T>;
}

/** True for values that the box would take for the same. */
export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The record as it is now, with its tag; `of` as in `useEdit`. Throws BoxAway, Refused or NotLoggedIn. */
export async function newest<T, Given = T>(
  path: string,
  of: (given: Given) => T = (given) => given as unknown as T,
): Promise<Conflict<T> | null> {
  const answer = await withToken(userToken, (token) => askIfChanged<Given>(path, null, { token }));
  return answer === null ? null : { theirs: of(answer.body), tag: answer.tag };
}

/** What the box says of each field, by its path: the first sentence of each. */
export function byPath(errors: Refused["errors"]): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { path, message } of errors) found[path] ??= message;
  return found;
}
