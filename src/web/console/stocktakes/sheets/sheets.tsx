import { msg } from "../../../../domain/message.ts";
import type { InventoryDetail, InventoryItem } from "../../../api/types/endpoints.d.ts";
import { t } from "../../../i18n/translate.ts";
import { isWithin, locationPath } from "../../../offline/sync/locations.ts";
import { QueryBoundary } from "../../../query/query-boundary.tsx";
import { addressQuery, changeQuery } from "../../../router/address.ts";
import { useLocations } from "../../locations/tree/use-locations.ts";
import { Frame } from "../stocktake-page.tsx";
import { useStocktake } from "../use-stocktake.ts";
import { Sheet } from "./sheet.tsx";
import { useItems } from "./use-items.ts";
import "./sheets.css";

/** More are never laid out at once: a person can't count them from paper in a day either. */
const MOST = 2000;

/** `#/stocktakes/:id/sheets`: paper to count on, a sheet for each place. */
export function SheetsScreen({ id = "" }: Readonly<Record<string, string>>) {
  const inventory = useStocktake(id);
  const items = useItems(id);
  const { answer: places } = useLocations();
  return (
    <Frame answer={inventory}>
      {(known) => (
        <QueryBoundary answer={places}>
          {() => (
            <QueryBoundary answer={items} empty={TEXTS.none} isEmpty={(seen) => seen.items.length === 0}>
              {(seen) => <Sheets inventory={known} items={seen.items} />}
            </QueryBoundary>
          )}
        </QueryBoundary>
      )}
    </Frame>
  );
}

interface SheetsProps {
  readonly inventory: InventoryDetail;
  readonly items: readonly InventoryItem[];
}

function Sheets({ inventory, items }: SheetsProps) {
  const byPlace = new Map<number, InventoryItem[]>();
  for (const item of items) {
    if (item.isUnexpected || item.locationId === null) continue;
    const known = byPlace.get(item.locationId);
    if (known === undefined) byPlace.set(item.locationId, [item]);
    else known.push(item);
  }
  const all = Array.from(byPlace.keys(), (oid) => ({ oid, path: locationPath(oid) }));
  all.sort((a, b) => a.path.localeCompare(b.path));
  const given = addressQuery().get("place");
  const place = given === null ? (all[0]?.oid ?? null) : Number(given);
  const shown = all.filter(({ oid }) => place !== null && isWithin(oid, [place]));
  const count = shown.reduce((sum, { oid }) => sum + (byPlace.get(oid)?.length ?? 0), 0);
  return (
    <>
      <div class="row sheet-actions no-print">
        <label>
          {t(TEXTS.place)}
          <select
            value={String(place ?? "")}
            onChange={(event) => changeQuery({ place: event.currentTarget.value }, { replace: true })}
          >
            {all.map(({ oid, path }) => (
              <option key={oid} value={String(oid)}>
                {path}
              </option>
            ))}
          </select>
        </label>
        <button type="button" disabled={count === 0 || count > MOST} onClick={() => print()}>
          {t(TEXTS.print, { n: shown.length })}
        </button>
      </div>
      {count > MOST && <p class="note">{t(TEXTS.tooMany, { n: MOST })}</p>}
      {count <= MOST &&
        shown.map(({ oid, path }) => (
          <Sheet key={oid} inventory={inventory} place={path} items={byPlace.get(oid) ?? []} />
        ))}
    </>
  );
}

const TEXTS = {
  none: msg("No items to count."),
  place: msg("Location"),
  print: msg("Print {n, plural, one {# sheet} other {# sheets}}"),
  tooMany: msg("More than {n} items. Select a smaller location."),
};
