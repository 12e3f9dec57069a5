import { trimEndCharacters } from "../../domain/trim-characters.ts";
// Exact sums of money in ten-thousandths, as bigint: the value of a warehouse may exceed the exact range of a number.

/** The exact product of a price (ten-thousandths) and pieces (may be negative). */
export function worth(price: number, pieces: number): bigint {
  return BigInt(price) * BigInt(pieces);
}

/** Pieces recorded and found; null: not counted. */
interface Pieces {
  readonly quantity: number;
  readonly found: number | null;
  readonly difference: number | null;
}

/** What pieces of a price are worth. */
export const valuesOf = (price: number, { quantity, found, difference }: Pieces) => ({
  value: worth(price, quantity),
  foundValue: found === null ? null : worth(price, found),
  differenceValue: difference === null ? null : worth(price, difference),
});

const UNIT = 10_000n;

/** Ten-thousandths as decimal text without trailing zeros: `-12.5`. */
export function decimal(value: bigint): string {
  const size = value < 0n ? -value : value;
  const fraction = trimEndCharacters(String(size % UNIT).padStart(4, "0"), "0");
  return `${value < 0n ? "-" : ""}${size / UNIT}${fraction === "" ? "" : "."}${fraction}`;
}

/** Ten-thousandths as a number. Spreadsheets have 15 digits. */
export const amount = (value: bigint): number => Number(decimal(value));

/** The JSON of an object with decimals added to it, exactly; null stays null. */
export function jsonWith(properties: object, decimals: Readonly<Record<string, bigint | null>>): string {
  const added = Object.entries(decimals).map(
    ([name, value]) => `${JSON.stringify(name)}:${value === null ? "null" : decimal(value)}`,
  );
  const json = JSON.stringify(properties);
  return `${json.slice(0, -1)}${json === "{}" ? "" : ","}${added.join(",")}}`;
}
