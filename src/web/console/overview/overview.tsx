import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import type { DeviceSummary } from "../../api/types/endpoints.d.ts";
import { day, t, when } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { Card, Cards } from "../../ui/card.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useBackupTargets } from "../backup/attention.ts";
import { BackupCard } from "../backup/backup-card.tsx";
import { Screen } from "../layout/screen.tsx";
import { FirstSteps } from "../onboarding/first-steps.tsx";
import { eventData } from "../realtime/live.ts";
import { StreamBoundary } from "../realtime/stream-boundary.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { TourOffer } from "../tour/tour-offer.tsx";
import { Attention } from "./attention.tsx";
import { Printers, useConditions } from "./printers.tsx";
import { REPORT_EVERY_S, ServerHealth } from "./server-health.tsx";
import { Stocktakes } from "./stocktakes.tsx";
import "./overview.css";

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
