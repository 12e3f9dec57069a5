// The sizes of two-dimensional codes.

/** The bytes of data that each version of a QR code with error correction M holds (ISO/IEC 18004, table 7). */
const capacities = [
  14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450, 504, 560, 624, 666, 711, 779,
  857, 911, 997, 1059, 1125, 1190, 1264, 1370, 1452, 1538, 1628, 1722, 1809, 1911, 1989, 2099, 2213, 2331,
] as const;

/** From this version on the character count takes more bits. */
const longCounts = 10;

/**
 * The modules on each side of a QR code of `data`: error correction M, the densest mode (numeric, alphanumeric or byte)
 * that encodes all of it. Null where the data do not fit.
 */
export function qrModules(data: Buffer): number | null {
  const index = capacities.findIndex((bytes, at) => {
    // The capacity in bytes leaves out the mode, the count and the terminator.
    const capacity = bytes * 8 + (at + 1 < longCounts ? 16 : 24);
    return bitsOf(data.toString("latin1"), at + 1) <= capacity;
  });
  return index === -1 ? null : 21 + index * 4;
}

/** The number of bits of the mode, the count and the characters. */
function bitsOf(data: string, version: number): number {
  const step = version < longCounts ? 0 : version < 27 ? 1 : 2;
  if (/^\d+$/.test(data)) return 4 + 10 + 2 * step + Math.ceil((data.length * 10) / 3);
  if (/^[0-9A-Z $%*+./:-]+$/.test(data)) return 4 + 9 + 2 * step + Math.ceil((data.length * 11) / 2);
  return 4 + (step === 0 ? 8 : 16) + data.length * 8;
}

/** The modules on each side of a square Data Matrix (ISO/IEC 16022, table 7). */
const dataMatrixSides = [
  10, 12, 14, 16, 18, 20, 22, 24, 26, 32, 36, 40, 44, 48, 52, 64, 72, 80, 88, 96, 104, 120, 132, 144,
] as const;
/** The bytes of any data that each of them holds, in the same order. */
const dataMatrixCapacities = [
  1, 3, 6, 10, 16, 20, 28, 34, 42, 60, 84, 112, 142, 172, 202, 277, 365, 453, 573, 693, 813, 1047, 1301, 1555,
] as const;

/** The modules on each side of a Data Matrix of so many bytes, by the mode for any bytes. Null where they do not fit. */
export function dataMatrixModules(bytes: number): number | null {
  return dataMatrixSides[dataMatrixCapacities.findIndex((capacity) => bytes <= capacity)] ?? null;
}
