import type { ComponentProps } from "preact";
import { useEffect } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import { API_DOCS } from "../../api/server.ts";
import type { ClientError, ServerStatus } from "../../api/types/endpoints.d.ts";
import { sizeText } from "../../i18n/size-text.ts";
import { t, when } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { go } from "../../router/router.ts";
import { Qr } from "../../scanner/qr.tsx";
import { Card, Cards } from "../../ui/card.tsx";
import { Icon } from "../../ui/icon.tsx";
import { statusText } from "../backup/attention.ts";
import { problemsOfServer, REPORT_EVERY_S, ServerFacts } from "../overview/server-health.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { HeadOfficeCard } from "./head-office.tsx";
import { licenceText } from "./settings.tsx";
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
  const query = useLiveQuery(call("GET /api/box"), { everySeconds: REPORT_EVERY_S });
  return (
    <SystemScreen title={t(msg("System"))}>
      <QueryBoundary query={query}>
        {(report) => (
          <Cards isWide>
            <Card id="box-state" title={t(msg("Status"))}>
              <ServerDetails report={report} askedAt={query.at ?? 0}>
                <dt>{t(msg("Server time"))}</dt>
                <dd>{when(report.now)}</dd>
                <dt>{t(msg("Uptime"))}</dt>
                <dd>{lasting(report.uptimeSeconds)}</dd>
                <Records records={report.records} />
                <Licence />
              </ServerDetails>
            </Card>
            <Addresses report={report} />
            <HeadOfficeCard />
            <ClientErrors />
            <Card id="box-more" title={t(msg("More"))}>
              <ul class="list links">
                <li>
                  <a href="/">{t(msg("Go to counting"))}</a>
                </li>
                <li>
                  <a href={API_DOCS}>{t(msg("API documentation"))}</a>
                </li>
                <li>
                  <a href="/trust">{t(msg("Install the certificate on a device"))}</a>
                </li>
              </ul>
            </Card>
          </Cards>
        )}
      </QueryBoundary>
    </SystemScreen>
  );
}

interface DetailsProps extends ComponentProps<typeof ServerFacts> {
  /** When the report was asked for, ms since 1970. */
  readonly askedAt: number;
}

/** The server's problems, then its facts. */
function ServerDetails({ report, askedAt, children }: DetailsProps) {
  const targets = report.backupTargets.map((target) => ({
    text: statusText(target),
    href: `#/system/backup/${target.oid}`,
    isFault: true,
  }));
  const worries = [...problemsOfServer(report, askedAt), ...targets];
  return (
    <>
      {worries.map(({ text, href, isFault }) => (
        <p class={isFault ? "error-text" : ""} key={text}>
          <Icon name="warning" size={18} /> {href === "#/system" ? text : <a href={href}>{text}</a>}
        </p>
      ))}
      {worries.length === 0 && (
        <p>
          <Icon name="there" size={18} /> {t(msg("No problems"))}
        </p>
      )}
      <ServerFacts report={report}>{children}</ServerFacts>
    </>
  );
}

/** More is not told apart. */
const MANY_YEARS = 100;

/** What the sealed records of stocktakes add to the disk, and for how long there is room. Renders nothing without records. */
function Records({ records: { bytesPerYear, yearsFree } }: Pick<ServerStatus, "records">) {
  const { body } = useLiveQuery(call("GET /api/company"), { follows: ["settings"] });
  if (yearsFree === null) return null;
  const years = body?.retentionYears ?? null;
  return (
    <>
      <dt>{t(msg("Sealed records and photos"))}</dt>
      <dd class={years !== null && yearsFree < years ? "error-text" : ""}>
        {t(
          yearsFree > MANY_YEARS
            ? msg("{size} in 12 months. Free space for more than {n, plural, one {# year} other {# years}}.")
            : msg("{size} in 12 months. Free space for {n, plural, one {# year} other {# years}}."),
          { size: sizeText(bytesPerYear), n: Math.min(yearsFree, MANY_YEARS) },
        )}{" "}
        {years !== null && t(msg("To keep for {n, plural, one {# year} other {# years}}."), { n: years })}
      </dd>
    </>
  );
}

/** The number of articles that the licence covers. */
function Licence() {
  const { body } = useLiveQuery(call("GET /api/settings"), { follows: ["settings"] });
  if (body === null) return null;
  return (
    <>
      <dt>{t(msg("Licence"))}</dt>
      <dd>{licenceText(body.maxAssets)}</dd>
    </>
  );
}

function lasting(seconds: number): string {
  if (seconds >= DAY_S)
    return t(msg("{n, plural, one {# day} other {# days}}"), { n: Math.floor(seconds / DAY_S) });
  if (seconds >= HOUR_S)
    return t(msg("{n, plural, one {# hour} other {# hours}}"), { n: Math.floor(seconds / HOUR_S) });
  return t(msg("{n, plural, one {# minute} other {# minutes}}"), {
    n: Math.max(1, Math.floor(seconds / 60)),
  });
}

/** The addresses of the server: the best one as a QR code, then all. */
function Addresses({ report }: { readonly report: ServerStatus }) {
  const { addresses } = report;
  const best = bestAddress(report);
  return (
    <Card id="box-addresses" title={t(msg("Server addresses"))}>
      {best !== null && (
        <div class="to-scan">
          <Qr text={best} name={t(msg("QR code of {address}"), { address: best })} />
          <p>
            <b>{best}</b>
            <br />
            <span class="muted">{t(msg("Scan this code with a phone or a terminal."))}</span>
          </p>
        </div>
      )}
      <ul class="list addresses">
        {addresses.map(({ host, http, https }) => (
          <li key={host}>
            <a href={http}>{http}</a>
            {https !== null && <a href={https}>{https}</a>}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The address that works for any device: HTTPS only where no certificate must be installed first. */
function bestAddress({ addresses, certificate }: ServerStatus): string | null {
  const [first] = addresses;
  if (first === undefined) return null;
  return (certificate?.issuer === "site" ? first.https : null) ?? first.http;
}

/** The number of errors that are shown; the others are in the server's log. */
const SHOWN = 10;

/** The errors of terminals and consoles since the start of the server. Renders nothing without errors. */
function ClientErrors() {
  const { body } = useLiveQuery(call("GET /api/client-errors"), { everySeconds: 60 });
  if (body === null || body.length === 0) return null;
  return (
    <Card
      class="client-errors"
      id="client-errors"
      title={
        <>
          <Icon name="warning" size={18} /> {t(msg("App errors"))}
        </>
      }
    >
      <p class="muted">
        {t(
          msg(
            "Errors that browsers have reported since the server's start. They contain no data of yours: copy them for support.",
          ),
        )}
      </p>
      <ul class="list">
        {body.slice(0, SHOWN).map((error) => (
          <li key={`${error.app} ${error.version} ${error.screen} ${error.message}`}>
            <Line error={error} />
          </li>
        ))}
      </ul>
      {body.length > SHOWN && (
        <p class="muted">
          {t(msg("{n, plural, one {# more error is} other {# more errors are}} in the server's log."), {
            n: body.length - SHOWN,
          })}
        </p>
      )}
    </Card>
  );
}

function Line({ error }: { readonly error: ClientError }) {
  const { app, version, screen, message, stack, browser, count, lastAt } = error;
  const where = [t(APPS[app]), screen ?? t(msg("at the start")), t(msg("version {version}"), { version })];
  return (
    <details>
      <summary>
        <div>
          <b>{message}</b>
          <div class="muted">
            {[
              ...where,
              t(msg("{n, plural, one {once, {at}} other {# times, last {at}}}"), {
                n: count,
                at: when(lastAt),
              }),
            ].join(" · ")}
          </div>
        </div>
      </summary>
      <p class="muted">{browser}</p>
      {stack !== null && <pre>{stack}</pre>}
    </details>
  );
}

const APPS = { terminal: msg("Terminal"), console: msg("Console") };
