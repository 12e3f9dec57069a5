import { type Message, msg } from "../../domain/message.ts";
import type { PrinterStatus as Shape } from "../api/types/endpoints.d.ts";

/** The condition that a printer reports. */
export type Condition = Shape["status"];

/** Whether a printer needs attention before it prints. */
export const isStopped = (condition: Condition) => STOPPED_CONDITIONS.indexOf(condition) !== -1;
const STOPPED_CONDITIONS: readonly Condition[] = ["away", "paperOut", "headOpen", "paused"];

/** Names of the conditions. */
export const CONDITIONS: Readonly<Record<Condition, Message>> = {
  ready: msg("ready"),
  paperOut: msg("out of paper"),
  headOpen: msg("cover open"),
  paused: msg("paused"),
  busy: msg("busy"),
  away: msg("not responding"),
  unknown: msg("no status reported"),
};
