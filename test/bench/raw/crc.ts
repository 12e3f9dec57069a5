const polynomial = 0xedb88320;
const one = 0x80000000;

/** a · b modulo the polynomial of CRC-32, bits reversed as in the checksum itself. */
function multiply(a: number, b: number): number {
  let product = 0;
  let factor = b;
  for (let bit = one; bit !== 0; bit >>>= 1) {
    if ((a & bit) !== 0) product ^= factor;
    factor = (factor & 1) !== 0 ? (factor >>> 1) ^ polynomial : factor >>> 1;
  }
  return product >>> 0;
}

/** The CRC-32 of two byte strings one after the other, from each one's own and the length of the second. */
export function combine(first: number, second: number, secondLength: number): number {
  let power = one >>> 8; // x^8: one byte further
  let shift = one;
  for (let rest = secondLength; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) shift = multiply(shift, power);
    power = multiply(power, power);
  }
  return (multiply(shift, first) ^ second) >>> 0;
}
