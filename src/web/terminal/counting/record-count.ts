import { msg } from "../../../domain/message.ts";
import type { How, OutboxEntry, SentOperation } from "../../db/outbox-shapes.ts";
import { t } from "../../i18n/translate.ts";
import { type NewEntry, writeEntry } from "../../offline/outbox/write.ts";
import { locationPath } from "../../offline/sync/locations.ts";
import { CanNotSay, requireAuthor } from "./author.ts";
import { ArticleItems, type ItemNow } from "./current-count.ts";
import { openQuestion, quantityAfter } from "./local-operations.ts";
import { stateBefore } from "./scan-result.ts";
import { countedElsewhere } from "./scan-rules.ts";
import { subjectOf } from "./subject.ts";

/** The thing that is meant, and where the worker stands. */
export interface Target {
  readonly inventoryId: number;
  readonly placeId: number;
  readonly item: ItemNow;
}

/** What can be said of a thing in one operation. */
export type Said = Partial<
  Omit<SentOperation, "operationId" | "at" | "userId" | "code" | "itemId" | "locationId">
>;

/**
 * Keeps what is said of an item. A quantity of what was counted at another location is a question first: moved, or more here?
 * Throws CanNotSay, or what the storage throws: then nothing is kept.
 */
export async function recordCount(
  { inventoryId, placeId, item }: Target,
  how: How,
  said: Said,
): Promise<OutboxEntry> {
  const author = requireAuthor();
  const { articleId } = item;
  const about = { inventoryId, articleId, subject: subjectOf(articleId, "", null) };
  const { entry } = await writeEntry(about, ({ inventory, items, own }) => {
    if (inventory === undefined) throw new CanNotSay("the inventory is not kept here");
    const article = { oid: articleId, name: item.name, code: item.code };
    const now =
      new ArticleItems(
        inventory,
        article,
        items,
        own.filter(({ ahead }) => ahead === 1),
      ).get(item.key) ?? item;
    // The server would not know what is meant: the operation could never be sent.
    if (now.itemId === null && now.code === null) throw new CanNotSay(t(NO_CODE));
    const isAsked = isMoveAsked(now, placeId, said);
    const pieces = said.quantity ?? 1;
    const quantity = isAsked ? now.quantity : quantityAfter(now.quantity, said);
    const written: NewEntry = {
      tenantId: inventory.tenantId,
      inventoryId,
      subject: about.subject,
      state: isAsked ? "asked" : "waiting",
      operation: { kind: "set", ...said, ...nameOf(now, placeId, said, isAsked), userId: author.id },
      how,
      ...(isAsked && { question: "moved", ...(pieces > 1 && { pieces }) }),
      articleId,
      itemId: now.itemId,
      placeId,
      before: stateBefore(now),
      shown: {
        verdict: isAsked ? "asked" : "counted",
        name: now.name,
        code: now.code,
        place: locationPath(placeId),
        author: author.fullName,
        quantity,
      },
      corrects: null,
    };
    // A number that is typed answers what was asked about the item.
    const answered = said.quantity === undefined ? null : openQuestion(own, now);
    return { entry: written, answered, result: null };
  });
  if (entry === null) throw new CanNotSay("nothing was kept");
  return entry;
}

/** Why an article that has no code can be counted only where it is expected. */
export const NO_CODE = msg(
  "This article has no code yet and is not in this stocktake. Ask a manager to give it a code.",
);

/** A number of pieces here says nothing of those that were counted at another location. */
const isMoveAsked = (item: ItemNow, placeId: number, { kind, quantity }: Said) =>
  kind !== "add" && quantity != null && quantity > 0 && countedElsewhere(item, placeId) !== null;

/** The item by its oid, else by what was scanned of it; where it stands is said only with how many there are. */
function nameOf(
  { itemId, code, foundAt }: ItemNow,
  placeId: number,
  said: Said,
  isAsked: boolean,
): { itemId?: number; code?: string; locationId?: number } {
  // The answer says which item it is.
  if (itemId === null || isAsked)
    return { ...(code !== null && { code }), locationId: isAsked ? placeId : (foundAt ?? placeId) };
  const isHere = said.quantity !== undefined && !(said.kind === "add" && said.quantity === 0);
  return { itemId, ...(isHere && { locationId: placeId }) };
}
