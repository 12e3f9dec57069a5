import type { ComponentChildren, ComponentProps } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { type Message, msg } from "../../../domain/message.ts";
import type { ApiRequest, Query, Unguarded } from "../../api/call.ts";
import { ApiError } from "../../api/errors.ts";
import { t } from "../../i18n/translate.ts";
import { startAction } from "../../router/router.ts";
import { Button } from "../../ui/button.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import type { LiveQuery } from "../realtime/use-live-query.ts";
import { expiredEdit, forgetExpiredEdit, useExpiredEdit } from "./expired-login.ts";
import {
  byPath,
  CONFLICT,
  chooseVersion,
  type FieldErrors,
  FormBody,
  type FormFields,
  fieldsOf,
  withoutErrors,
} from "./form.tsx";
import { putTagged, requestTagged, type Tagged } from "./guarded-requests.ts";
import { isSame } from "./is-same.ts";
import { type FieldNames, problemText } from "./problem.ts";
import { useUnsavedChangesGuard } from "./unsaved-changes.ts";
import { useIsHere } from "./use-is-here.ts";

/** The version of a record that editing started from, and the changed fields. */
interface Draft<T> {
  readonly base: T;
  readonly tag: string | null;
  readonly changed: Partial<T>;
}

/** A record that is being edited. Only changed fields are sent, with the tag of the version that the user has seen. */
export interface Edit<T> {
  /** The fields with the shown values: the record with the changes. Null: loading. */
  readonly fields: FormFields<T> | null;
  readonly base: T | null;
  readonly isChanged: boolean;
  readonly isBusy: boolean;
  readonly problem: string | null;
  /** How often saving has failed. */
  readonly refusals: number;
  set(changed: Partial<T>): void;
  /**
   * Resolves to true if everything is saved. Where another user has saved in the meantime, it asks which version to keep.
   * False: see `problem`, the user keeps editing or discards the changes, or values changed during the request.
   */
  save(): Promise<boolean>;
  /** Discards the changes. */
  discard(): void;
}

/** The state of editing the record at a path. */
interface Editing<T> {
  readonly path: string;
  readonly draft: Draft<T> | null;
  readonly isBusy: boolean;
  readonly problem: string | null;
  readonly errors: FieldErrors;
  readonly refusals: number;
}

const NO_ERRORS = {};
const AT_REST = { draft: null, isBusy: false, problem: null, errors: NO_ERRORS, refusals: 0 };

/** How a record is read and changed. */
interface EditRequests<T, Given> {
  readonly read: Query<Given>;
  /** `base`: the version that the changes are made to. */
  readonly write: (changed: Partial<T>, base: T | null) => Unguarded<ApiRequest<Given, "PUT">, "tag">;
  /** The labels of the fields that can be changed, or shown as a conflict. */
  readonly names: FieldNames<T>;
  /** How the values of fields are shown in a conflict; others are text. */
  readonly show?: { readonly [K in keyof T]?: (value: T[K]) => ComponentChildren };
  /** What is sent with a change, and is no part of the record: why it is made. */
  readonly unrecorded?: readonly (keyof T)[];
  /** The version of the record also changes with what the form does not have, such as a PIN: that alone is no conflict. */
  readonly isPart?: boolean;
  /** False: the changes are not kept at the end of the login, because nothing would show them after the next one. */
  readonly isKept?: boolean;
  /** Gets the error of a save whose editor is gone by then. */
  readonly onLateProblem?: (problem: string) => void;
}

/**
 * Edits a record, and asks before the screen is left with changes. `of` converts the response to the edited type,
 * where they differ.
 */
export function useEdit<T extends object, Given = T>(
  requests: EditRequests<T, Given>,
  query: LiveQuery<Given>,
  of: (given: Given) => T = (given) => given as unknown as T,
): Edit<T> {
  const { path } = requests.read;
  const form = requests.isKept === false ? "" : formOf(path);
  const [all, setAll] = useState<Editing<T>>(() => beginning(path, form));
  // Changes of another record are neither shown here nor sent to this one.
  const now = all.path === path ? all : beginning<T>(path, form);
  useEffect(() => setAll((before) => (before.path === path ? before : now)), [path]);
  const change = (make: (now: Editing<T>) => Partial<Editing<T>>) =>
    setAll((before) => (before.path === path ? { ...before, ...make(before) } : before));
  const latest = useRef(now);
  latest.current = now;
  const isSending = useRef(false);
  const isHere = useIsHere();
  const { draft } = now;
  useExpiredEdit(form, form === "" ? null : draft);
  const base = draft?.base ?? (query.body === null ? null : of(query.body));
  const changed = draft?.changed ?? ({} as Partial<T>);

  const isChanged = !isNothing(changed);
  useUnsavedChangesGuard(isChanged, { save });

  async function save(): Promise<boolean> {
    if (isSending.current) return false;
    isSending.current = true;
    const tell = (problem: string) => isHere.current || requests.onLateProblem?.(problem);
    change(() => ({ isBusy: true, problem: null, errors: NO_ERRORS }));
    let version = { tag: draft?.tag ?? query.tag, body: base };
    try {
      for (;;) {
        const sent = latest.current.draft?.changed ?? changed;
        const { isSaved, now } = await put(requests, sent, version, of);
        if (isSaved) return settle(sent, now);
        const theirs = of(now.body);
        version = { tag: now.tag, body: theirs };
        if (isElsewhere(requests, base, sent, theirs)) continue;
        // Discarding then shows the other user's version at once. The draft keeps the version it is based on.
        query.setResponse(now.body, now.tag);
        if (base === null || !isHere.current) {
          tell(t(CONFLICT));
          return false;
        }
        const chosen = await askWhich(requests, base, sent, theirs);
        if (chosen === "discard") discard();
        if (chosen !== "mine") return false;
      }
    } catch (error) {
      const errors = error instanceof ApiError ? byPath(error.errors) : NO_ERRORS;
      const text = problemText(error, requests.names) || null;
      change(({ refusals }) => ({ problem: text, errors, refusals: refusals + 1 }));
      if (text !== null) tell(text);
      return false;
    } finally {
      isSending.current = false;
      change(() => ({ isBusy: false }));
    }
  }

  /**
   * Takes over the response. Values that changed during the request stay unsaved changes. Returns whether there are
   * none.
   */
  function settle(sent: Partial<T>, { body, tag }: Tagged<Given>): boolean {
    query.setResponse(body, tag);
    change((before) => {
      const left = leftOf(before.draft, sent);
      return { draft: isNothing(left) ? null : { base: of(body), tag, changed: left } };
    });
    const isAll = isNothing(leftOf(latest.current.draft, sent));
    // The login may have ended before the response arrived.
    if (isAll) forgetExpiredEdit(form);
    return isAll;
  }

  const set = (entered: Partial<T>) =>
    change((before) => {
      const begun: Draft<T> | null = base === null ? null : { base, tag: query.tag, changed: {} };
      const from = before.draft ?? begun;
      if (from === null) return {};
      const next = { ...from.changed, ...entered };
      // A field with its original value is not a change.
      for (const name of namesOf(entered)) if (isSame(next[name], from.base[name])) delete next[name];
      const errors = withoutErrors(before.errors, Object.keys(entered));
      const problem = errors === before.errors ? before.problem : null;
      return { errors, problem, draft: isNothing(next) ? null : { ...from, changed: next } };
    });
  const discard = () => change(() => AT_REST);

  const { isBusy, problem, errors, refusals } = now;
  return {
    fields: base && fieldsOf({ values: { ...base, ...changed }, errors, labels: requests.names, set }),
    base,
    isChanged,
    isBusy,
    problem,
    refusals,
    discard,
    set,
    save,
  };
}

/** Whether changes of the record were kept at the end of the login. */
export const isEditExpired = ({ path }: Query<unknown>) => expiredEdit(formOf(path)) !== null;

const formOf = (path: string) => `PUT ${path}`;

function beginning<T>(path: string, form: string): Editing<T> {
  return { path, ...AT_REST, draft: expiredEdit<Draft<T>>(form) };
}

/**
 * Saves the changes and returns the current record. `isSaved` false: another user has saved it. Throws
 * ServerUnreachable, ApiError or NotLoggedIn.
 */
async function put<T extends object, Given>(
  { read, write, unrecorded = [] }: EditRequests<T, Given>,
  changed: Partial<T>,
  { tag, body }: { readonly tag: string | null; readonly body: T | null },
  of: (given: Given) => T,
): Promise<{ readonly isSaved: boolean; readonly now: Tagged<Given> }> {
  try {
    return { isSaved: true, now: await putTagged(write(changed, body), tag) };
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 412)) throw error;
    const now = await requestTagged(read);
    const theirs = of(now.body);
    // The same values are saved already: by an earlier request whose response was lost.
    const kept = namesOf(changed).filter((name) => !unrecorded.includes(name));
    return { isSaved: kept.every((name) => isSame(changed[name], theirs[name])), now };
  }
}

/** Whether the record has changed in nothing that the form has. */
function isElsewhere<T extends object, Given>(
  { names, isPart = false }: EditRequests<T, Given>,
  base: T | null,
  changed: Partial<T>,
  theirs: T,
): boolean {
  if (!isPart || base === null) return false;
  return namesOf<T>({ ...names, ...changed }).every((name) => isSame(base[name], theirs[name]));
}

/** The changes that differ from what was sent. */
function leftOf<T>(draft: Draft<T> | null, sent: Partial<T>): Partial<T> {
  if (draft === null) return {};
  const values = { ...draft.base, ...draft.changed };
  const was = { ...draft.base, ...sent };
  const names = namesOf<T>({ ...draft.changed, ...sent });
  return Object.fromEntries(
    names.filter((name) => !isSame(values[name], was[name])).map((name) => [name, values[name]]),
  ) as Partial<T>;
}

const namesOf = <T,>(changed: { readonly [K in keyof T]?: unknown }) => Object.keys(changed) as (keyof T)[];

const isNothing = (changed: object) => Object.keys(changed).length === 0;

interface EditFormProps<T> extends Omit<ComponentProps<typeof FormBody>, "form"> {
  readonly edit: Edit<T>;
  readonly onSaved: () => void;
}

/** The form of a record: its fields, the error of the form as a whole, Save and Discard. */
export function EditForm<T extends object>({ edit, onSaved, children, ...given }: EditFormProps<T>) {
  return (
    <FormBody {...given} form={formOfEdit(edit, onSaved)}>
      {children}
      <EditBar edit={edit} />
    </FormBody>
  );
}

/** Saves an edit when its form is submitted. */
export const formOfEdit = <T,>(
  { refusals, save }: Pick<Edit<T>, "refusals" | "save">,
  onSaved: () => void,
) => ({
  refusals,
  submit: async () => {
    const follow = startAction();
    if (await save()) follow(onSaved);
  },
});

function EditBar<T>({ edit }: { readonly edit: Edit<T> }) {
  const { problem, isChanged, isBusy, discard } = edit;
  return (
    <>
      <div role="alert">{problem !== null && <p class="error-text">{problem}</p>}</div>
      <Toolbar>
        <Button kind="primary" type="submit" disabled={!isChanged || isBusy}>
          {t(msg("Save"))}
        </Button>
        {isChanged && (
          <Button disabled={isBusy} onClick={discard}>
            {t(msg("Discard changes"))}
          </Button>
        )}
      </Toolbar>
    </>
  );
}

/**
 * Another user has saved the same record: asks which version to keep, with the differences. Null: the user keeps editing. Nothing is
 * overwritten without a decision.
 */
function askWhich<T extends object, Given>(
  { names: labels, show = {} }: EditRequests<T, Given>,
  base: T,
  changed: Partial<T>,
  theirs: T,
): Promise<"discard" | "mine" | null> {
  const shown = (name: keyof T, value: T[keyof T]) => {
    const format = show[name];
    return format === undefined ? String(value ?? "–") : format(value);
  };
  const differences = namesOf<T>(labels)
    .filter((name) => name in changed || !isSame(base[name], theirs[name]))
    .map((name) => ({
      field: labelOf(labels[name]),
      yours: shown(name, name in changed ? (changed[name] as T[keyof T]) : theirs[name]),
      saved: shown(name, theirs[name]),
    }));
  const text = t(
    msg(
      "Your changes are not saved yet. Choose which version to keep. Fields that only the other person changed keep their new value.",
    ),
  );
  return chooseVersion({ text, differences, cancel: t(msg("Keep editing")), canDiscard: true });
}

const labelOf = (label: Message | undefined) => (label === undefined ? "" : t(label));
