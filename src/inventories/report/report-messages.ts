import { type Message, msg } from "../../domain/message.ts";
import type { Locale } from "../../i18n/locales.ts";
import { textsIn } from "../../i18n/text.ts";

// The texts of a report. The names of the results are in domain/results.ts.

const MESSAGES = {
  stocktake: msg("Stocktake"),
  field: msg("Field"),
  value: msg("Value"),
  locations: msg("Locations"),
  everywhere: msg("All locations"),
  state: msg("State"),
  started: msg("Started"),
  finished: msg("Finished"),
  closed: msg("Closed"),
  created: msg("Created", "report"),
  approval: msg("Approval"),
  isApproved: msg("approved"),
  mustBeApproved: msg("required, not yet given"),
  notNeeded: msg("not required"),
  waived: msg("Without second counts"),
  waivedFor: msg("reason"),
  counters: msg("Counted by", "people"),
  counts: msg("counts"),
  results: msg("Results"),
  items: msg("Items"),
  result: msg("Result"),
  code: msg("Code"),
  name: msg("Name"),
  location: msg("Expected at"),
  foundLocation: msg("Found at"),
  quantity: msg("Expected"),
  notCounted: msg("Not counted"),
  found: msg("Found"),
  difference: msg("Difference"),
  adds: msg("Expected less not counted plus difference is found."),
  price: msg("Price"),
  currency: msg("Currency"),
  noCurrency: msg("no currency"),
  values: msg("Values"),
  differenceValue: msg("Value of the difference"),
  approved: msg("Approved"),
  approvedBy: msg("Stocktake approved by"),
  approvedDT: msg("Stocktake approved on"),
  closedBy: msg("Stocktake closed by"),
  closedDT: msg("Stocktake closed on"),
  toRecount: msg("Recount"),
  moved: msg("Moved since"),
  note: msg("Note"),
  unknownCode: msg("Unknown code"),
  unknownCodes: msg("Unknown codes"),
  late: msg("Late counts, not applied"),
  time: msg("Time"),
  received: msg("Received"),
  user: msg("User"),
  device: msg("Device"),
  pieces: msg("Pieces"),
  sentBy: msg("Sent by"),
  nobody: msg("nobody logged in"),
} as const satisfies Record<string, Message>;

/** The messages in one locale, by name. */
export function reportMessages(language: Locale): Readonly<Record<keyof typeof MESSAGES, string>> {
  return textsIn(MESSAGES, language);
}
