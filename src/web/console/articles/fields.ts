import type { ArticleDetail } from "../../../articles/shapes.ts";

/** What may be said of an article, as the box takes it. */
export interface ArticleFields {
  readonly code: string | null;
  readonly name: string;
  readonly categoryId: number | null;
  readonly typeId: number | null;
  readonly stateId: number | null;
  /** What was typed and is no price goes as it is: the box says what is wrong with it. */
  readonly price: number | string;
  readonly serialNumber: string | null;
  readonly rfId: string | null;
  readonly userId: number | null;
  readonly responsibleUserId: number | null;
  readonly isDisposal: boolean;
}

/** What the box gives of an article, as it takes it. */
export function fieldsOf(article: ArticleDetail): ArticleFields {
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

/** An article that nothing has been said of yet. */
export const NO_FIELDS: ArticleFields = {
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
};
