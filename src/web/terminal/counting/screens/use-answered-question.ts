import { useEffect } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { useStored } from "../../../db/use-stored.ts";
import { reportError } from "../../../errors/report-error.ts";
import { t } from "../../../i18n/translate.ts";
import { entryOfSeq } from "../../../offline/outbox/entries.ts";
import { itemOfEntry } from "../items.ts";
import type { Spot } from "../scan.ts";
import { type Current, current, showDone } from "./current.ts";

/** Replaces the question on the card after it was answered on another screen or in another tab. */
export function useAnsweredQuestion(now: Current | null, spot: Spot): void {
  const scan = now?.kind === "scan" && now.scan.question !== null ? now.scan : null;
  const seq = scan?.entry?.seq ?? scan?.openSeq ?? null;
  const entry = useStored(() => (seq === null ? Promise.resolve(null) : entryOfSeq(seq)), ["outbox"], [seq]);
  const isAnswered = entry !== null && entry.state !== "asked";
  useEffect(() => {
    if (entry === null || !isAnswered) return;
    itemOfEntry(entry)
      .then((item) => {
        // An answer on the card itself shows its own result.
        if (current.peek() === now) showDone(spot, "there", t(ALREADY_ANSWERED), scan?.name ?? "", { item });
      })
      .catch(reportError);
  }, [isAnswered, seq]);
}

/** Shown in place of an answered question. */
export const ALREADY_ANSWERED = msg("Already answered");
