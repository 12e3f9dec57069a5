import { msg } from "../../../../domain/message.ts";
import { session } from "../../../api/tokens.ts";
import { useStored } from "../../../db/use-stored.ts";
import { t, when } from "../../../i18n/translate.ts";
import { inventories, isStored } from "../../../offline/sync/inventories.ts";
import { locationName } from "../../../offline/sync/locations.ts";
import { Icon } from "../../../ui/icon.tsx";
import { lastCounted } from "../last-location.ts";
import { includesLocation, isRunning } from "./stocktake-locations.ts";

/** A link to the last location of the user; `inventoryId` null: in any stocktake. */
export function ContinueLink({ inventoryId }: { readonly inventoryId: number | null }) {
  const userId = session.value?.user.id ?? 0;
  const last = useStored(() => lastCounted(userId, inventoryId), ["outbox"], [userId, inventoryId]);
  const inventory = inventories.value.find(({ oid }) => oid === last?.inventoryId);
  if (last === null || last.placeId === null || inventory === undefined) return null;
  const name = locationName(last.placeId);
  const canCount =
    isRunning(inventory) && isStored(inventory.oid) && includesLocation(inventory, last.placeId);
  if (name === "" || !canCount) return null;
  return (
    <a class="button continue-link" href={`#/count/${inventory.oid}/${last.placeId}`}>
      <Icon name="place" />
      <span>
        {t(TEXTS.at, { place: name })}
        <small>{t(TEXTS.last, { stocktake: inventory.name, at: when(last.operation.at) })}</small>
      </span>
    </a>
  );
}

const TEXTS = {
  at: msg("Continue at {place}"),
  last: msg("{stocktake} · last count {at}"),
};
