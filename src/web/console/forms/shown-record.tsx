import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { type ApiRequest, type Query, type Unguarded, withTag } from "../../api/call.ts";
import { ApiError } from "../../api/errors.ts";
import { t } from "../../i18n/translate.ts";
import { choose } from "../../ui/confirm.tsx";
import { showError } from "../../ui/toast.tsx";
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

interface Saving<T> {
  readonly read: Query<T>;
  /** The version that the form shows. */
  readonly shown: Tagged<T>;
  /** The fields of a version, to name what another user has changed. */
  readonly fieldsOf: (record: T) => ShownFields;
}

/** The end of a change: saved, with the response of the server unless it was lost; or not, because the user goes on editing. */
export type Saved<R> = { readonly response: R | null } | "kept";

/**
 * Sends a change with the tag of the shown version. Where another user has saved in the meantime, it names the differences and asks;
 * the form keeps what was typed. Null: a new record, which has no version.
 */
export function useTaggedSave<T>(
  saving: Saving<T> | null,
): <R>(write: Unguarded<ApiRequest<R>, "tag">, typed: ShownFields) => Promise<Saved<R>> {
  const held = useRef(saving?.shown.tag ?? null);
  return async (write, typed) => {
    for (;;) {
      try {
        const { body, tag } = await requestTagged(withTag(write, held.current));
        held.current = tag;
        return { response: body };
      } catch (error) {
        if (saving === null || !(error instanceof ApiError && error.status === 412)) throw error;
        const now = await requestTagged(saving.read);
        const differences = differencesOf(saving.fieldsOf(now.body), typed);
        // The same values are saved already: by an earlier request whose response was lost.
        if (differences === "") return { response: null };
        const chosen = await choose({
          title: t(TEXTS.title),
          text: `${t(TEXTS.what)} ${differences}`,
          cancel: t(TEXTS.keep),
          choices: [{ name: "mine", label: t(TEXTS.mine) }],
        });
        if (chosen === null) return "kept";
        held.current = now.tag;
      }
    }
  };
}

function differencesOf(saved: ShownFields, typed: ShownFields): string {
  const yours = new Map(typed);
  return saved
    .filter(([label, value]) => yours.has(label) && yours.get(label) !== value)
    .map(([field, value]) =>
      t(TEXTS.difference, { field, saved: value || "–", yours: yours.get(field) || "–" }),
    )
    .join(" · ");
}

const TEXTS = {
  title: msg("Somebody else saved this in the meantime"),
  what: msg("Your changes are not saved yet."),
  difference: msg("{field}: saved {saved}, yours {yours}"),
  keep: msg("Keep editing"),
  mine: msg("Save my version"),
};
