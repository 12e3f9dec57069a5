import { type Message, msg } from "../../domain/message.ts";
import type { PrinterStatus as Shape } from "../api/types/endpoints.d.ts";

/** The state of a printer, as it reports it. */
export type Condition = Shape["status"];

/** Such a printer prints nothing until somebody has been there. */
export const isStopped = (condition: Condition) => STOPPED.indexOf(condition) !== -1;
const STOPPED: readonly Condition[] = ["away", "paperOut", "headOpen", "paused"];

/** What a condition is called. */
export const CONDITIONS: Readonly<Record<Condition, Message>> = {
  ready: msg("ready"),
  paperOut: msg("out of paper"),
  headOpen: msg("cover open"),
  paused: msg("paused"),
  busy: msg("busy"),
  away: msg("not responding"),
  unknown: msg("no status reported"),
};
