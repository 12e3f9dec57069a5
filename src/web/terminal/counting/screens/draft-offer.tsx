import { useEffect, useRef } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { quantityText } from "../../../articles/amounts.ts";
import type { Draft } from "../../../db/values.ts";
import { t } from "../../../i18n/translate.ts";
import { inventories } from "../../../offline/sync/inventories.ts";
import { path } from "../../../router/router.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { SECOND_TAP_MS } from "../../../ui/double-tap.ts";
import { dropDraft, offeredDraft, resumeDraft, resumedDraft, setOnScreen, storeDraft } from "../drafts.ts";

/**
 * Offers a draft that was not saved. `isPad`: only a draft of this screen, with fixed height, so that no key
 * moves.
 */
export function DraftOffer({ isPad = false }: { readonly isPad?: boolean }) {
  const draft = offeredDraft(isPad ? path.value : null);
  const last = useRef<Draft | null>(null);
  const tappedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    // No screen has restored the draft: its item no longer exists.
    if (!isPad) resumedDraft.value = null;
  }, []);
  if (draft !== null) last.current = draft;
  const shown = draft ?? (isPad ? last.current : null);
  if (shown === null) return null;
  const tap = (work: (draft: Draft) => void) => () => {
    // Ignores the second of two quick taps.
    if (performance.now() - tappedAt.current < SECOND_TAP_MS) return;
    tappedAt.current = performance.now();
    work(shown);
  };
  const isOpen = inventories.value.some(({ oid }) => oid === shown.inventoryId);
  return (
    <Banner class={draft === null ? "draft-space" : ""} role="status">
      <p>{isPad ? draftTextHere(shown) : draftText(shown)}</p>
      <div class="action-pair">
        <Button onClick={tap(dropDraft)}>{t(msg("Discard"))}</Button>
        {isOpen && (
          <Button kind="primary" onClick={tap(resumeDraft)}>
            {t(msg("Enter again"))}
          </Button>
        )}
      </div>
    </Banner>
  );
}

function draftText({ kind, name, code, place: location, text, unit }: Draft): string {
  const item = code === null || code === name ? name : `${name} (${code})`;
  if (kind === "note")
    return t(msg("Not saved: your note on {item} at {location}: “{text}”"), { item, location, text });
  return t(msg("Not saved: you typed {quantity} for {item} at {location}."), {
    item,
    location,
    quantity: typedText(text, unit),
  });
}

/** On its own screen the item is visible. */
function draftTextHere({ kind, text, unit }: Draft): string {
  return kind === "note"
    ? t(msg("Not saved: your note “{text}”"), { text })
    : t(msg("Not saved: you typed {quantity} here."), { quantity: typedText(text, unit) });
}

const typedText = (text: string, unit: Draft["unit"] = null) => quantityText(Number(text), unit);

/** The item of the typed text. */
export type DraftSubject = Pick<Draft, "inventoryId" | "name" | "code" | "place" | "unit">;

/** The draft of a field. */
interface FieldDraft {
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
