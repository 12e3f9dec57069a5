import { quantityAfter } from "../../../domain/counting/fold.ts";
import { msg } from "../../../domain/message.ts";
import { session } from "../../api/tokens.ts";
import type { How, OutboxEntry, SentOperation, StoredItem } from "../../db/outbox-shapes.ts";
import { t } from "../../i18n/translate.ts";
import {
  type NewEntry,
  piecesOfCode,
  undoneOperations,
  type WriteJob,
  writeEntries,
  writeEntry,
} from "../../offline/outbox/write.ts";
import { locationPath } from "../../offline/sync/locations.ts";
import { ArticleItems, type ItemNow, itemIdAt, shownRef } from "./current-count.ts";
import { openQuestion, subjectOf } from "./local-operations.ts";
import { countedElsewhere, stateBefore } from "./scan-result.ts";

/** Thrown when an operation can't be made: nobody is logged in, or its subject is not stored any more. */
export class CountError extends Error {}

/** The error where the stocktake is not stored. */
export const stocktakeGone = () =>
  new CountError(
    `${t(msg("This stocktake is not here"))}. ${t(msg("It is over, or this device has not loaded it yet."))}`,
  );

/** The current user. Throws CountError. */
function requireAuthor(): { readonly id: number; readonly fullName: string } {
  const user = session.value?.user;
  if (user === undefined) throw new CountError("nobody is logged in");
  return user;
}

/** An item and the current location of the user. */
export interface Target {
  readonly inventoryId: number;
  readonly placeId: number;
  readonly item: ItemNow;
}

/** The fields that an operation on an item can have. */
type OperationInput = Partial<
  Omit<SentOperation, "operationId" | "at" | "userId" | "code" | "itemId" | "locationId">
>;

/**
 * Stores an operation on an item. If the item was counted at another location, a quantity leads to a question
 * first: moved, or more pieces? Throws CountError or errors of the storage; nothing is stored then.
 */
export async function recordCount(
  { inventoryId, placeId, item }: Target,
  how: How,
  input: OperationInput,
): Promise<OutboxEntry> {
  const author = requireAuthor();
  const { articleId } = item;
  const about = { inventoryId, articleId, subject: subjectOf(articleId, "", null) };
  const { entry } = await writeEntry(about, ({ inventory, items, localOperations }) => {
    if (inventory === undefined) throw stocktakeGone();
    const article = { oid: articleId, name: item.name, code: item.code, unit: item.unit };
    const now =
      new ArticleItems(
        inventory,
        article,
        items,
        localOperations.filter(({ ahead }) => ahead === 1),
      ).get(item.key) ?? item;
    // The server could not identify the item, so the operation could never be sent.
    if (now.itemId === null && now.code === null) throw new CountError(t(NO_CODE));
    // What counts nothing here is about the pieces that were counted elsewhere.
    const isElsewhere = !hasPieces(input) && countedElsewhere(now, placeId) !== null;
    const itemId = isElsewhere ? now.itemId : itemIdAt(now, placeId);
    const isAsked = needsMoveQuestion(now, placeId, input);
    const pieces = input.quantity ?? 1;
    const quantity = isAsked ? now.quantity : quantityAfter(now.quantity, input);
    const newEntry: NewEntry = {
      tenantId: inventory.tenantId,
      inventoryId,
      subject: about.subject,
      state: isAsked ? "asked" : "waiting",
      operation: {
        kind: "set",
        ...input,
        ...referenceOf({ ...now, itemId }, placeId, input, isAsked),
        userId: author.id,
      },
      how,
      ...(isAsked && { question: "moved", ...(pieces > 1 && { pieces }) }),
      articleId,
      itemId,
      placeId,
      before: stateBefore(now),
      shown: {
        verdict: isAsked ? "asked" : "counted",
        name: now.name,
        code: now.code,
        place: locationPath(placeId),
        author: author.fullName,
        quantity,
        unit: now.unit,
      },
      corrects: null,
    };
    // A typed quantity answers the open question about the item.
    const answered = input.quantity === undefined ? null : openQuestion(localOperations, now);
    return { entry: newEntry, answered, result: null };
  });
  if (entry === null) throw new CountError("nothing was kept");
  return entry;
}

/** Why an article without a code can be counted only where it is expected. */
export const NO_CODE = msg(
  "This article has no code yet and is not in this stocktake. Ask a manager to give it a code.",
);

/** A quantity here does not say anything about pieces counted at another location. */
const needsMoveQuestion = (item: ItemNow, placeId: number, { kind, quantity }: OperationInput) =>
  kind !== "add" && quantity != null && quantity > 0 && countedElsewhere(item, placeId) !== null;

/** Identifies the item by its oid, else by its code. The location is sent only with a quantity. */
function referenceOf(
  { itemId, code, foundAt }: ItemNow,
  placeId: number,
  input: OperationInput,
  isAsked: boolean,
): { itemId?: number; code?: string; locationId?: number } {
  // The answer identifies the item.
  if (itemId === null || isAsked)
    return { ...(code !== null && { code }), locationId: isAsked ? placeId : (foundAt ?? placeId) };
  return { itemId, ...(hasPieces(input) && { locationId: placeId }) };
}

/** Whether an operation counts pieces, or none, at its location. */
const hasPieces = ({ kind, quantity }: OperationInput) =>
  quantity !== undefined && !(kind === "add" && quantity === 0);

/** What another operation on the item of an earlier one contains, by the current state of the item. */
type RepeatInput = (
  localOperations: readonly OutboxEntry[],
  item: ItemNow | null,
) => OperationInput & Pick<SentOperation, "kind"> & Partial<Pick<SentOperation, "itemId" | "locationId">>;

/**
 * Stores another operation on the item of an earlier one. `replacedSeq`: the seq of a question to replace.
 * Throws CountError or errors of the storage; nothing is stored then.
 */
export async function repeatCount(
  original: OutboxEntry,
  how: How,
  inputOf: RepeatInput,
  replacedSeq?: number,
): Promise<OutboxEntry> {
  const [written] = await writeEntries([repeatJob(original, how, inputOf, replacedSeq)]);
  if (written === undefined || written.entry === null) throw new CountError("nothing was kept");
  return written.entry;
}

/** The job that stores it. Its `decide` throws CountError. `matched`: the counts of an unknown code that it replaces. */
export function repeatJob(
  original: OutboxEntry,
  how: How,
  inputOf: RepeatInput,
  replacedSeq?: number,
  matched: readonly string[] | undefined = replacedSeq === undefined ? undefined : original.matched,
): WriteJob<null> {
  const author = requireAuthor();
  const { inventoryId, articleId, subject } = original;
  const decide: WriteJob<null>["decide"] = ({ inventory, items, localOperations }) => {
    if (inventory === undefined) throw stocktakeGone();
    if (how === "undo" && undoneOperations(localOperations).has(original.operationId))
      throw new CountError("it is undone already");
    if (
      replacedSeq !== undefined &&
      !localOperations.some(({ seq, state }) => seq === replacedSeq && state === "asked")
    )
      throw new CountError("it is answered already");
    const item = itemOf(original, inventory, items, localOperations);
    const operation = {
      ...referenceOfEntry(original),
      ...inputOf(localOperations, item),
      userId: author.id,
    };
    const answered = how === "correct" && item !== null ? openQuestion(localOperations, item) : null;
    const newEntry: NewEntry = {
      ...subjectFields(original),
      state: "waiting",
      operation,
      how,
      before: item === null ? null : stateBefore(item),
      shown: {
        ...original.shown,
        author: author.fullName,
        quantity: quantityAfter(
          articleId === null ? piecesOfCode(localOperations) : (item?.quantity ?? null),
          operation,
        ),
      },
      ...(matched !== undefined && { matched }),
      corrects: replacedSeq === undefined ? original.operationId : original.corrects,
    };
    return { entry: newEntry, answered, result: null };
  };
  return { inventoryId, articleId, subject, decide, replacedSeq };
}

/** How an operation identifies its item. */
function referenceOfEntry({ operation: { itemId, code, locationId, isExtra } }: OutboxEntry) {
  return {
    ...(isExtra === true && { isExtra }),
    ...(itemId !== undefined && { itemId }),
    ...(code !== undefined && { code }),
    ...(locationId !== undefined && { locationId }),
  };
}

function subjectFields({ tenantId, inventoryId, subject, articleId, itemId, placeId }: OutboxEntry) {
  return { tenantId, inventoryId, subject, articleId, itemId, placeId };
}

/** The current state of the item of an operation; null: an unknown code, or a deleted item. */
function itemOf(
  { articleId, shown, operation, receipt }: OutboxEntry,
  inventory: { readonly locationId: number | null },
  items: readonly StoredItem[],
  localOperations: readonly OutboxEntry[],
): ItemNow | null {
  if (articleId === null) return null;
  const article = shownRef(articleId, shown);
  const ahead = localOperations.filter((entry) => entry.ahead === 1);
  const all = new ArticleItems(inventory, article, items, ahead);
  const itemId = receipt?.itemId ?? operation.itemId ?? null;
  const item = itemId === null ? all.at(operation.locationId ?? null, operation.isExtra) : all.get(itemId);
  return item === "locationRequired" ? null : item;
}
