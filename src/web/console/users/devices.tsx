import { msg } from "../../../domain/message.ts";
import { endPairing, makeShared } from "../../account/pairing-code.tsx";
import type { DeviceSummary } from "../../api/types/endpoints.d.ts";
import { day, number, t, when } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { confirm } from "../../ui/confirm.tsx";
import { EmptyState } from "../../ui/surfaces.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { showError, showSuccess } from "../../ui/toast.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { problemText } from "../forms/problem.ts";
import { Screen } from "../layout/screen.tsx";
import { eventData } from "../realtime/live.ts";
import { byUrgency, endingWith, endsSoon, KIND_TEXTS, liveDevices } from "./live-devices.ts";
import { LinkToUsers } from "./user-fields.tsx";
import "./users.css";

/** The paired devices, those that end soon first. */
export function DevicesScreen() {
  const pair = <ButtonLink href="#/people/pair">{t(TEXTS.pair)}</ButtonLink>;
  return (
    <Screen title={t(TEXTS.title)} above={<LinkToUsers />} actions={pair}>
      <QueryBoundary
        query={liveDevices()}
        empty={
          <EmptyState icon="lock" title={t(TEXTS.none)} text={t(TEXTS.first)}>
            <ButtonLink kind="secondary" href="#/people/pair">
              {t(TEXTS.pair)}
            </ButtonLink>
          </EmptyState>
        }
      >
        {(devices) => (
          <>
            <Ending count={devices.filter((one) => endsSoon(one)).length} />
            <DataTable
              caption={t(TEXTS.title)}
              columns={columns()}
              rows={byUrgency(devices)}
              idOf={({ deviceTokenId }) => deviceTokenId}
            />
          </>
        )}
      </QueryBoundary>
    </Screen>
  );
}

function Ending({ count }: { readonly count: number }) {
  if (count === 0) return null;
  return (
    <Banner tone="warning">
      <b>{t(TEXTS.ending, { n: count })}</b> {t(TEXTS.endingHow)}
    </Banner>
  );
}

function columns(): readonly Column<DeviceSummary>[] {
  return [
    {
      key: "name",
      title: t(TEXTS.name),
      cell: ({ deviceName, pairedBy }) => (
        <>
          <b>{deviceName}</b>
          {pairedBy !== null && (
            <>
              <br />
              <span class="secondary">{t(TEXTS.pairedBy, pairedBy)}</span>
            </>
          )}
        </>
      ),
    },
    { key: "kind", title: t(TEXTS.kind), cell: ({ kind }) => t(KIND_TEXTS[kind]) },
    {
      key: "whose",
      title: t(TEXTS.whose),
      cell: ({ user, kind }) =>
        kind === "terminal" ? "–" : <a href={`#/people/${user.id}`}>{user.fullName}</a>,
    },
    {
      key: "seen",
      title: t(TEXTS.seen),
      cell: ({ lastUsedDT }) => (lastUsedDT === null ? t(TEXTS.never) : when(lastUsedDT)),
    },
    { key: "unsent", title: t(TEXTS.unsent), isNumber: true, cell: ({ pending }) => number(pending) },
    { key: "ends", title: t(TEXTS.ends), cell: (device) => <EndsOn device={device} /> },
    {
      key: "revoke",
      title: t(TEXTS.action),
      cell: (device) => <Actions device={device} />,
    },
  ];
}

function Actions({ device }: { readonly device: DeviceSummary }) {
  return (
    <Toolbar>
      {device.kind === "personal" && (
        <Button
          kind="secondary"
          aria-label={`${t(TEXTS.share)} ${device.deviceName}`}
          onClick={() => share(device)}
        >
          {t(TEXTS.share)}
        </Button>
      )}
      <Button
        kind="secondary"
        aria-label={`${t(TEXTS.revoke)} ${device.deviceName}`}
        onClick={() => revoke(device)}
      >
        {t(TEXTS.revoke)}
      </Button>
    </Toolbar>
  );
}

async function share({ deviceTokenId, deviceName: name }: DeviceSummary): Promise<void> {
  const question = { title: t(TEXTS.shareTitle, { name }), text: t(TEXTS.shareText), action: t(TEXTS.share) };
  if (!(await confirm(question))) return;
  try {
    await makeShared(deviceTokenId);
    showSuccess(t(TEXTS.shared, { name }));
  } catch (error) {
    showError(problemText(error));
  }
}

function EndsOn({ device }: { readonly device: DeviceSummary }) {
  const hasEnded = Date.parse(device.expiresAt) < Date.now();
  return (
    <>
      {day(device.expiresAt)}{" "}
      {endsSoon(device) && <Badge tone="warning">{t(hasEnded ? TEXTS.over : TEXTS.soon)}</Badge>}
    </>
  );
}

async function revoke({ deviceTokenId, deviceName: name, pending }: DeviceSummary): Promise<void> {
  const unsent = pending === 0 ? t(TEXTS.nothingUnsent) : t(TEXTS.holds, { n: pending });
  const below = endingWith(deviceTokenId, eventData.devices.value ?? []);
  const others = below.length === 0 ? [] : [t(TEXTS.endsToo, { n: below.length })];
  const text = [t(TEXTS.stops), unsent, ...others].join(" ");
  const question = {
    title: t(TEXTS.revokeTitle, { name }),
    text,
    action: t(TEXTS.revoke),
    isDangerous: true,
  };
  if (!(await confirm(question))) return;
  try {
    await endPairing(deviceTokenId);
    showSuccess(t(TEXTS.revoked, { name }));
  } catch (error) {
    showError(problemText(error));
  }
}

const TEXTS = {
  title: msg("Paired devices"),
  pair: msg("Pair a device"),
  none: msg("No paired devices"),
  first: msg("Pair a terminal or a phone to count with it."),
  ending: msg("{n, plural, one {# pairing ends} other {# pairings end}} within 14 days."),
  endingHow: msg(
    "Before that day, create a code under “Pair a device” and scan it on the device at “Pair again”. It stays the same device and keeps its unsent counts.",
  ),
  name: msg("Device"),
  kind: msg("Type"),
  whose: msg("Owner"),
  share: msg("Make shared"),
  shareTitle: msg("Make {name} a shared terminal?"),
  shareText: msg(
    "It stays paired and keeps its unsent counts. From then on it does nothing by itself; people log in on it by PIN.",
  ),
  shared: msg("{name} is now a shared terminal."),
  seen: msg("Last seen"),
  never: msg("never"),
  unsent: msg("Unsent"),
  ends: msg("Paired until"),
  soon: msg("ends soon"),
  over: msg("ended"),
  pairedBy: msg("paired by {name}"),
  endsToo: msg(
    "{n, plural, one {# device that was paired by it ends too; pair it again to keep it} other {# devices that were paired by it end too; pair them again to keep them}}.",
  ),
  action: msg("Pairing"),
  revoke: msg("Revoke"),
  revokeTitle: msg("Revoke {name}?"),
  stops: msg("It stops working immediately and sends nothing until it is paired again as a new device."),
  nothingUnsent: msg("It has last reported no unsent counts."),
  holds: msg(
    "{n, plural, one {# count on it is not sent yet. It stays} other {# counts on it are not sent yet. They stay}} there and can be sent only after the device is paired again, or saved there as a file.",
  ),
  revoked: msg("{name} revoked."),
};
