import { useEffect, useState } from "preact/hooks";
import { call } from "../../api/call.ts";
import { requestAsUser } from "../../api/tokens.ts";
import { useSettledValue } from "../../ui/debounce.ts";
import { bodyOf, type PlanValues } from "./plan-values.ts";

type Selection = ReturnType<typeof bodyOf>["selection"];

/** How many records a plan chooses now. */
interface ChosenRecords {
  /** The number to show; null: not known yet, or what to choose is not complete. */
  readonly shown: number | null;
  /** The shown number, or the server's answer where there is none yet. Rejects where what to choose is not complete. */
  count(): Promise<number>;
  /** Asks again, because the number has changed. */
  refresh(): void;
}

const countOf = async (selection: Selection): Promise<number> =>
  (await requestAsUser(call("POST /api/count-plans/selection", { body: { selection } }))).count;

/** The number of records that a plan with these values chooses now. */
export function useChosenRecords(values: PlanValues): ChosenRecords {
  const { selection } = bodyOf(values);
  const key = JSON.stringify(selection);
  const settled = useSettledValue(key);
  const [attempt, setAttempt] = useState(0);
  const [known, setKnown] = useState<{ readonly key: string; readonly count: number } | null>(null);
  useEffect(() => {
    if (settled !== key) return undefined;
    let isWanted = true;
    countOf(selection).then(
      (count) => isWanted && setKnown({ key, count }),
      // Saving says what is wrong.
      () => isWanted && setKnown(null),
    );
    return () => {
      isWanted = false;
    };
  }, [settled, key, attempt]);
  const shown = known?.key === key ? known.count : null;
  return {
    shown,
    count: async () => shown ?? countOf(selection),
    refresh: () => setAttempt((now) => now + 1),
  };
}
