import type { ArticleDetail, FullArticle } from "../../api/types/endpoints.d.ts";
import { type CustomKey, customKey } from "../custom-fields/use-custom-fields.ts";

/** The fields of an article in a request. */
export interface ArticleFields {
  readonly code: string | null;
  readonly name: string;
  readonly categoryId: number | null;
  readonly typeId: number | null;
  readonly stateId: number | null;
  /** Text that is not a price is sent as it is, for the server's error. */
  readonly price: number | string;
  readonly serialNumber: string | null;
  readonly rfId: string | null;
  readonly userId: number | null;
  readonly responsibleUserId: number | null;
  readonly isDisposal: boolean;
}

/** Fields of an article with its note and purchase data. */
export interface FullFields extends ArticleFields {
  readonly note: string | null;
  readonly invoiceNo: string | null;
  /** YYYY-MM-DD */
  readonly dtBuy: string | null;
  readonly currencyTypeId: number | null;
  /** YYYY-MM-DD */
  readonly warrantyEnd: string | null;
  readonly supplier: string | null;
  /** Values of custom fields; absent: none. */
  readonly [custom: CustomKey]: string | null;
}

/** The fields of an article in a response. */
function fieldsOf(article: ArticleDetail): ArticleFields {
  const { category, type, state, code, name, price, serialNumber, rfId } = article;
  const { userId, responsibleUserId, isDisposal } = article;
  return {
    code,
    name,
    categoryId: category.oid,
    typeId: type.oid,
    stateId: state.oid,
    price,
    serialNumber,
    rfId,
    userId,
    responsibleUserId,
    isDisposal,
  };
}

/** The fields with note and purchase data. */
export function fullFieldsOf(article: FullArticle): FullFields {
  const { note, invoiceNo, dtBuy, currencyType, warrantyEnd, supplier } = article;
  const bought = { note, invoiceNo, dtBuy, warrantyEnd, supplier, currencyTypeId: currencyType?.oid ?? null };
  const custom = Object.fromEntries(article.fields.map(({ fieldId, value }) => [customKey(fieldId), value]));
  return { ...fieldsOf(article), ...bought, ...custom };
}

/** An empty form. */
export const NO_FIELDS: FullFields = {
  code: null,
  name: "",
  categoryId: null,
  typeId: null,
  stateId: null,
  price: 0,
  serialNumber: null,
  rfId: null,
  userId: null,
  responsibleUserId: null,
  isDisposal: false,
  note: null,
  invoiceNo: null,
  dtBuy: null,
  currencyTypeId: null,
  warrantyEnd: null,
  supplier: null,
};
