/** Bytes in a QR code of the largest size, by its level of error correction (ISO/IEC 18004). */
export const QR_CAPACITY = { M: 2331, L: 2953 } as const;
