import type { SampleData } from "../../../sample/shapes.ts";
import { say } from "../../../words.ts";
import { t } from "../../app/words.ts";
import { confirm } from "../ask/confirm.tsx";
import type { SampleState } from "./use-sample.ts";

/** That sample data are there, and the way to be rid of them, in numbers. */
export function Sample({ sample: { data, isBusy, remove } }: { readonly sample: SampleState }) {
  if (data === null || !data.isThere) return null;
  const ask = async () => {
    if (await isSure(data)) await remove();
  };
  return (
    <p class="note row">
      <span>{t(TEXTS.there)}</span>
      <button type="button" class="second" disabled={isBusy} onClick={ask}>
        {t(TEXTS.remove)}
      </button>
    </p>
  );
}

function isSure({ articles, locations, inventories, onTop }: SampleData): Promise<boolean> {
  const { counts, photos, printRequests, requests } = onTop;
  return confirm({
    title: t(TEXTS.sure),
    text: `${t(TEXTS.what, { articles, locations, inventories: inventories + onTop.inventories })} ${t(
      TEXTS.onTop,
      { counts, photos, printRequests, requests },
    )}`,
    deed: t(TEXTS.remove),
    isDangerous: true,
  });
}

const TEXTS = {
  there: say("There are sample data in this box.", "V zařízení jsou ukázková data."),
  remove: say("Remove the sample data", "Odstranit ukázková data"),
  sure: say("Remove the sample data?", "Odstranit ukázková data?"),
  what: say(
    "This removes the sample's {articles} articles, {locations} places and {inventories} stocktakes for good.",
    "Navždy se odstraní ukázkové artikly ({articles}), místa ({locations}) a inventury ({inventories}).",
  ),
  onTop: say(
    "With them goes what was made on top: {counts} counts, {photos} photos, {printRequests} labels, {requests} requests. What is your own stays.",
    "S nimi zmizí, co na nich vzniklo: počty ({counts}), fotografie ({photos}), štítky ({printRequests}), žádosti ({requests}). Co je vaše, zůstane.",
  ),
};
