/** GTINs of the company prefix 0614141. */
export const GTIN = "80614141123458";

/** The SGTIN-96 of a serial number below 2^32: header, filter 3, partition 5, prefix 0614141, reference 812345. */
export const sgtin = (serial: number): string =>
  `3074257BF7194E40${serial.toString(16).padStart(8, "0").toUpperCase()}`;

/** An EPC that is not GS1's. */
export const plainTag = (number: number): string =>
  `E28011606000${number.toString(16).padStart(12, "0").toUpperCase()}`;
