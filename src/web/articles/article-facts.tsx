import { msg } from "../../domain/message.ts";
import { ARTICLE } from "../../records/article.ts";
import { labelsOf, type TerminalNames, terminalFieldsOf } from "../../records/record.ts";
import { day, number, t } from "../i18n/translate.ts";
import { Facts } from "../ui/surfaces.tsx";
import type { KnownArticle } from "./known-article.ts";

interface FactsProps {
  readonly article: KnownArticle;
  /** Returns the name of a user. */
  readonly nameOf: (userId: number) => string;
  /** A person has it: that it is assigned to nobody would deny that. */
  readonly isHandedOut: boolean;
}

/** The properties of an article, as a list. */
export function ArticleFacts({ article, nameOf, isHandedOut }: FactsProps) {
  const { code, serialNumber, rfId, price, userId, responsibleUserId, disposalDT } = article;
  return (
    <Facts
      class="facts pairs"
      facts={[
        [t(FIELD_NAMES.code), code ?? t(msg("No code yet"))],
        [t(FIELD_NAMES.stateId), article.state.name],
        [t(FIELD_NAMES.categoryId), article.category.name],
        [t(FIELD_NAMES.typeId), article.type.name],
        [t(FIELD_NAMES.userId), userId === null ? (isHandedOut ? null : t(msg("Nobody"))) : nameOf(userId)],
        [
          t(FIELD_NAMES.responsibleUserId),
          responsibleUserId === null ? t(msg("Nobody")) : nameOf(responsibleUserId),
        ],
        [t(FIELD_NAMES.serialNumber), serialNumber ?? "–"],
        [t(FIELD_NAMES.rfId), rfId ?? "–"],
        [t(FIELD_NAMES.price), price === undefined ? "–" : money(price)],
        [t(FIELD_NAMES.disposalDT), disposalDT ? day(disposalDT) : null],
      ]}
    />
  );
}

/** Formats an amount in its currency (`CZK`, or another name), where it is known. */
export function money(amount: number, currency: string | null = null): string {
  const places = { minimumFractionDigits: 2, maximumFractionDigits: 4 };
  if (currency === null) return number(amount, places);
  if (/^[A-Z]{3}$/.test(currency)) return number(amount, { ...places, style: "currency", currency });
  return `${number(amount, places)} ${currency}`;
}

/** Names of the fields of an article, in forms and in its history. */
export const FIELD_NAMES = labelsOf(ARTICLE);

/** The names and texts of the fields that terminals store beside the list shape. */
export function terminalFacts(article: { readonly [N in TerminalNames<typeof ARTICLE>]?: string | null }) {
  return terminalFieldsOf(ARTICLE).map(([name, field]) => {
    const text = article[name] ?? null;
    return [t(FIELD_NAMES[name]), text && field.kind === "day" ? day(text) : text] as const;
  });
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
