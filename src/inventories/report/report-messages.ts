import { SELECTION_NAMES } from "../../domain/cycle-counts/plan-texts.ts";
import { type Message, msg } from "../../domain/message.ts";
import type { Locale } from "../../i18n/locales.ts";
import { textsIn } from "../../i18n/text.ts";
import type { OperationRow } from "./store.ts";

// The texts of a report. The names of the results are in domain/results.ts.

const MESSAGES = {
  stocktake: msg("Stocktake"),
  field: msg("Field"),
  value: msg("Value"),
  locations: msg("Locations"),
  everywhere: msg("All locations"),
  person: SELECTION_NAMES.person,
  state: msg("State"),
  started: msg("Beginning of the stocktake"),
  finished: msg("End of the stocktake"),
  closed: msg("Closed"),
  keepUntil: msg("Keep until"),
  created: msg("Created", "report"),
  approval: msg("Approval"),
  isApproved: msg("approved"),
  mustBeApproved: msg("required, not yet given"),
  notNeeded: msg("not required"),
  waived: msg("Without second counts"),
  waivedFor: msg("reason"),
  counters: msg("Counted by", "people"),
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
  movedBeforeCount: msg("Moved before the count"),
  takenFrom: msg("Taken from"),
  decision: msg("Decision"),
  decidedBy: msg("Decided by"),
  decidedDT: msg("Decided on"),
  countedBefore: msg("Counted before"),
  adds: msg("Expected less not counted plus difference is found."),
  movedAdds: msg("Expected plus moved before the count less not counted plus difference is found."),
  price: msg("Price"),
  currency: msg("Currency"),
  noCurrency: msg("no currency"),
  values: msg("Values"),
  serialNumber: msg("Serial number"),
  unit: msg("Unit"),
  pieceUnit: msg("pcs"),
  valueExpected: msg("Value expected"),
  valueFound: msg("Value found"),
  differenceValue: msg("Value of the difference"),
  counted: msg("Counted on"),
  settlement: msg("Settlement"),
  cause: msg("Cause"),
  settledBy: msg("Settled by"),
  category: msg("Category"),
  responsible: msg("Responsible person"),
  approved: msg("Approved"),
  itemApproval: msg("Items approved by"),
  itemApprovedBy: msg("Approved by"),
  itemApprovedDT: msg("Approved on"),
  approvedBy: msg("Stocktake approved by"),
  approvedDT: msg("Stocktake approved on"),
  closedBy: msg("Stocktake closed by"),
  closedDT: msg("Stocktake closed on"),
  toRecount: msg("Recount"),
  moved: msg("Moved since"),
  note: msg("Note"),
  photos: msg("Photos"),
  unknownCode: msg("Unknown code"),
  unknownCodes: msg("Unknown codes"),
  late: msg("Late counts, not applied"),
  time: msg("Time"),
  received: msg("Received"),
  user: msg("User"),
  device: msg("Device"),
  pieces: msg("Pieces"),
  entered: msg("Quantity"),
  sentBy: msg("Sent by"),
  nobody: msg("nobody logged in"),
  asOfQuantity: msg("Decisive day: expected"),
  asOfFound: msg("Decisive day: found"),
  asOfDifference: msg("Decisive day: difference"),
  asOfMoved: msg("Decisive day: moved"),
  asOfNotOfDay: msg("Decisive day: not of it"),
  remainder: msg("Moved, not counted"),
} as const satisfies Record<string, Message>;

/** The messages in one locale, by name. */
export function reportMessages(language: Locale): Readonly<Record<keyof typeof MESSAGES, string>> {
  return textsIn(MESSAGES, language);
}

/** The unit of a count; null: of an unknown code, or without a quantity. */
export function unitOfCount(
  { articleId, quantity, unit }: Pick<OperationRow, "articleId" | "quantity" | "unit">,
  { pieceUnit }: Pick<ReturnType<typeof reportMessages>, "pieceUnit">,
): string | null {
  return articleId === null || quantity === null ? null : (unit ?? pieceUnit);
}
