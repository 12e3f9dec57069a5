import { useEffect, useRef } from "preact/hooks";
import type { Draft } from "../../../db/values.ts";
import { path } from "../../../router/router.ts";
import { dropDraft, resumedDraft, setOnScreen, storeDraft } from "../drafts.ts";

/** What is typed, and of which item. */
export type DraftSubject = Pick<Draft, "inventoryId" | "name" | "code" | "place">;

/** The draft of one field. */
export interface FieldDraft {
  /** Keeps what is typed; empty: nothing is. */
  readonly keep: (text: string) => void;
  /** Removes it when `work` has saved it; it is not offered meanwhile. */
  readonly saved: <T>(work: Promise<T>) => Promise<T>;
}

/**
 * Keeps what is typed in a field as a draft, and hands it to `onResume` when it is entered again. `subject` null: it is not of
 * an item, and no draft is kept.
 */
export function useDraft(
  kind: Draft["kind"],
  subject: DraftSubject | null,
  onResume: (text: string) => void,
): FieldDraft {
  const own = useRef({ kind, path: path.peek() }).current;
  const latest = useRef({ subject, onResume });
  latest.current = { subject, onResume };
  const isGone = useRef(false);
  useEffect(
    () => () => {
      isGone.current = true;
      setOnScreen(own, false);
    },
    [],
  );
  const resumed = resumedDraft.value;
  useEffect(() => {
    if (resumed === null || resumed.kind !== own.kind || resumed.path !== own.path) return;
    resumedDraft.value = null;
    setOnScreen(own, true);
    latest.current.onResume(resumed.text);
  }, [resumed]);
  return {
    keep(text) {
      const about = latest.current.subject;
      if (about === null) return;
      setOnScreen(own, true);
      if (text === "") dropDraft(own);
      else storeDraft({ ...own, ...about, text, at: Date.now() });
    },
    async saved(work) {
      if (latest.current.subject === null) return work;
      setOnScreen(own, true);
      try {
        const done = await work;
        dropDraft(own);
        return done;
      } finally {
        // What could not be saved is offered where its field is gone.
        if (isGone.current) setOnScreen(own, false);
      }
    },
  };
}
