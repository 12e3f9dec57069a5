import { msg } from "../../domain/message.ts";
import { LOCALES, type Locale } from "../../i18n/locales.ts";
import type { ProposeArticleRequest } from "../api/types/endpoints.d.ts";
import { language } from "../i18n/translate.ts";

/** The values of the proposal form, as typed. */
export interface ProposalForm {
  readonly name: string;
  readonly categoryId: number | null;
  readonly typeId: number | null;
  readonly price: string;
  readonly currencyId: number | null;
  readonly serial: string;
  readonly invoice: string;
  readonly bought: string;
  readonly note: string;
}

/** An empty form. */
export const EMPTY_PROPOSAL: ProposalForm = {
  name: "",
  categoryId: null,
  typeId: null,
  price: "",
  currencyId: null,
  serial: "",
  invoice: "",
  bought: "",
  note: "",
};

/** Thousands in groups, as they are written where the decimal sign is a comma, and where it is a point. */
const IN_GROUPS = { semicolon: /^[1-9]\d{0,2}(\.\d{3})+(,\d*)?$/, comma: /^[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/ };

/**
 * Parses a typed price (`1 234,50`, `1234.5`; `1.250` is 1250 where the decimal sign is a comma). Returns 0 for an empty text, null for
 * an invalid one. The server accepts four decimal places and less than 100 billion.
 */
export function priceOf(text: string, locale: Locale = language.value): number | null {
  const { separator } = LOCALES[locale];
  const typed = text.replace(/\s/g, "");
  const plain = IN_GROUPS[separator].test(typed)
    ? typed.replace(separator === "semicolon" ? /\./g : /,/g, "")
    : typed;
  const number = plain.replace(",", ".");
  if (number === "") return 0;
  return /^\d{1,11}(\.\d{1,4})?$/.test(number) ? Number(number) : null;
}

/** Whether all required fields are valid. */
export function isComplete({ name, categoryId, typeId, price }: ProposalForm): boolean {
  return name.trim() !== "" && categoryId !== null && typeId !== null && priceOf(price) !== null;
}

/** The body of the proposal; null while its category or type is missing. */
export function bodyOf(form: ProposalForm, userId: number): ProposeArticleRequest | null {
  const { categoryId, typeId } = form;
  if (categoryId === null || typeId === null) return null;
  return {
    name: form.name.trim(),
    articleCategoryID: categoryId,
    articleTypeID: typeId,
    price: priceOf(form.price) ?? 0,
    currencyTypeID: form.currencyId,
    serialNo: orNull(form.serial),
    invoiceNo: orNull(form.invoice),
    dtBuy: orNull(form.bought),
    note: orNull(form.note),
    userID: userId,
  };
}

const orNull = (text: string) => (text.trim() === "" ? null : text.trim());

/** Names of the states of requests. */
export const REQUEST_STATES = {
  open: msg("Pending"),
  waiting: msg("Pending"),
  confirmed: msg("Confirmed"),
  approved: msg("Approved"),
  rejected: msg("Rejected"),
  obsolete: msg("Obsolete"),
} as const;
