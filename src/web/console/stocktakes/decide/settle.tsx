import { msg } from "../../../../domain/message.ts";
import { SETTLEMENT_NAMES } from "../../../../domain/stocktakes/settlement.ts";
import { call } from "../../../api/call.ts";
import { ApiError } from "../../../api/errors.ts";
import { requestAsUser } from "../../../api/tokens.ts";
import type { ExplainDifferencesRequest, InventoryItem } from "../../../api/types/endpoints.d.ts";
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
export async function settle(
  { inventoryId: id, items, seen: known }: SeenDifferences,
  settled: Settled,
): Promise<void> {
  const body = { itemIds: items.map(({ oid }) => oid), ...settled };
  let [shown, seen] = [items, known];
  for (;;) {
    try {
      if (seen !== null) {
        await requestAsUser(call("PUT /api/inventories/{id}/explain", { id, seen, body }));
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
    const recounted = now.find((item, index) => isRecounted(item, shown[index]));
    if (recounted !== undefined)
      throw new NotDone(
        t(msg("{name} was counted again in the meantime. Look at its difference before you settle it."), {
          name: nameOf(recounted),
        }),
      );
    await askToOverwrite(
      now.filter((item, index) => isOverwritten(item, shown[index], settled)),
      settled,
    );
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

/** Throws NotDone unless the user wants to overwrite what was settled of these items. */
async function askToOverwrite(
  items: readonly InventoryItem[],
  { settlement, cause = null }: Settled,
): Promise<void> {
  if (items.length === 0) return;
  const yours = settlement === null ? "–" : textOf(t(SETTLEMENT_NAMES[settlement]), cause);
  const differences = items.map((item) => ({
    field: nameOf(item),
    yours,
    saved:
      item.explanation &&
      textOf(
        t(SETTLEMENT_NAMES[item.explanation.settlement]),
        item.explanation.cause,
        item.explanation.by.fullName,
      ),
  }));
  const chosen = await chooseVersion({
    text: t(msg("Nothing is saved yet. Your version overwrites the saved one of these items.")),
    of: t(msg("Item")),
    differences,
    cancel: t(msg("Cancel")),
  });
  if (chosen === null) throw new NotDone();
}

const textOf = (...parts: readonly (string | null)[]) => parts.filter(Boolean).join(" · ");
