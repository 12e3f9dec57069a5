import { useEffect } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { useStored } from "../../../db/use-stored.ts";
import { reportError } from "../../../errors/report-error.ts";
import { t } from "../../../i18n/translate.ts";
import { entryOfSeq } from "../../../offline/outbox/entries.ts";
import { itemOfEntry } from "../items.ts";
import type { Spot } from "../scan.ts";
import { type Current, current, showDone } from "./current.ts";

/** Replaces the question on the card by the quantity that holds, once it has been answered on another screen or in another tab. */
export function useSettledQuestion(now: Current | null, spot: Spot): void {
  const scan = now?.kind === "scan" && now.scan.question !== null ? now.scan : null;
  const seq = scan?.entry?.seq ?? scan?.openSeq ?? null;
  const entry = useStored(() => (seq === null ? Promise.resolve(null) : entryOfSeq(seq)), ["outbox"], [seq]);
  const isSettled = entry !== null && entry.state !== "asked";
  useEffect(() => {
    if (entry === null || !isSettled) return;
    itemOfEntry(entry)
      .then((item) => {
        // The answer that was given on the card itself says what it did.
        if (current.peek() === now) showDone(spot, "there", t(ANSWERED), scan?.name ?? "", { item });
      })
      .catch(reportError);
  }, [isSettled, seq]);
}

/** What stands on the card in the place of a question that is answered. */
export const ANSWERED = msg("Already answered");
