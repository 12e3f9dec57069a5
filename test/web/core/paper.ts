import { type Draft, type Judgement, judge } from "../../../src/web/count/judge.ts";
import { ArticleItems, type ItemNow } from "../../../src/web/count/now.ts";
import { opposite } from "../../../src/web/count/opposite.ts";
import type { How, OutboxEntry, Question, SentOperation } from "../../../src/web/kept/outbox-shapes.ts";
import type { KeptArticle, KeptItem } from "../../../src/web/kept/reference-shapes.ts";

// A terminal on paper: it judges and keeps as the real one does, without a browser.

export const UMA = { id: 3, fullName: "Uma Svoboda" };

export const anArticle = (oid: number, more: Partial<KeptArticle> = {}): KeptArticle => ({
  oid,
  code: `A${oid}`,
  name: `Article ${oid}`,
  serialNumber: null,
  rfId: null,
  categoryId: 1,
  typeId: 1,
  stateId: 1,
  userId: null,
  responsibleUserId: null,
  isDisposal: false,
  ...more,
});

/** An item of article 7 expected at place 1, as the box tells of it. */
export const anItem = (more: Partial<KeptItem> = {}): KeptItem => ({
  oid: 70,
  inventoryId: 5,
  articleId: 7,
  locationId: 1,
  inventoryLocationId: null,
  foundAtLocationId: null,
  quantity: 1,
  inventoryQuantity: null,
  isFound: false,
  isDisposal: false,
  isApproved: false,
  disposalMethodId: null,
  disposalReasonId: null,
  note: null,
  isUnexpected: false,
  isToRecount: false,
  counted: null,
  movedDT: null,
  decision: null,
  price: 0,
  currency: null,
  article: { oid: 7, code: "A7", name: "Article 7" },
  ...more,
});

export interface Paper {
  readonly entries: OutboxEntry[];
  items: readonly KeptItem[];
  scan(text: string, placeId: number, who?: typeof UMA, pieces?: number): Judgement;
  /** Answers an open question with as many pieces as were scanned. */
  answer(seq: number): void;
  /** Says how many there are, by a pad. */
  type(articleId: number, key: string, placeId: number, quantity: number): void;
  undo(operationId: string): void;
  all(articleId: number): readonly ItemNow[];
}

/** A terminal that knows these articles and items; its operations are of consecutive milliseconds. */
export function onPaper(
  articles: readonly KeptArticle[],
  items: readonly KeptItem[],
  { state = 3, ownPlace = null as number | null, start = Date.parse("2026-11-20T10:00:00Z") } = {},
): Paper {
  const inventory = { oid: 5, locationId: ownPlace, inventoryStateId: state };
  const entries: OutboxEntry[] = [];
  const keep = (
    operation: Omit<SentOperation, "operationId" | "at">,
    rest: Pick<OutboxEntry, "how" | "articleId" | "itemId" | "placeId" | "before" | "corrects" | "pieces"> & {
      readonly question?: Question | null;
    },
  ) => {
    const { question = null, ...kept } = rest;
    const isAsked = question !== null;
    const seq = entries.length + 1;
    const operationId = `00000000-0000-4000-8000-${String(start + seq)
      .padStart(12, "0")
      .slice(-12)}`;
    entries.push({
      seq,
      operationId,
      tenantId: 1,
      inventoryId: 5,
      subject: kept.articleId === null ? "u" : `a${kept.articleId}`,
      state: isAsked ? "asked" : "waiting",
      ...(question === null ? { ahead: 1 } : { question }),
      era: "e",
      operation: { ...operation, operationId, at: new Date(start + seq).toISOString() },
      ...kept,
      shown: { verdict: "counted", name: "", code: null, place: null, author: UMA.fullName, quantity: null },
      receipt: null,
      problem: null,
    });
  };
  const ownOf = (articleId: number | null) => entries.filter((entry) => entry.articleId === articleId);
  const itemsOf = (articleId: number) => paper.items.filter((item) => item.articleId === articleId);
  const now = (article: KeptArticle) =>
    new ArticleItems(
      inventory,
      article,
      itemsOf(article.oid),
      ownOf(article.oid).filter(({ ahead }) => ahead === 1),
    );
  const articleOf = (oid: number) => {
    const found = articles.find((article) => article.oid === oid);
    if (found === undefined) throw new Error(`no article ${oid}`);
    return found;
  };
  const keepDraft = (draft: Draft, placeId: number, userId: number) => {
    const { operation, how, question, pieces, replaces, articleId, itemId, before } = draft;
    if (replaces !== null) entries[replaces.seq - 1] = { ...replaces, state: "given-up" };
    const rest = { how, question, pieces, articleId, itemId, before, placeId, corrects: null };
    keep({ ...operation, userId }, rest);
  };
  const paper: Paper = {
    entries,
    items,
    scan(text, placeId, who = UMA, pieces = 1) {
      const codes = articles.filter(({ code }) => code === text);
      const found = codes.length > 0 ? codes : articles.filter(({ serialNumber }) => serialNumber === text);
      const [article] = found;
      const about = article === undefined ? [] : itemsOf(article.oid);
      const own = ownOf(article?.oid ?? null);
      const { judgement, draft } = judge({
        text,
        articles: found,
        inventory,
        placeId,
        items: about,
        own,
        who,
        pieces,
        warningFactor: 10,
      });
      if (draft !== null) keepDraft(draft, placeId, who.id);
      return judgement;
    },
    answer(seq) {
      const index = entries.findIndex((entry) => entry.seq === seq);
      const asked = entries[index];
      if (asked?.state !== "asked") throw new Error(`no question ${seq}`);
      const { operation, articleId, itemId, placeId, before, pieces = 1 } = asked;
      entries[index] = { ...asked, state: "given-up" };
      const { operationId: _, at: __, ...named } = operation;
      const rest = { how: "answer" as const, articleId, itemId, placeId, before, corrects: null };
      keep({ ...named, kind: "add", quantity: pieces }, rest);
    },
    type(articleId, key, placeId, quantity) {
      const item = now(articleOf(articleId)).get(key);
      if (item === null) throw new Error(`no item ${key}`);
      const named =
        item.itemId === null
          ? { code: item.code ?? "", locationId: item.foundAt ?? placeId }
          : { itemId: item.itemId, locationId: placeId };
      const { quantity: was, isDisposal, disposalMethodId, disposalReasonId, note } = item;
      const before = {
        quantity: was,
        placeId: item.placeId,
        isDisposal,
        disposalMethodId,
        disposalReasonId,
        note,
      };
      const how: How = "typed";
      const rest = { how, articleId, itemId: item.itemId, placeId, before, corrects: null };
      keep({ kind: "set", quantity, ...named, userId: UMA.id }, rest);
    },
    undo(operationId) {
      const undone = entries.find((entry) => entry.operationId === operationId);
      if (undone === undefined) throw new Error(`no operation ${operationId}`);
      const { itemId, code, locationId } = undone.operation;
      const named = {
        ...(itemId !== undefined && { itemId }),
        ...(code !== undefined && { code }),
        ...(locationId !== undefined && { locationId }),
      };
      const { articleId, placeId } = undone;
      const known = undone.receipt?.itemId ?? itemId ?? null;
      const all = articleId === null ? null : now(articleOf(articleId));
      const item = known === null ? (all?.at(locationId ?? null) ?? null) : (all?.get(known) ?? null);
      const back = opposite(undone, ownOf(articleId), item === "where" ? null : item);
      const rest = { how: "undo" as const, articleId, itemId: undone.itemId, placeId, before: null };
      keep({ ...named, ...back, userId: UMA.id }, { ...rest, corrects: operationId });
    },
    all: (articleId) => now(articleOf(articleId)).all(),
  };
  return paper;
}
