import type { z } from "zod";
import { say, type Words } from "../../domain/message.ts";
import type { PrinterStatus as Shape } from "../../printing/shapes.ts";

/** The state of a printer, as it reports it. */
export type Condition = z.output<typeof Shape>["status"];

/** Such a printer prints nothing until somebody has been there. */
export const isStopped = (condition: Condition) => STOPPED.indexOf(condition) !== -1;
const STOPPED: readonly Condition[] = ["away", "paperOut", "headOpen", "paused"];

/** What a condition is called. */
export const CONDITIONS: Readonly<Record<Condition, Words>> = {
  ready: say("ready", "připravena"),
  paperOut: say("out of paper", "došel papír"),
  headOpen: say("cover open", "otevřený kryt"),
  paused: say("paused", "pozastavená"),
  busy: say("busy", "tiskne"),
  away: say("not responding", "neodpovídá"),
  unknown: say("no status reported", "nehlásí stav"),
};
