import { useEffect } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { getServerStatus } from "../../api/console/server.ts";
import { getSettings } from "../../api/console/settings.ts";
import { API_DOCS } from "../../api/server.ts";
import { t, when } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { go } from "../../router/router.ts";
import { REPORT_EVERY_S, ServerDetails } from "../overview/server-health.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { Addresses } from "./addresses.tsx";
import { ClientErrors } from "./client-errors.tsx";
import { licenceText } from "./licence.ts";
import { SystemScreen } from "./system-screen.tsx";

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;

/** `#/system`: status and addresses of the server; an Admin of another tenant sees only the audit log here. */
export function ServerScreen() {
  const isBoxs = may("server");
  useEffect(() => {
    if (!isBoxs) go("/system/audit", { replace: true });
  }, [isBoxs]);
  return isBoxs ? <State /> : null;
}

function State() {
  const answer = useLiveQuery(getServerStatus(), { everySeconds: REPORT_EVERY_S });
  return (
    <SystemScreen title={t(TEXTS.title)}>
      <QueryBoundary answer={answer}>
        {(report) => (
          <div class="cards wide">
            <section class="card" aria-labelledby="box-state">
              <h2 id="box-state">{t(TEXTS.state)}</h2>
              <ServerDetails report={report} askedAt={answer.at ?? 0}>
                <dt>{t(TEXTS.clock)}</dt>
                <dd>{when(report.now)}</dd>
                <dt>{t(TEXTS.runs)}</dt>
                <dd>{lasting(report.uptimeSeconds)}</dd>
                <Licence />
              </ServerDetails>
            </section>
            <Addresses report={report} />
            <ClientErrors />
            <section class="card" aria-labelledby="box-more">
              <h2 id="box-more">{t(TEXTS.more)}</h2>
              <ul class="list links">
                <li>
                  <a href="/">{t(TEXTS.counting)}</a>
                </li>
                <li>
                  <a href={API_DOCS}>{t(TEXTS.docs)}</a>
                </li>
                <li>
                  <a href="/trust">{t(TEXTS.trust)}</a>
                </li>
              </ul>
            </section>
          </div>
        )}
      </QueryBoundary>
    </SystemScreen>
  );
}

/** How many articles the licence covers. */
function Licence() {
  const { body } = useLiveQuery(getSettings(), { follows: ["settings"] });
  if (body === null) return null;
  return (
    <>
      <dt>{t(TEXTS.licence)}</dt>
      <dd>{licenceText(body.maxAssets)}</dd>
    </>
  );
}

function lasting(seconds: number): string {
  if (seconds >= DAY_S) return t(TEXTS.days, { n: Math.floor(seconds / DAY_S) });
  if (seconds >= HOUR_S) return t(TEXTS.hours, { n: Math.floor(seconds / HOUR_S) });
  return t(TEXTS.minutes, { n: Math.max(1, Math.floor(seconds / 60)) });
}

const TEXTS = {
  title: msg("System"),
  state: msg("Status"),
  clock: msg("Server time"),
  runs: msg("Uptime"),
  days: msg("{n, plural, one {# day} other {# days}}"),
  hours: msg("{n, plural, one {# hour} other {# hours}}"),
  minutes: msg("{n, plural, one {# minute} other {# minutes}}"),
  licence: msg("Licence"),
  more: msg("More"),
  counting: msg("Go to counting"),
  docs: msg("API documentation"),
  trust: msg("Install the certificate on a device"),
};
