import { useEffect, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import { connection, lastResponseAt } from "../../api/connection.ts";
import { ServerUnreachable } from "../../api/errors.ts";
import { sendRequest } from "../../api/send-request.ts";
import type { Version } from "../../api/types/endpoints.d.ts";
import { localDb } from "../../db/database.ts";
import { written } from "../../db/tab-messages.ts";
import { readValue, writeValue } from "../../db/values.ts";
import { reportError } from "../../errors/report-error.ts";
import { number, t, when } from "../../i18n/translate.ts";
import { unsent } from "../../offline/outbox/unsent.ts";
import { eachLines } from "../../offline/sync/article-index.ts";
import { Button } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { Facts } from "../../ui/surfaces.tsx";
import { Problem, useAction } from "../../ui/use-action.tsx";
import { Safety } from "../unsent/safety.tsx";

const COUNTED_STORES = ["locations", "inventories", "items", "outbox"] as const;
const STORES = ["articles", ...COUNTED_STORES] as const;
type Counts = Readonly<Record<(typeof STORES)[number], number>>;

/** The stored data and its safety, with an action to reload it. */
export function StorageScreen() {
  const [counts, setCounts] = useState<Counts | null>(null);
  const { run, isBusy, problem } = useAction();
  useEffect(() => {
    countAll().then(setCounts).catch(reportError);
  }, [written.value]);
  return (
    <Page title={t(msg("Storage"))}>
      <Facts
        facts={[
          ...STORES.map((store) => [t(TEXTS[store]), counts === null ? "…" : number(counts[store])] as const),
          [t(msg("Unsent")), number(unsent.value)],
        ]}
      />
      <Safety />
      <p>
        {t(msg("If something looks outdated or wrong, reload all data from the server. Counts are kept."))}
      </p>
      <Problem text={problem} />
      <div class="stack">
        <Button disabled={isBusy} onClick={() => run(reloadAll)}>
          {t(msg("Reload all data"))}
        </Button>
      </div>
    </Page>
  );
}

async function countAll(): Promise<Counts> {
  const db = await localDb();
  const counts = await Promise.all(COUNTED_STORES.map((store) => db.count(store)));
  const [locations = 0, inventories = 0, items = 0, outbox = 0] = counts;
  // Articles are stored in segments, with one search line per article.
  let articles = 0;
  await eachLines((_, lines) => {
    if (lines !== "") articles += lines.split("\n").length;
    return false;
  });
  return { articles, locations, inventories, items, outbox };
}

/** Empties the cursors of articles and locations and reloads. Counts stay, and the stored records until others are loaded. */
async function reloadAll(): Promise<void> {
  // Without a connection the page itself may not load again.
  await sendRequest(call("GET /api/version"));
  const { areHere = false } = (await readValue("articles")) ?? {};
  await Promise.all([
    writeValue("articles", { cursor: "", isLoading: false, areHere }),
    writeValue("locations", null),
  ]);
  location.reload();
}

/** Versions of the terminal and the server, for support calls. */
export function About() {
  const [version, setVersion] = useState<Version | null>(null);
  useEffect(() => {
    sendRequest(call("GET /api/version"))
      .then(setVersion)
      .catch((error: unknown) => {
        // The screen shows that the server is unreachable.
        if (!(error instanceof ServerUnreachable)) throw error;
      });
  }, []);
  return (
    <Page title={t(msg("About this terminal"))}>
      <Facts
        facts={[
          [t(msg("Terminal version")), __VERSION__],
          [t(msg("Server version")), version?.version ?? "–"],
          [
            t(msg("Last response from the server")),
            lastResponseAt.value === null ? "–" : when(lastResponseAt.value),
          ],
          [
            t(msg("Connection")),
            t(connection.value === "there" ? msg("Connected") : msg("The server is not responding")),
          ],
          [t(msg("Browser")), navigator.userAgent],
        ]}
      />
    </Page>
  );
}

const TEXTS = {
  articles: msg("Articles"),
  locations: msg("Locations"),
  inventories: msg("Stocktakes"),
  items: msg("Stocktake items"),
  outbox: msg("Counts made here"),
};
