import { msg } from "../../../domain/message.ts";
import type { SampleData } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { confirm } from "../dialogs/confirm.tsx";
import type { SampleActions } from "./use-sample.ts";

/** Notice that there are sample data, with a button that removes them. */
export function Sample({ sample: { data, isBusy, remove } }: { readonly sample: SampleActions }) {
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
    action: t(TEXTS.remove),
    isDangerous: true,
  });
}

const TEXTS = {
  there: msg("This server contains sample data."),
  remove: msg("Remove sample data"),
  sure: msg("Remove sample data?"),
  what: msg(
    "Sample articles ({articles}), locations ({locations}) and stocktakes ({inventories}) will be deleted.",
  ),
  onTop: msg(
    "What was created with them is deleted too: counts ({counts}), photos ({photos}), labels ({printRequests}), requests ({requests}). Your own data stay. This can't be undone.",
  ),
};
