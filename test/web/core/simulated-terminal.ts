import type {
  How,
  OutboxEntry,
  Question,
  SentOperation,
  StoredArticle,
  StoredItem,
} from "../../../src/web/db/outbox-shapes.ts";
import { openCounts, piecesOfCode } from "../../../src/web/offline/outbox/write.ts";
import { ArticleItems, type ItemNow, refOf } from "../../../src/web/terminal/counting/current-count.ts";
import { inverseOperation, subjectOf } from "../../../src/web/terminal/counting/local-operations.ts";
import {
  asAddition,
  type Draft,
  resolveScan,
  type ScanResult,
} from "../../../src/web/terminal/counting/scan-result.ts";

// A terminal without a browser: it finds scan results and stores operations with the client's functions.

export const UMA = { id: 3, fullName: "Uma Svoboda" };

export const buildArticle = (oid: number, more: Partial<StoredArticle> = {}): StoredArticle => ({
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

/** Builds an item of article 7, expected at location 1, as the server sends it. */
export const buildItem = (more: Partial<StoredItem> = {}): StoredItem => ({
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
  needsSecondCount: false,
  counted: null,
  movedDT: null,
  decision: null,
  price: 0,
  currency: null,
  article: { oid: 7, code: "A7", name: "Article 7" },
  unit: null,
  ...more,
});

type Kept = "how" | "articleId" | "itemId" | "placeId" | "before" | "corrects" | "pieces" | "matched";

export interface SimulatedTerminal {
  readonly entries: OutboxEntry[];
  items: readonly StoredItem[];
  articles: readonly StoredArticle[];
  /** The cursor of the items; null: the operations do not say what the terminal had seen. */
  cursor: string | null;
  scan(text: string, placeId: number, who?: typeof UMA, pieces?: number): ScanResult;
  /** Answers an open question by adding the scanned pieces. */
  answer(seq: number): void;
  /** Sets the quantity of an item, as typed on the pad. */
  type(articleId: number, key: string, placeId: number, quantity: number): void;
  undo(operationId: string): void;
  /** Sets the pieces of an unknown code, as typed on the pad. */
  typeCode(text: string, placeId: number, quantity: number): void;
  /** Discards an unknown code at a location. */
  discard(text: string, placeId: number): void;
  /** Assigns an unknown code to an article, at all locations. */
  match(text: string, articleId: number): void;
  all(articleId: number): readonly ItemNow[];
}

/** Creates a terminal with these articles and items. Its operations have consecutive milliseconds. */
export function simulateTerminal(
  articles: readonly StoredArticle[],
  items: readonly StoredItem[],
  {
    state = 3,
    ownPlace = null as number | null,
    start = Date.parse("2026-11-20T10:00:00Z"),
    clock = null as (() => number) | null,
    inventoryId = 5,
  } = {},
): SimulatedTerminal {
  const inventory = { oid: inventoryId, locationId: ownPlace, inventoryStateId: state };
  const entries: OutboxEntry[] = [];
  const store = (
    operation: Omit<SentOperation, "operationId" | "at">,
    rest: Pick<OutboxEntry, Kept> & { readonly question?: Question | null },
  ) => {
    const { question = null, ...stored } = rest;
    const isAsked = question !== null;
    const seq = entries.length + 1;
    const at = clock === null ? start + seq : clock();
    const operationId = `00000000-0000-4000-8000-${String(at).padStart(12, "0").slice(-12)}`;
    entries.push({
      seq,
      operationId,
      tenantId: 1,
      inventoryId,
      subject: subjectOf(stored.articleId, operation.code ?? "", stored.placeId),
      state: isAsked ? "asked" : "waiting",
      ...(question === null ? { ahead: 1 } : { question }),
      era: "e",
      operation: {
        ...operation,
        operationId,
        at: new Date(at).toISOString(),
        ...(simulated.cursor !== null && { seen: simulated.cursor }),
      },
      ...stored,
      shown: {
        ...{ verdict: "counted", name: "", code: null, place: null, author: UMA.fullName },
        ...{ quantity: null, unit: null },
      },
      receipt: null,
      problem: null,
    });
  };
  const ownOf = (articleId: number) => entries.filter((entry) => entry.articleId === articleId);
  const ownOfCode = (text: string, placeId: number) =>
    entries.filter(({ subject }) => subject === subjectOf(null, text, placeId));
  const itemsOf = (articleId: number) => simulated.items.filter((item) => item.articleId === articleId);
  const now = (article: StoredArticle) =>
    new ArticleItems(
      inventory,
      refOf(article),
      itemsOf(article.oid),
      ownOf(article.oid).filter(({ ahead }) => ahead === 1),
    );
  const articleOf = (oid: number) => {
    const found = simulated.articles.find((article) => article.oid === oid);
    if (found === undefined) throw new Error(`no article ${oid}`);
    return found;
  };
  const storeDraft = (draft: Draft, placeId: number, userId: number, matched?: readonly string[]) => {
    const { operation, how, question, pieces, replaces, articleId, itemId, before } = draft;
    if (replaces !== null) entries[replaces.seq - 1] = { ...replaces, state: "given-up" };
    const rest = { how, question, pieces, articleId, itemId, before, placeId, corrects: null };
    store({ ...operation, userId }, { ...rest, ...(matched && { matched }) });
  };
  const addToCode = (entry: OutboxEntry, quantity: number, how: How, corrects: string | null) => {
    const { operation, placeId } = entry;
    const { code = "", locationId = 0, userId } = operation;
    const rest = { how, articleId: null, itemId: null, placeId, before: null, corrects };
    store({ kind: "add", quantity, code, locationId, userId }, rest);
  };
  const resolve = (text: string, found: readonly StoredArticle[], placeId: number, who = UMA, pieces = 1) => {
    const [article] = found;
    return resolveScan({
      text,
      articles: found,
      inventory,
      placeId,
      items: article === undefined ? [] : itemsOf(article.oid),
      localOperations: article === undefined ? ownOfCode(text, placeId) : ownOf(article.oid),
      user: who,
      pieces,
      hasQuantity: false,
      isMultiplied: pieces > 1,
      warningFactor: 10,
    });
  };
  const simulated: SimulatedTerminal = {
    entries,
    items,
    articles,
    cursor: null,
    scan(text, placeId, who = UMA, pieces = 1) {
      const known = simulated.articles;
      const codes = known.filter(
        ({ code, codes: more = [] }) => code === text || more.some((one) => one.code === text),
      );
      const found = codes.length > 0 ? codes : known.filter(({ serialNumber }) => serialNumber === text);
      const { result, draft } = resolve(text, found, placeId, who, pieces);
      if (draft !== null) storeDraft(draft, placeId, who.id);
      return result;
    },
    answer(seq) {
      const index = entries.findIndex((entry) => entry.seq === seq);
      const asked = entries[index];
      if (asked?.state !== "asked") throw new Error(`no question ${seq}`);
      const { operation, articleId, itemId, placeId, before, pieces = 1 } = asked;
      entries[index] = { ...asked, state: "given-up" };
      const { operationId: _, at: __, seen: ___, ...named } = operation;
      const rest = { how: "answer" as const, articleId, itemId, placeId, before, corrects: null };
      store({ ...named, kind: "add", quantity: pieces }, rest);
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
      store({ kind: "set", quantity, ...named, userId: UMA.id }, rest);
    },
    undo(operationId) {
      const undoneOperations = entries.find((entry) => entry.operationId === operationId);
      if (undoneOperations === undefined) throw new Error(`no operation ${operationId}`);
      const { itemId, code, locationId } = undoneOperations.operation;
      const named = {
        ...(itemId !== undefined && { itemId }),
        ...(code !== undefined && { code }),
        ...(locationId !== undefined && { locationId }),
      };
      const { articleId, placeId } = undoneOperations;
      if (articleId === null) {
        addToCode(undoneOperations, -(undoneOperations.operation.quantity ?? 0), "undo", operationId);
        return;
      }
      const known = undoneOperations.receipt?.itemId ?? itemId ?? null;
      const all = now(articleOf(articleId));
      const item = known === null ? all.at(locationId ?? null) : all.get(known);
      const back = inverseOperation(
        undoneOperations,
        ownOf(articleId),
        item === "locationRequired" ? null : item,
      );
      const rest = {
        how: "undo" as const,
        articleId,
        itemId: undoneOperations.itemId,
        placeId,
        before: null,
      };
      store({ ...named, ...back, userId: UMA.id }, { ...rest, corrects: operationId });
      for (const matched of undoneOperations.matched ?? []) {
        const restored = entries.find((entry) => entry.operationId === matched);
        if (restored !== undefined)
          addToCode(restored, restored.operation.quantity ?? 0, "answer", restored.operationId);
      }
    },
    typeCode(text, placeId, quantity) {
      const own = ownOfCode(text, placeId);
      const [last] = openCounts(own).slice(-1);
      if (last !== undefined) addToCode(last, quantity - piecesOfCode(own), "answer", last.operationId);
    },
    discard(text, placeId) {
      for (const { operationId } of openCounts(ownOfCode(text, placeId))) simulated.undo(operationId);
    },
    match(text, articleId) {
      const places = new Set(entries.map(({ placeId }) => placeId ?? 0));
      for (const placeId of places) {
        const open = openCounts(ownOfCode(text, placeId));
        const pieces = piecesOfCode(ownOfCode(text, placeId));
        if (pieces <= 0) continue;
        const article = articleOf(articleId);
        const { draft } = resolve(article.code ?? "", [article], placeId, UMA, pieces);
        if (draft === null) continue;
        const matched = open.map(({ operationId }) => operationId);
        storeDraft(asAddition(draft), placeId, UMA.id, matched);
        for (const operationId of matched) simulated.undo(operationId);
      }
    },
    all: (articleId) => now(articleOf(articleId)).all(),
  };
  return simulated;
}
