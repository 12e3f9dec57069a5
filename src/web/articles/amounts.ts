import { msg } from "../../domain/message.ts";
import { number, t } from "../i18n/translate.ts";

/** Formats an amount in its currency (`CZK`, or another name), where it is known. */
export function money(amount: number, currency: string | null = null): string {
  const places = { minimumFractionDigits: 2, maximumFractionDigits: 4 };
  if (currency === null) return number(amount, places);
  if (/^[A-Z]{3}$/.test(currency)) return number(amount, { ...places, style: "currency", currency });
  return `${number(amount, places)} ${currency}`;
}

/** A quantity of an article as text; `unit`: the article's, or none: pieces. */
export const pieces = (n: number, unit: string | null = null) =>
  unit === null
    ? t(msg("{n, plural, one {# piece} other {# pieces}}"), { n })
    : t(msg("{number} {unit}"), { number: number(n), unit });

/** The quantities in each unit, which have no sum: "34 pieces, 12 kg". */
export const quantitiesText = (quantities: readonly Quantity[]) =>
  quantities.length === 0
    ? pieces(0)
    : quantities.map(({ unit, quantity }) => pieces(quantity, unit)).join(", ");

/** The same where a label says that they are pieces: a number alone, unless there are other units. */
export const sumText = ({ pieces: all, quantities }: Sum) =>
  quantities.every(({ unit }) => unit === null) ? number(all) : quantitiesText(quantities);

interface Sum {
  readonly pieces: number;
  readonly quantities: readonly Quantity[];
}

interface Quantity {
  /** Null: pieces. */
  readonly unit: string | null;
  readonly quantity: number;
}

/** The label of a field for a quantity of an article. */
export const quantityLabel = (unit: string | null) =>
  unit === null ? t(msg("Pieces", "number")) : t(msg("Quantity ({unit})"), { unit });

/** A quantity whose label or column says that it is one: pieces as a number alone. */
export const quantityText = (n: number, unit: string | null) => (unit === null ? number(n) : pieces(n, unit));
