import { endOfInterrupted } from "../languages/interruption.ts";
import type { PrinterType } from "../languages/printer-types.ts";
import type { SendOutcome } from "../transport/print-job.ts";

/** What lanes have learned of the printer at an address. */
export interface PrinterTraits {
  /** It did not reply to a status query, so it gets none. */
  isSilent: boolean;
  /** The last label that it was sent was interrupted, and may wait for the rest of a bitmap. */
  isCut: boolean;
}

/** The traits of a printer that is not known yet. */
export const unknownTraits = (): PrinterTraits => ({ isSilent: false, isCut: false });

/** The bytes that end a label that was interrupted, to be sent before the next one. None where nothing was interrupted. */
export function endingFor({ isCut }: PrinterTraits, type: PrinterType | null): Buffer {
  return isCut && type !== null ? endOfInterrupted(type) : Buffer.alloc(0);
}

/** Keeps what an attempt shows of the printer. `isDrawn`: its label is a bitmap. */
export function updateTraits(traits: PrinterTraits, outcome: SendOutcome, isDrawn: boolean): void {
  // The next printer at this address may be another one.
  if (outcome.kind === "notSent") traits.isSilent = false;
  if (outcome.kind === "interrupted") traits.isCut ||= isDrawn;
  if (outcome.kind === "done") traits.isCut = false;
}
