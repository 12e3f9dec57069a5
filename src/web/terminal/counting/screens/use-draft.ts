import { useEffect, useRef } from "preact/hooks";
import type { Draft } from "../../../db/values.ts";
import { path } from "../../../router/router.ts";
import { dropDraft, resumedDraft, setOnScreen, storeDraft } from "../drafts.ts";

/** The item of the typed text. */
export type DraftSubject = Pick<Draft, "inventoryId" | "name" | "code" | "place">;

/** The draft of a field. */
export interface FieldDraft {
  /** Stores the text; an empty text removes the draft. */
  readonly store: (text: string) => void;
  /** Removes the draft when `work` has saved it. Meanwhile it is not offered. */
  readonly saved: <T>(work: Promise<T>) => Promise<T>;
}

/**
 * Stores the text of a field as a draft, and passes a restored draft to `onResume`. `subject` null: no draft.
 */
export function useDraft(
  kind: Draft["kind"],
  subject: DraftSubject | null,
  onResume: (text: string) => void,
): FieldDraft {
  const field = useRef({ kind, path: path.peek() }).current;
  const latest = useRef({ subject, onResume });
  latest.current = { subject, onResume };
  const isUnmounted = useRef(false);
  useEffect(
    () => () => {
      isUnmounted.current = true;
      setOnScreen(field, false);
    },
    [],
  );
  const resumed = resumedDraft.value;
  useEffect(() => {
    if (resumed === null || resumed.kind !== field.kind || resumed.path !== field.path) return;
    resumedDraft.value = null;
    setOnScreen(field, true);
    latest.current.onResume(resumed.text);
  }, [resumed]);
  return {
    store(text) {
      const currentSubject = latest.current.subject;
      if (currentSubject === null) return;
      setOnScreen(field, true);
      if (text === "") dropDraft(field);
      else storeDraft({ ...field, ...currentSubject, text, at: Date.now() });
    },
    async saved(work) {
      if (latest.current.subject === null) return work;
      setOnScreen(field, true);
      try {
        const done = await work;
        dropDraft(field);
        return done;
      } finally {
        // If saving failed after the field was removed, the draft is offered.
        if (isUnmounted.current) setOnScreen(field, false);
      }
    },
  };
}
