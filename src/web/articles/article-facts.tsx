import type { ComponentChildren } from "preact";
import { msg } from "../../domain/message.ts";
import { day, number, t } from "../i18n/translate.ts";
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
    <dl class="facts pairs">
      <Fact label={t(msg("Code"))}>{code ?? t(msg("No code yet"))}</Fact>
      <Fact label={t(msg("State"))}>{article.state.name}</Fact>
      <Fact label={t(msg("Category"))}>{article.category.name}</Fact>
      <Fact label={t(msg("Type"))}>{article.type.name}</Fact>
      {!(userId === null && isHandedOut) && (
        <Fact label={t(msg("Assigned to"))}>{userId === null ? t(msg("Nobody")) : nameOf(userId)}</Fact>
      )}
      <Fact label={t(msg("Responsible person"))}>
        {responsibleUserId === null ? t(msg("Nobody")) : nameOf(responsibleUserId)}
      </Fact>
      <Fact label={t(msg("Serial number"))}>{serialNumber ?? "–"}</Fact>
      <Fact label={t(msg("RFID tag"))}>{rfId ?? "–"}</Fact>
      <Fact label={t(msg("Price"))}>{price === undefined ? "–" : money(price)}</Fact>
      {disposalDT && <Fact label={t(msg("Disposed of"))}>{day(disposalDT)}</Fact>}
    </dl>
  );
}

/** Formats an amount in its currency (`CZK`, or another name), where it is known. */
export function money(amount: number, currency: string | null = null): string {
  const places = { minimumFractionDigits: 2, maximumFractionDigits: 4 };
  if (currency === null) return number(amount, places);
  if (/^[A-Z]{3}$/.test(currency)) return number(amount, { ...places, style: "currency", currency });
  return `${number(amount, places)} ${currency}`;
}

function Fact({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Names of the fields of an article, in forms and in its history. */
export const FIELD_NAMES = {
  code: msg("Code"),
  name: msg("Name"),
  categoryId: msg("Category"),
  typeId: msg("Type"),
  stateId: msg("State"),
  price: msg("Price"),
  serialNumber: msg("Serial number"),
  rfId: msg("RFID tag"),
  userId: msg("Assigned to"),
  responsibleUserId: msg("Responsible person"),
  isDisposal: msg("Marked for disposal"),
  disposalDT: msg("Disposed of"),
  disposalMethodId: msg("Disposal method"),
  disposalReasonId: msg("Disposal reason"),
  note: msg("Note"),
  invoiceNo: msg("Invoice number"),
  dtBuy: msg("Purchase date"),
  currencyTypeId: msg("Currency"),
  warrantyEnd: msg("Warranty until"),
  supplier: msg("Supplier"),
  customValues: msg("Custom fields"),
  packs: msg("Packs"),
  rejectReason: msg("Rejection reason"),
  additionalCode: msg("Additional code"),
} as const;

/** A number of pieces as text. */
export const pieces = (n: number) => t(msg("{n, plural, one {# piece} other {# pieces}}"), { n });
