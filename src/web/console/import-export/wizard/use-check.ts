import { useRef, useState } from "preact/hooks";
import { updateImport } from "../../../api/console/import-export.ts";
import { requestAsUser } from "../../../api/tokens.ts";
import { problemText } from "../../forms/problem.ts";
import type { LiveQuery } from "../../realtime/use-live-query.ts";
import type { ImportDetail, ImportOptions } from "../shapes.ts";
import { fullOptions } from "./options.ts";

/** The options of an import, and how they are changed. */
export interface Check {
  readonly one: ImportDetail;
  /** As they are wanted: while a check runs, newer than those of `one`. */
  readonly options: ImportOptions;
  readonly isChecking: boolean;
  /** The import can't be changed now: it is not the newest known, or being imported. */
  readonly isLocked: boolean;
  /** Why the last change was refused; `at`: the control that made it. */
  readonly problem: { readonly at: string; readonly text: string } | null;
  /**
   * Checks the file with other options; a check under way is given up.
   * @param at The control that asks for it.
   * @param update Makes the options from the newest ones, which may be newer than those on screen.
   */
  readonly change: (at: string, update: (options: ImportOptions) => ImportOptions) => Promise<void>;
}

/** A large file is read as a whole. */
const PATIENCE_MS = 30 * 60_000;

/** Checks an import's file again whenever its options change. */
export function useCheck(one: ImportDetail | null, answer: LiveQuery<ImportDetail>): Check | null {
  const [wanted, setWanted] = useState<ImportOptions | null>(null);
  const [problem, setProblem] = useState<Check["problem"]>(null);
  const turn = useRef(0);
  const newest = useRef<ImportOptions | null>(null);
  if (one === null) return null;
  const known = fullOptions(one);
  // What is rendered now is the newest.
  if (wanted === null) newest.current = null;

  async function change(at: string, update: (options: ImportOptions) => ImportOptions): Promise<void> {
    const options = update(newest.current ?? known);
    newest.current = options;
    turn.current++;
    const { current: mine } = turn;
    const isLast = () => mine === turn.current;
    setWanted(options);
    setProblem(null);
    try {
      const request = updateImport({ id: one?.id ?? 0, body: options });
      const body = await requestAsUser(request, { timeoutMs: PATIENCE_MS });
      if (!isLast()) return;
      // Until the screen shows it: what is decided in this moment must not undo it.
      newest.current = fullOptions(body);
      answer.took(body, null);
    } catch (error) {
      if (!isLast()) return;
      newest.current = null;
      setProblem({ at, text: problemText(error) });
      answer.again();
    } finally {
      if (isLast()) setWanted(null);
    }
  }

  return {
    one,
    options: wanted ?? known,
    isChecking: wanted !== null || one.state === "checking",
    isLocked: answer.state !== "fresh" && wanted === null,
    problem,
    change,
  };
}
