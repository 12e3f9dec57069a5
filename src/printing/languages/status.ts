import type { PrinterType } from "./language.ts";
import { escposStatus } from "./status-escpos.ts";
import { starStatus } from "./status-star.ts";
import { tsplStatus } from "./status-tspl.ts";
import { zplStatus } from "./status-zpl.ts";

/**
 * What a printer says of itself. Ribbon out counts as paperOut; whatever else a person has to put right (a jam, the
 * cutter, the offline key) as paused; what passes by itself (printing, a hot head) as busy.
 */
export type Condition = "ready" | "paperOut" | "headOpen" | "paused" | "busy";

export interface StatusAnswer {
  readonly condition: Condition;
  /**
   * True: nothing of the job is left in the printer. False: something is left, or (with `ready`) the question that is
   * answered in order has no answer yet. Null: this language can't say.
   */
  readonly isEmpty: boolean | null;
  /** Labels and formats left in the printer, where the language counts them. */
  readonly left?: number;
}

/** How a language asks for the state of a printer, and reads what comes back. */
export interface StatusQuestion {
  /** Sent before a job, on the same connection; harmless to printers that do not know it (prints nothing). */
  readonly question: Buffer;
  /**
   * Sent after the job's last byte: answered in order, i.e. not before the printer has taken (and where the language
   * can tell, printed) what came before. May be sent again while the answer is that the printer is not empty.
   */
  readonly afterJob: Buffer;
  /**
   * The newest answer in what has come since that question was sent. Null while it is not whole yet, or where it
   * can't be told from other bytes. Unasked bytes before it are skipped.
   */
  read(received: Buffer, which: "before" | "after"): StatusAnswer | null;
}

const questions: Readonly<Record<PrinterType, () => StatusQuestion | null>> = {
  zpl: () => zplStatus,
  tspl: () => tsplStatus,
  // EPL2's error report (^ee, eR) goes to the serial and USB ports.
  epl: () => null,
  escpos: () => escposStatus,
  star: starStatus,
};

/** The status question of a printer type, for one connection; null where its language has none. */
export function statusQuestionOf(type: PrinterType): StatusQuestion | null {
  return questions[type]();
}
