import { msg } from "../../../domain/message.ts";
import { call, type Query } from "../../api/call.ts";
import type { UnshippedWrites } from "../../api/types/endpoints.d.ts";
import { t, when } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { Problem } from "../../ui/use-action.tsx";
import { useDownload } from "../batch/use-download.ts";
import { KIND_NAMES } from "../import-export/kinds.ts";
import { useLiveQuery } from "../realtime/use-live-query.ts";

const EVERY_S = 5;

/** On a former primary: what it has confirmed and the new one does not have, as files. */
export function UnshippedCard() {
  const query = useLiveQuery(call("GET /api/standby/unshipped"), { everySeconds: EVERY_S });
  return (
    <Card id="standby-unshipped" title={t(msg("Only on this server"))}>
      <QueryBoundary query={query}>{(unshipped) => <Unshipped unshipped={unshipped} />}</QueryBoundary>
    </Card>
  );
}

function Unshipped({ unshipped: { sinceDT, writes } }: { readonly unshipped: UnshippedWrites }) {
  const { coming, problem, start } = useDownload();
  if (writes === null || sinceDT === null)
    return <p>{t(msg("The other server has not said yet what it has. Both must be running."))}</p>;
  if (writes === 0) return <p>{t(msg("The other server has everything that this one had confirmed."))}</p>;
  const button = (text: string, file: Query<unknown>, kind?: "secondary") => (
    <Button {...(kind && { kind })} disabled={coming !== null} onClick={() => void start(file)}>
      {text}
    </Button>
  );
  const table = (name: "articles" | "locations") =>
    button(
      t(KIND_NAMES[name]),
      call("GET /api/standby/unshipped/tables", { table: name, format: "xlsx" }),
      "secondary",
    );
  return (
    <>
      <p>
        {t(
          msg(
            "{n, plural, one {# change was confirmed here after {at} and is missing on the other server.} other {# changes were confirmed here after {at} and are missing on the other server.}}",
          ),
          { n: writes, at: when(sinceDT) },
        )}
      </p>
      <p class="muted">
        {t(
          msg(
            "Download the list, and enter the changes on the other server. It can import the articles and the locations. Counts of terminals are not listed: the terminals send them again.",
          ),
        )}
      </p>
      <Toolbar>
        {button(t(msg("List of changes")), call("GET /api/standby/unshipped/export"))}
        {table("articles")}
        {table("locations")}
      </Toolbar>
      <Problem text={problem} />
    </>
  );
}
