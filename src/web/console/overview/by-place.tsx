import type { DetailedProgress } from "../../../inventories/shapes.ts";
import { say } from "../../../words.ts";
import { Shown } from "../../answers/shown.tsx";
import { number, t } from "../../app/words.ts";
import { useLive } from "../live/use-live.ts";
import { PlacePath } from "../places/place-path.tsx";
import { usePlaces } from "../places/use-places.ts";
import { CountedTable } from "./counted-table.tsx";

/** What is so by the second comes by the stream; so detailed it is enough now and then. */
const EVERY_S = 5;
const MOST = 8;

/** How far each place is, the least counted first. */
export function ByPlace({ inventoryId }: { readonly inventoryId: number }) {
  const answer = useLive<DetailedProgress>(`/api/inventories/${inventoryId}/progress?details=true`, {
    everySeconds: EVERY_S,
  });
  usePlaces();
  return (
    <Shown answer={answer}>
      {({ locations }) => {
        const open = locations
          .filter(({ counted, total }) => counted < total)
          .sort((a, b) => a.counted / a.total - b.counted / b.total);
        if (open.length === 0) return <p class="quiet">{t(TEXTS.none)}</p>;
        return (
          <>
            <CountedTable first={t(TEXTS.place)} caption={t(TEXTS.byPlace)} class="data by-place">
              {open.slice(0, MOST).map(({ location, counted, total }) => (
                <tr key={location.oid}>
                  <th scope="row">
                    <PlacePath place={location} />
                  </th>
                  <td class="number">
                    {number(counted)} / {number(total)}
                  </td>
                </tr>
              ))}
            </CountedTable>
            <p class="quiet">{open.length > MOST && t(TEXTS.more, { n: open.length - MOST })}</p>
          </>
        );
      }}
    </Shown>
  );
}

const TEXTS = {
  byPlace: say("Places that are not counted yet", "Dosud nespočítaná místa"),
  place: say("Place", "Místo"),
  more: say("and {n} more", "a další: {n}"),
  none: say("Every place is counted.", "Všechna místa jsou spočítaná."),
};
