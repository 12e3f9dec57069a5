import { useEffect, useRef, useState } from "preact/hooks";
import type { ApiRequest, Query } from "../../api/call.ts";
import { ApiError } from "../../api/errors.ts";
import type { LiveQuery } from "../realtime/use-live-query.ts";
import { expiredEdit, forgetExpiredEdit, useExpiredEdit } from "./expired-login.ts";
import { isSame } from "./is-same.ts";
import { problemText } from "./problem.ts";
import { putTagged, requestTagged, type Tagged } from "./tagged.ts";
import { useUnsavedChangesGuard } from "./unsaved-changes.ts";

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

/** A record that is being edited. Only changed fields are sent, with the tag of the version that the user has seen. */
export interface Edit<T> {
  /** The shown values: the record with the changes. Null: loading. */
  readonly values: T | null;
  readonly base: T | null;
  readonly changed: Partial<T>;
  readonly isChanged: boolean;
  readonly isBusy: boolean;
  readonly problem: string | null;
  /** What the server says of each field, by its path. */
  readonly errors: Readonly<Record<string, string>>;
  readonly conflict: Conflict<T> | null;
  set<K extends keyof T>(name: K, value: T[K]): void;
  /** True: all is saved. False: the problem, or the conflict, says why not; or more was changed while it was being saved. */
  save(): Promise<boolean>;
  /** Discards the changes. */
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

/** How a record is read and changed. */
export interface EditRequests<T, Given> {
  readonly read: Query<Given>;
  readonly write: (changed: Partial<T>) => ApiRequest<Given, "PUT">;
}

/** Changes the record of these requests, and asks whoever leaves it changed; `of` makes of what is read what is written, where the two differ. */
export function useEdit<T extends object, Given = T>(
  requests: EditRequests<T, Given>,
  answer: LiveQuery<Given>,
  of: (given: Given) => T = (given) => given as unknown as T,
): Edit<T> {
  const { path } = requests.read;
  const [all, setAll] = useState<Editing<T>>(() => beginning(path));
  // Changes of another record are never shown here or sent to this one.
  const now = all.path === path ? all : beginning<T>(path);
  useEffect(() => setAll((before) => (before.path === path ? before : now)), [path]);
  const change = (make: (now: Editing<T>) => Partial<Editing<T>>) =>
    setAll((before) => (before.path === path ? { ...before, ...make(before) } : before));
  const latest = useRef(now);
  latest.current = now;
  const isSending = useRef(false);
  const { draft, conflict } = now;
  useExpiredEdit(formOf(path), draft);
  const base = draft?.base ?? (answer.body === null ? null : of(answer.body));
  const changed = draft?.changed ?? ({} as Partial<T>);

  const isChanged = !isNothing(changed);
  const save = () => send(draft?.tag ?? answer.tag);
  useUnsavedChangesGuard(isChanged, { save });

  async function send(tag: string | null): Promise<boolean> {
    if (isSending.current) return false;
    isSending.current = true;
    change(() => ({ isBusy: true, problem: null, errors: NO_ERRORS, conflict: null }));
    try {
      const { isSaved, now } = await put(requests, changed, tag, of);
      if (isSaved) return settle(changed, now);
      // Whoever discards their changes sees it at once; the draft stays over its own version.
      answer.took(now.body, now.tag);
      change(() => ({ conflict: { theirs: of(now.body), tag: now.tag } }));
      return false;
    } catch (error) {
      const errors = error instanceof ApiError ? byPath(error.errors) : NO_ERRORS;
      change(() => ({ problem: problemText(error) || null, errors }));
      return false;
    } finally {
      isSending.current = false;
      change(() => ({ isBusy: false }));
    }
  }

  /** It is saved, and shown as the server has it; what was typed meanwhile is not, and stays, over what is saved now. True: there is nothing of the kind. */
  function settle(sent: Partial<T>, { body, tag }: Tagged<Given>): boolean {
    answer.took(body, tag);
    change((before) => {
      const left = leftOf(before.draft, sent);
      return { draft: isNothing(left) ? null : { base: of(body), tag, changed: left } };
    });
    const isAll = isNothing(leftOf(latest.current.draft, sent));
    // The login may have ended before the server answered.
    if (isAll) forgetExpiredEdit(formOf(path));
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
        return { draft: isNothing(next) ? null : { ...from, changed: next } };
      });
    },
    save,
    keepMine: () => (conflict === null ? Promise.resolve(false) : send(conflict.tag)),
    thinkAgain: () => change(() => ({ conflict: null })),
  };
}

/** Whether a change of the record waits since its login has ended. */
export const isEditExpired = ({ path }: Query<unknown>) => expiredEdit(formOf(path)) !== null;

const formOf = (path: string) => `PUT ${path}`;

function beginning<T>(path: string): Editing<T> {
  return { path, ...AT_REST, draft: expiredEdit<Draft<T>>(formOf(path)) };
}

/** Saves what was changed, and gives the record as it is then; not saved: somebody else has done so meanwhile. Throws ServerUnreachable, ApiError or NotLoggedIn. */
async function put<T extends object, Given>(
  { read, write }: EditRequests<T, Given>,
  changed: Partial<T>,
  tag: string | null,
  of: (given: Given) => T,
): Promise<{ readonly isSaved: boolean; readonly now: Tagged<Given> }> {
  try {
    return { isSaved: true, now: await putTagged(write(changed), tag) };
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 412)) throw error;
    const now = await requestTagged(read);
    const theirs = of(now.body);
    const names = Object.keys(changed) as (keyof T)[];
    // One's own, whose answer got lost, is nobody else's.
    return { isSaved: names.every((name) => isSame(changed[name], theirs[name])), now };
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

const isNothing = (changed: object) => Object.keys(changed).length === 0;

/** What the server says of each field, by its path: the first sentence of each. */
export function byPath(errors: ApiError["errors"]): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { path, message } of errors) found[path] ??= message;
  return found;
}
