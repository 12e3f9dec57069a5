// Electronic Product Codes of GS1's EPC Tag Data Standard (1.13 and 2.0, chapter 14): the binary encodings with a partition table.
// The encodings that 2.0 adds (names with `+`) are not read: their tags are known by all their bits, like tags that are not GS1's.

/** A binary encoding. A company prefix and a reference share `sharedBits` and `sharedDigits`; a serial number can follow. */
export interface EpcScheme {
  /** As in EPC Tag URIs: `sgtin-96`. */
  readonly name: string;
  /** The first byte. */
  readonly header: number;
  readonly sharedBits: number;
  /** Null: the reference has no fixed number of digits. */
  readonly sharedDigits: number | null;
  /** Bits of the serial number. */
  readonly serialBits: number;
  /** The last field is text, 7 bits a character; else a number. */
  readonly isText: boolean;
}

/** Bits and digits of the company prefix, by partition value. All encodings have the same. */
export const PREFIX_SIZES: readonly (readonly [bits: number, digits: number])[] = [
  [40, 12],
  [37, 11],
  [34, 10],
  [30, 9],
  [27, 8],
  [24, 7],
  [20, 6],
];

/** The encodings. */
export const EPC_SCHEMES: readonly EpcScheme[] = [
  { name: "sgtin-96", header: 0x30, sharedBits: 44, sharedDigits: 13, serialBits: 38, isText: false },
  { name: "sgtin-198", header: 0x36, sharedBits: 44, sharedDigits: 13, serialBits: 140, isText: true },
  { name: "sscc-96", header: 0x31, sharedBits: 58, sharedDigits: 17, serialBits: 0, isText: false },
  { name: "sgln-96", header: 0x32, sharedBits: 41, sharedDigits: 12, serialBits: 41, isText: false },
  { name: "sgln-195", header: 0x39, sharedBits: 41, sharedDigits: 12, serialBits: 140, isText: true },
  { name: "grai-96", header: 0x33, sharedBits: 44, sharedDigits: 12, serialBits: 38, isText: false },
  { name: "grai-170", header: 0x37, sharedBits: 44, sharedDigits: 12, serialBits: 112, isText: true },
  { name: "giai-96", header: 0x34, sharedBits: 82, sharedDigits: null, serialBits: 0, isText: false },
  { name: "giai-202", header: 0x38, sharedBits: 188, sharedDigits: null, serialBits: 0, isText: true },
];
