import type { PrinterType } from "../../printing/languages/language.ts";
import { escposProtocol } from "./escpos-protocol.ts";
import { eplProtocol, tsplProtocol } from "./line-protocol.ts";
import { starProtocol } from "./star-protocol.ts";
import { zplProtocol } from "./zpl-protocol.ts";

/** What a status answer tells. */
export interface Condition {
  readonly paperOut: boolean;
  readonly headOpen: boolean;
  readonly paused: boolean;
  readonly isPrinting: boolean;
  /** Complete labels in memory that printing has not begun on; copies are one. */
  readonly formatsWaiting: number;
  /** Copies of the label being printed that have yet to come out. */
  readonly labelsLeft: number;
  /** Whether a label has begun to arrive and not ended. */
  readonly isPartial: boolean;
}

/** Something whole that a printer found in the bytes that it got. */
export type DecoderEvent =
  | { readonly kind: "label"; readonly bytes: Buffer; readonly copies: number }
  /** `isInOrder`: answered when the labels before it have come out; otherwise at once. */
  | { readonly kind: "question"; readonly question: string; readonly isInOrder: boolean };

/** Takes one connection's bytes, in pieces of any size. */
export interface ProtocolDecoder {
  hear(bytes: Buffer, tell: (heard: DecoderEvent) => void): void;
  /** The peer has said all. */
  end(tell: (heard: DecoderEvent) => void): void;
  readonly isPartial: boolean;
}

/** How a printer understands and answers its language; one for each printer. */
export interface PrinterProtocol {
  ear(): ProtocolDecoder;
  /** The answer to a question that an ear heard; empty where there is none. */
  answer(question: string, condition: Condition): Buffer;
}

const speeches: Record<PrinterType, () => PrinterProtocol> = {
  zpl: zplProtocol,
  tspl: tsplProtocol,
  epl: eplProtocol,
  escpos: escposProtocol,
  star: starProtocol,
};

/** The speech of a printer of this language. */
export function protocolOf(language: PrinterType): PrinterProtocol {
  return speeches[language]();
}
