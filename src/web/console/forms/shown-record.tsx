import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { type ApiRequest, type Query, type Unguarded, withTag } from "../../api/call.ts";
import { ApiError } from "../../api/errors.ts";
import { t } from "../../i18n/translate.ts";
import { choose } from "../../ui/confirm.tsx";
import { showError } from "../../ui/toast.tsx";
import { CONFLICT, ConflictTable } from "./conflict-table.tsx";
import { isSame } from "./is-same.ts";
import { problemText } from "./problem.ts";
import { requestTagged, type Tagged } from "./tagged.ts";

interface ShownRecordProps<T> {
  readonly read: Query<T>;
  readonly onClose: () => void;
  /** The form, with the version that it shows. It stays that version when others change the record. */
  readonly children: (shown: Tagged<T>) => ComponentChildren;
}

/** Reads a record when its form opens, with the tag that the change sends. */
export function ShownRecord<T>({ read, onClose, children }: ShownRecordProps<T>) {
  const [shown, setShown] = useState<Tagged<T> | null>(null);
  useEffect(() => {
    let isHere = true;
    requestTagged(read).then(
      (found) => isHere && setShown(found),
      (error: unknown) => {
        if (!isHere) return;
        showError(problemText(error));
        onClose();
      },
    );
    return () => {
      isHere = false;
    };
  }, [read.path]);
  return shown === null ? null : children(shown);
}

/** The fields of a form as texts: label and value. */
export type ShownFields = readonly (readonly [label: string, value: string])[];

interface Saving<T, Values> {
  readonly read: Query<T>;
  /** The version that the form shows. */
  readonly shown: Tagged<T>;
  /** What the form changes of a version. */
  readonly valuesOf: (record: T) => Values;
  /** The values as texts, to name what another user has changed. */
  readonly fieldsOf: (values: Values) => ShownFields;
}

/** The end of a change: saved, with the response of the server unless it was lost; or not, because the user goes on editing. */
type Saved<R> = { readonly response: R | null } | "kept";

interface SaveOptions {
  /** The form needs the response: where it was lost, the change is sent again. */
  readonly needsResponse?: boolean;
}

/**
 * Sends a change with the tag of the shown version. Where another user has saved in the meantime, it names the differences and asks;
 * the form keeps what was typed. Null: a new record, which has no version.
 */
export function useTaggedSave<T, Values>(
  saving: Saving<T, Values> | null,
): <R>(write: Unguarded<ApiRequest<R>, "tag">, typed: Values, options?: SaveOptions) => Promise<Saved<R>> {
  const held = useRef(saving?.shown.tag ?? null);
  return async (write, typed, { needsResponse = false } = {}) => {
    for (;;) {
      try {
        const { body, tag } = await requestTagged(withTag(write, held.current));
        held.current = tag;
        return { response: body };
      } catch (error) {
        if (saving === null || !(error instanceof ApiError && error.status === 412)) throw error;
        const now = await requestTagged(saving.read);
        const saved = saving.valuesOf(now.body);
        // The same values are saved already: by an earlier request whose response was lost.
        const isSaved = isSame(saved, typed);
        if (isSaved && !needsResponse) return { response: null };
        if (!isSaved && !(await isToOverwrite(saving.fieldsOf(saved), saving.fieldsOf(typed)))) return "kept";
        held.current = now.tag;
      }
    }
  };
}

async function isToOverwrite(saved: ShownFields, typed: ShownFields): Promise<boolean> {
  const differences = saved.flatMap(([field, value], index) => {
    const yours = typed[index]?.[1] ?? "";
    return yours === value ? [] : [{ field, yours: yours || "–", saved: value || "–" }];
  });
  const chosen = await choose({
    title: t(CONFLICT),
    text: t(
      msg("Your changes are not saved yet. Saving yours overwrites the saved version of these fields."),
    ),
    details: <ConflictTable differences={differences} />,
    cancel: t(msg("Keep editing")),
    choices: [{ name: "mine", label: t(msg("Save my version")) }],
  });
  return chosen !== null;
}
