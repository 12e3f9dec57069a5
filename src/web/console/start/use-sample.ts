import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import type { SampleData } from "../../../sample/shapes.ts";
import { t } from "../../app/words.ts";
import { askAsUser } from "../../box/tokens.ts";
import { noteDone, noteProblem } from "../ask/notes.tsx";
import { useLive } from "../live/use-live.ts";
import { problemText } from "../save/problem.ts";

/** The box's sample data, and what can be done with them. */
export interface SampleState {
  /** Null: not known yet. */
  readonly data: SampleData | null;
  readonly isBusy: boolean;
  /** Brings them in; false: they did not come, and why was said. */
  readonly add: () => Promise<boolean>;
  /** Takes them away; what is in the way is said. */
  readonly remove: () => Promise<boolean>;
}

export function useSample(): SampleState {
  const answer = useLive<SampleData>("/api/sample", { follows: ["articles", "locations", "inventories"] });
  const [isBusy, setBusy] = useState(false);
  async function send(method: "POST" | "DELETE", done: string): Promise<boolean> {
    setBusy(true);
    try {
      await askAsUser("/api/sample", { method });
      noteDone(done);
      return true;
    } catch (error) {
      noteProblem(problemText(error));
      return false;
    } finally {
      setBusy(false);
      answer.again();
    }
  }
  return {
    data: answer.body,
    isBusy,
    add: () => send("POST", t(TEXTS.added)),
    remove: () => send("DELETE", t(TEXTS.removed)),
  };
}

const TEXTS = {
  added: msg("Sample data loaded.", "Ukázková data načtena."),
  removed: msg("Sample data removed.", "Ukázková data odstraněna."),
};
