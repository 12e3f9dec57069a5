import { type Message, msg } from "../../../../domain/message.ts";
import type { InventoryItemTotal } from "../../../api/types/endpoints.d.ts";
import { number, t } from "../../../i18n/translate.ts";
import { money, signed } from "./item-figures.ts";

/** The total of a view as a sum that adds up, in pieces, and the value of the difference in each currency. */
export function ViewTotal({ total }: { readonly total: InventoryItemTotal }) {
  const { items, quantity, notCounted, difference, found, values } = total;
  return (
    <dl class="result-sum">
      <Figure name={TEXTS.items} value={number(items)} />
      <Figure name={TEXTS.expected} value={number(quantity)} />
      <Figure name={TEXTS.notCounted} value={number(notCounted)} sign="−" />
      <Figure name={TEXTS.difference} value={signed(difference)} sign="+" />
      <Figure name={TEXTS.found} value={t(TEXTS.pieces, { n: number(found) })} sign="=" />
      {values.map((value) => (
        <Figure
          key={value.currency}
          name={TEXTS.value}
          value={[money(value.difference, { isSigned: true }), value.currency ?? ""].join(" ")}
          isLoss={value.difference < 0}
        />
      ))}
    </dl>
  );
}

interface FigureProps {
  readonly name: Message;
  readonly value: string;
  /** How it continues the sum. */
  readonly sign?: string;
  readonly isLoss?: boolean;
}

function Figure({ name, value, sign, isLoss = false }: FigureProps) {
  return (
    <div>
      {sign !== undefined && (
        <span class="result-sum-sign" aria-hidden="true">
          {sign}
        </span>
      )}
      <dt>{t(name)}</dt>
      <dd class={isLoss ? "is-loss" : ""}>{value}</dd>
    </div>
  );
}

const TEXTS = {
  items: msg("Items"),
  expected: msg("Expected"),
  notCounted: msg("Not counted"),
  difference: msg("Difference"),
  found: msg("Found"),
  value: msg("Value of difference"),
  pieces: msg("{n} pcs"),
};
