import { endOfInterrupted } from "../languages/interruption.ts";
import type { PrinterType } from "../languages/printer-types.ts";
import type { SendOutcome } from "../transport/print-job.ts";

/** What lanes have learned of the printer at an address. */
export interface PrinterTraits {
  /** It did not reply to a status query, so it gets none. */
  isSilent: boolean;
  /** The last label reached it whole. False at first: one may have been interrupted before. */
  isWhole: boolean;
  /** It was sent a drawn label. */
  hasDrawn: boolean;
}

/** The traits of a printer that is not known yet. */
export const unknownTraits = (): PrinterTraits => ({ isSilent: false, isWhole: false, hasDrawn: false });

/** The bytes that end a label that was interrupted, to be sent before the next one. */
export function endingFor({ isWhole, hasDrawn }: PrinterTraits, type: PrinterType | null): Buffer {
  return isWhole || type === null ? Buffer.alloc(0) : endOfInterrupted(type, hasDrawn);
}

/** Keeps what an attempt shows of the printer. */
export function learnOf(traits: PrinterTraits, outcome: SendOutcome): void {
  // The next printer at this address may be another one.
  if (outcome.kind === "notSent") traits.isSilent = false;
  if (outcome.kind === "interrupted") traits.isWhole = false;
  if (outcome.kind === "done") traits.isWhole = outcome.isConfirmed;
}
