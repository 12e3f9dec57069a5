import { useState } from "preact/hooks";
import type { SampleData } from "../../../sample/shapes.ts";
import { say } from "../../../words.ts";
import { t } from "../../app/words.ts";
import { askAsUser } from "../../box/tokens.ts";
import { confirm } from "../ask/confirm.tsx";
import { noteDone, noteProblem } from "../ask/notes.tsx";
import { useLive } from "../live/use-live.ts";
import { problemText } from "../save/problem.ts";

/** Sample data to try the box with, and the way to be rid of them. `isOffered`: a box that has nothing yet. */
export function Sample({ isOffered }: { readonly isOffered: boolean }) {
  const answer = useLive<SampleData>("/api/sample", { follows: ["articles", "locations", "inventories"] });
  const [isBusy, setBusy] = useState(false);
  const sample = answer.body;
  if (sample === null || (!sample.isThere && !isOffered)) return null;

  async function send(method: "POST" | "DELETE", done: string): Promise<void> {
    setBusy(true);
    try {
      await askAsUser("/api/sample", { method });
      noteDone(done);
    } catch (error) {
      noteProblem(problemText(error));
    } finally {
      setBusy(false);
      answer.again();
    }
  }
  async function remove({ articles, locations, inventories, onTop }: SampleData): Promise<void> {
    const { counts, photos, printRequests, requests } = onTop;
    const isSure = await confirm({
      title: t(TEXTS.sure),
      text: `${t(TEXTS.what, { articles, locations, inventories: inventories + onTop.inventories })} ${t(
        TEXTS.onTop,
        { counts, photos, printRequests, requests },
      )}`,
      deed: t(TEXTS.remove),
      isDangerous: true,
    });
    if (isSure) await send("DELETE", t(TEXTS.removed));
  }

  if (sample.isThere) {
    return (
      <p class="note row">
        <span>{t(TEXTS.there)}</span>
        <button type="button" class="second" disabled={isBusy} onClick={() => remove(sample)}>
          {t(TEXTS.remove)}
        </button>
      </p>
    );
  }
  return (
    <p class="row">
      <button type="button" class="second" disabled={isBusy} onClick={() => send("POST", t(TEXTS.added))}>
        {t(TEXTS.add)}
      </button>
      <span class="quiet">{t(TEXTS.how)}</span>
    </p>
  );
}

const TEXTS = {
  add: say("Try it with sample data", "Vyzkoušet s ukázkovými daty"),
  how: say(
    "40 articles at 12 places and a stocktake. They can be removed without a trace.",
    "40 artiklů na 12 místech a inventura. Dají se odstranit beze stopy.",
  ),
  added: say("The sample data are in.", "Ukázková data jsou zde."),
  there: say("There are sample data in this box.", "V zařízení jsou ukázková data."),
  remove: say("Remove the sample data", "Odstranit ukázková data"),
  removed: say("The sample data are gone.", "Ukázková data jsou pryč."),
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
