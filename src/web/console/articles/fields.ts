import { ARTICLE } from "../../../records/article.ts";
import { fieldsIn, type NamesIn } from "../../../records/record.ts";
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

/** The fields that the contract's shapes lack: note, purchase data and others. */
type MoreName = Exclude<NamesIn<typeof ARTICLE, "full">, NamesIn<typeof ARTICLE, "body">>;
/** Those that are texts. A day is YYYY-MM-DD. */
type TextName = Exclude<MoreName, "currencyTypeId">;
type MoreFields = { readonly [N in MoreName]: (N extends TextName ? string : number) | null };

/** Fields of an article with its note and purchase data. */
export interface FullFields extends ArticleFields, MoreFields {
  /** Values of custom fields; absent: none. */
  readonly [custom: CustomKey]: string | null;
}

const inBody = fieldsIn(ARTICLE, "body").map(([name]) => name);
const TEXTS = fieldsIn(ARTICLE, "full")
  .map(([name]) => name)
  .filter((name): name is TextName => !inBody.includes(name) && name !== "currencyTypeId");

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
  const texts = TEXTS.map((name) => [name, article[name]]);
  const more = {
    ...Object.fromEntries(texts),
    currencyTypeId: article.currencyType?.oid ?? null,
  } as MoreFields;
  const custom = Object.fromEntries(article.fields.map(({ fieldId, value }) => [customKey(fieldId), value]));
  return { ...fieldsOf(article), ...more, ...custom };
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
  ...(Object.fromEntries([...TEXTS, "currencyTypeId"].map((name) => [name, null])) as MoreFields),
};
