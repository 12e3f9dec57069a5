import { ARTICLE } from "../../../records/article.ts";
import type { ListedField } from "../../../records/article-lists.ts";
import { fieldsIn, type NamesIn } from "../../../records/record.ts";
import type { ArticleDetail, FullArticle, NamedReference } from "../../api/types/endpoints.d.ts";
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
export type MoreName = Exclude<NamesIn<typeof ARTICLE, "full">, NamesIn<typeof ARTICLE, "body">>;
/** Those that are texts. A day is YYYY-MM-DD. */
type TextName = Exclude<MoreName, ListedField>;
type MoreFields = { readonly [N in MoreName]: (N extends TextName ? string : number) | null };

/** Fields of an article with its note and purchase data. */
export interface FullFields extends ArticleFields, MoreFields {
  /** Values of custom fields; absent: none. */
  readonly [custom: CustomKey]: string | null;
}

/** The names of the fields but custom ones. */
export type FieldName = keyof ArticleFields | MoreName;

const inBody = fieldsIn(ARTICLE, "body").map(([name]) => name);
const MORE = fieldsIn(ARTICLE, "full").filter(([name]) => !inBody.includes(name));

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
  const values: Readonly<Record<string, unknown>> = { ...article };
  const more = MORE.map(([name, field]) => {
    if (field.kind !== "reference" || field.named === undefined) return [name, values[name]];
    const record = values[field.named] as NamedReference | null;
    return [name, record?.oid ?? null];
  });
  const custom = Object.fromEntries(article.fields.map(({ fieldId, value }) => [customKey(fieldId), value]));
  return { ...fieldsOf(article), ...(Object.fromEntries(more) as MoreFields), ...custom };
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
  ...(Object.fromEntries(MORE.map(([name]) => [name, null])) as MoreFields),
};
