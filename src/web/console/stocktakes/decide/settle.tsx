import { msg } from "../../../../domain/message.ts";
import { METHOD_NAMES } from "../../../../domain/stocktakes/frame.ts";
import { SETTLEMENT_NAMES } from "../../../../domain/stocktakes/settlement.ts";
import { call } from "../../../api/call.ts";
import { ApiError } from "../../../api/errors.ts";
import { requestAsUser } from "../../../api/tokens.ts";
import type {
  ExplainDifferencesRequest,
  InventoryItem,
  SetItemMethodRequest,
} from "../../../api/types/endpoints.d.ts";
import { t } from "../../../i18n/translate.ts";
import { chooseVersion } from "../../forms/form.tsx";
import { isSame } from "../../forms/is-same.ts";
import { NotDone } from "../../forms/problem.ts";

/** Differences as the user has seen them. */
export interface SeenDifferences {
  readonly inventoryId: number;
  readonly items: readonly InventoryItem[];
  /** The version of the items; null: not known. */
  readonly seen: string | null;
}

type Settled = Omit<ExplainDifferencesRequest, "itemIds">;

/**
 * Settles differences, or takes that back (null). Asks before it overwrites what another user has settled meanwhile. Throws ServerUnreachable,
 * ApiError or NotLoggedIn; NotDone where the user keeps it, and where an item was counted again.
 */
export async function settle(differences: SeenDifferences, settled: Settled): Promise<void> {
  const { inventoryId: id, items } = differences;
  const body = { itemIds: items.map(({ oid }) => oid), ...settled };
  await sendSeen(
    differences,
    (seen) => requestAsUser(call("PUT /api/inventories/{id}/explain", { id, seen, body })),
    async (now, shown) => {
      const recounted = now.find((item, index) => isRecounted(item, shown[index]));
      if (recounted !== undefined)
        throw new NotDone(
          t(msg("{name} was counted again in the meantime. Look at its difference before you settle it."), {
            name: nameOf(recounted),
          }),
        );
      const overwritten = now.filter((item, index) => isOverwritten(item, shown[index], settled));
      await askToOverwrite(overwritten, textOfSettled(settled), ({ explanation }) =>
        textOfSettled(explanation, explanation?.by.fullName),
      );
    },
  );
}

/** Says how counted items were found (null: as the stocktake). Asks before it overwrites what another user has said meanwhile. Throws as `settle`. */
export async function setMethod(counted: SeenDifferences, method: ItemMethod): Promise<void> {
  const { inventoryId: id, items } = counted;
  const body = { itemIds: items.map(({ oid }) => oid), method };
  const textOfMethod = (one: ItemMethod | undefined) => (one ? t(METHOD_NAMES[one]) : "–");
  await sendSeen(
    counted,
    (seen) => requestAsUser(call("PUT /api/inventories/{id}/method", { id, seen, body })),
    (now, shown) =>
      askToOverwrite(
        now.filter(
          ({ method: saved = null }, index) => saved !== (shown[index]?.method ?? null) && saved !== method,
        ),
        textOfMethod(method),
        (item) => textOfMethod(item.method),
      ),
  );
}
type ItemMethod = SetItemMethodRequest["method"];

/**
 * Sends a change of items in the version that the user has seen. Where they have changed since, `check` gets them as they are now beside
 * those that were shown, before the change is sent again.
 */
async function sendSeen(
  { inventoryId: id, items, seen: known }: SeenDifferences,
  send: (seen: string) => Promise<unknown>,
  check: (now: readonly InventoryItem[], shown: readonly InventoryItem[]) => Promise<void>,
): Promise<void> {
  let [shown, seen] = [items, known];
  for (;;) {
    try {
      if (seen !== null) {
        await send(seen);
        return;
      }
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 412)) throw error;
    }
    // Read first: an item that changes during the read is newer.
    ({ seen } = await requestAsUser(call("GET /api/inventories/{id}/items/page", { id, limit: 1 })));
    const now = await Promise.all(
      shown.map(({ oid }) => requestAsUser(call("GET /api/inventories/items/{id}", { id: oid }))),
    );
    await check(now, shown);
    shown = now;
  }
}

/** Whether its difference is another one than the user has seen. */
function isRecounted(item: InventoryItem, shown: InventoryItem | undefined): boolean {
  return COUNTED.some((field) => item[field] !== shown?.[field]);
}
const COUNTED = ["quantity", "inventoryQuantity", "isFound", "inventoryLocationId", "decision"] as const;

const nameOf = ({ article: { code, name } }: InventoryItem) => [code, name].filter(Boolean).join(" ");

function isOverwritten(
  { explanation: saved = null }: InventoryItem,
  shown: InventoryItem | undefined,
  { settlement, cause = null }: Settled,
): boolean {
  if (saved === null || isSame(saved, shown?.explanation)) return false;
  return saved.settlement !== settlement || saved.cause !== cause;
}

/** Throws NotDone unless the user wants to overwrite what others have saved of these items. */
async function askToOverwrite(
  items: readonly InventoryItem[],
  yours: string,
  savedOf: (item: InventoryItem) => string,
): Promise<void> {
  if (items.length === 0) return;
  const differences = items.map((item) => ({ field: nameOf(item), yours, saved: savedOf(item) }));
  const chosen = await chooseVersion({
    text: t(msg("Nothing is saved yet. Your version overwrites the saved one of these items.")),
    of: t(msg("Item")),
    differences,
    cancel: t(msg("Cancel")),
  });
  if (chosen === null) throw new NotDone();
}

/** A settlement in words, with who has made it. */
const textOfSettled = (settled: Settled | null | undefined, ...by: readonly (string | undefined)[]) =>
  settled?.settlement
    ? [t(SETTLEMENT_NAMES[settled.settlement]), settled.cause, ...by].filter(Boolean).join(" · ")
    : "–";
