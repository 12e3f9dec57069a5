/** The status of a virtual printer, from which its replies are made. */
export interface PrinterStatus {
  readonly paperOut: boolean;
  readonly headOpen: boolean;
  readonly paused: boolean;
  readonly isPrinting: boolean;
  /** Complete labels in memory whose printing has not begun; copies count as one. */
  readonly formatsWaiting: number;
  /** Copies of the current label that are still to be printed. */
  readonly labelsLeft: number;
  /** True when a label has begun to arrive and has not ended. */
  readonly isPartial: boolean;
}

/** A complete label or status query that a decoder found in the received bytes. */
export type DecoderEvent =
  | { readonly kind: "label"; readonly bytes: Buffer; readonly copies: number }
  /** `isInOrder`: answered when the labels before it are printed; otherwise at once. */
  | { readonly kind: "query"; readonly query: string; readonly isInOrder: boolean };

/** Decodes the bytes of one connection, in pieces of any size. */
export interface ProtocolDecoder {
  push(bytes: Buffer, emit: (event: DecoderEvent) => void): void;
  /** The peer has closed its side. */
  end(emit: (event: DecoderEvent) => void): void;
  readonly isPartial: boolean;
}

/** A printer language: decoders for connections, and status replies. One instance for each printer. */
export interface PrinterProtocol {
  createDecoder(): ProtocolDecoder;
  /** The reply to a query from a decoder; empty where there is none. */
  reply(query: string, status: PrinterStatus): Buffer;
}
