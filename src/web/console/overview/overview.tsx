import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import type { ArticleTotals, BackupTarget, BoxChecks, DeviceSummary } from "../../api/types/endpoints.d.ts";
import { money, pieces, sumText } from "../../articles/amounts.ts";
import { day, number, t, when } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { Card, Cards } from "../../ui/card.tsx";
import { Icon } from "../../ui/icon.tsx";
import { currencyName, useCurrencies, useTotals, valuesById, valueTexts } from "../articles/totals.ts";
import { useBackupTargets } from "../backup/attention.ts";
import { Screen } from "../layout/screen.tsx";
import { FirstSteps } from "../onboarding/first-steps.tsx";
import { eventData } from "../realtime/live.ts";
import { StreamBoundary } from "../realtime/stream-boundary.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { Today, Trend, useActivity } from "./activity.tsx";
import { Attention } from "./attention.tsx";
import { Printers, useConditions } from "./printers.tsx";
import { REPORT_EVERY_S, ServerHealth } from "./server-health.tsx";
import { Stocktakes } from "./stocktakes.tsx";
import "./overview.css";
import { session } from "../../api/tokens.ts";
import { useRemembered } from "../../db/use-remembered.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import type { QueryResult } from "../../query/query-state.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Facts } from "../../ui/surfaces.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { proofText } from "../backup/proof-text.ts";
import { safetyOf } from "../backup/safety.ts";
import { startTour } from "../tour/tour.tsx";

/** `#/overview`: what needs attention, then the state of stocktakes, printers, terminals and the server. */
export function OverviewScreen() {
  const conditions = useConditions();
  const box = useLiveQuery(may("server") ? call("GET /api/box") : null, { everySeconds: REPORT_EVERY_S });
  const backups = useBackupTargets();
  return (
    <Screen title={t(msg("Overview"))}>
      {may("manage") && <Attention conditions={conditions} box={box} backups={backups} />}
      <TourOffer />
      {may("administer") && <FirstSteps />}
      <Holdings />
      <div class="overview">
        <Stocktakes />
        <Cards>
          <Printers conditions={conditions} />
          {may("administer") && <Terminals />}
          {may("server") && <BackupCard query={backups} backup={box.body?.lastBackup} />}
          {may("server") && <ServerHealth query={box} />}
        </Cards>
      </div>
    </Screen>
  );
}

/** The number, pieces and value of all articles, their trends, and today's activity. */
function Holdings() {
  const query = useTotals();
  const currencies = useCurrencies();
  const activity = useActivity();
  return (
    <QueryBoundary query={query}>
      {({ articles, values, ...stock }) => (
        <dl class="holdings">
          <div>
            <dt>
              <a href="#/articles">{t(msg("Articles"))}</a>
            </dt>
            <dd>{number(articles)}</dd>
          </div>
          <div>
            <dt>{t(stock.quantities.some(({ unit }) => unit !== null) ? msg("Quantity") : msg("Pieces"))}</dt>
            <dd>{sumText(stock)}</dd>
            {activity !== null && (
              <Trend
                changes={activity.days.map(({ change }) => change)}
                now={piecesOf(stock)}
                amount={pieces}
              />
            )}
          </div>
          {values.length > 0 && (
            <div>
              <dt>{t(msg("Total value at today's prices"))}</dt>
              <dd>{valueTexts(values, currencies).join(" · ")}</dd>
              {activity !== null &&
                Array.from(valuesById(values, currencies), ([id, now]) => (
                  <Trend
                    key={id}
                    changes={activity.days.map((one) => valuesById(one.values, currencies).get(id) ?? 0)}
                    now={now}
                    amount={(value) => money(value, currencyName(currencies, id))}
                  />
                ))}
            </div>
          )}
          {activity !== null && <Today today={activity.today} />}
        </dl>
      )}
    </QueryBoundary>
  );
}

/** What is counted in pieces. */
const piecesOf = ({ quantities }: Pick<ArticleTotals, "quantities">) =>
  quantities.find(({ unit }) => unit === null)?.quantity ?? 0;

const MAX_SHOWN = 12;
/** The end of a pairing is announced this long before. */
const SOON_MS = 14 * 86_400_000;

/** The paired terminals: those with unsent counts or an ending pairing first, then by their last use. */
function Terminals() {
  return (
    <Card id="terminals-now" title={t(msg("Terminals"))}>
      <StreamBoundary of={eventData.devices}>
        {(all) => (
          <>
            {all.length === 0 && (
              <p class="muted">
                {t(msg("No paired terminals"))} <a href="#/people/pair">{t(msg("Pair terminal"))}</a>
              </p>
            )}
            <ul class="list">
              {inOrder(all)
                .slice(0, MAX_SHOWN)
                .map((device) => (
                  <Terminal key={device.deviceTokenId} device={device} />
                ))}
            </ul>
            {all.length > MAX_SHOWN && (
              <a href="#/people/devices">{t(msg("All {n} devices"), { n: all.length })}</a>
            )}
          </>
        )}
      </StreamBoundary>
    </Card>
  );
}

function Terminal({ device }: { readonly device: DeviceSummary }) {
  const { deviceName, user, lastUsedDT, pending, expiresAt } = device;
  return (
    <li class="terminal-line">
      <b>{deviceName}</b> <span class="muted">{user.fullName}</span>
      <br />
      <span>
        {lastUsedDT === null ? t(msg("Never seen")) : t(msg("Last seen {at}"), { at: when(lastUsedDT) })}
      </span>
      {pending > 0 && (
        <span class="error-text">
          {" "}
          <Icon name="send" size={16} />{" "}
          {t(msg("{n, plural, one {# unsent count} other {# unsent counts}}"), { n: pending })}
        </span>
      )}
      {isEndingSoon(device) && (
        <span class="error-text">
          {" "}
          <Icon name="warning" size={16} /> {t(msg("Pairing expires on {day}"), { day: day(expiresAt) })}
        </span>
      )}
    </li>
  );
}

const isEndingSoon = ({ expiresAt }: DeviceSummary) => Date.parse(expiresAt) - Date.now() < SOON_MS;

function inOrder(all: readonly DeviceSummary[]): readonly DeviceSummary[] {
  const rank = (device: DeviceSummary) => (device.pending > 0 ? 0 : isEndingSoon(device) ? 1 : 2);
  const seen = ({ lastUsedDT }: DeviceSummary) => (lastUsedDT === null ? 0 : Date.parse(lastUsedDT));
  return all.slice().sort((a, b) => rank(a) - rank(b) || seen(b) - seen(a));
}

/** Offers the tour to each user once in a browser. The help offers it again. */
function TourOffer() {
  const userId = session.value?.user.id;
  const [seen, setSeen] = useRemembered<"tourSeen">("tourSeen", []);
  if (userId === undefined || seen === null || seen.includes(userId)) return null;
  const close = () => setSeen([...seen, userId]);
  return (
    <Banner>
      <Toolbar>
        <span>{t(msg("New here? A tour of a few steps shows the console."))}</span>
        <Button
          onClick={() => {
            close();
            startTour();
          }}
        >
          {t(msg("Take the tour"))}
        </Button>
        <Button onClick={close}>{t(msg("Skip the tour"))}</Button>
      </Toolbar>
    </Banner>
  );
}

interface BackupCardProps {
  readonly query: QueryResult<readonly BackupTarget[]>;
  /** The last copy by a download or the site's own tool; undefined: not known yet. */
  readonly backup: BoxChecks["backup"] | undefined;
}

/** On the overview: whether the data are safe, and what came of the last test restore. */
function BackupCard({ query, backup }: BackupCardProps) {
  return (
    <Card id="backup-now" title={<a href="#/system/backup">{t(msg("Backup"))}</a>}>
      <QueryBoundary query={query}>
        {(targets) => backup !== undefined && <Content targets={targets} backup={backup} />}
      </QueryBoundary>
    </Card>
  );
}

function Content({
  targets,
  backup,
}: {
  readonly targets: readonly BackupTarget[];
  readonly backup: BoxChecks["backup"];
}) {
  const { tone, title, text } = safetyOf(targets, backup);
  const last = lastProven(targets);
  return (
    <>
      <p class={tone === "danger" ? "error-text" : ""}>
        <Icon name={tone === "success" || tone === "info" ? "there" : "warning"} size={18} /> <b>{title}</b>
      </p>
      <p>{text}</p>
      {last !== null && (
        <Facts
          facts={[
            [
              t(msg("Last test restore ({name})"), { name: last.name }),
              proofText({ ...last, isProving: false }),
            ],
          ]}
        />
      )}
    </>
  );
}

/** The target with the newest result of a test restore. */
function lastProven(targets: readonly BackupTarget[]): BackupTarget | null {
  const at = ({ proof }: BackupTarget) => (proof === null ? 0 : Date.parse(proof.at));
  const [first] = targets.filter(at).sort((a, b) => at(b) - at(a));
  return first ?? null;
}
