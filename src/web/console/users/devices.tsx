import { msg } from "../../../domain/message.ts";
import { endPairing, makeShared } from "../../account/pairing-code.tsx";
import type { DeviceSummary } from "../../api/types/endpoints.d.ts";
import { day, t, when } from "../../i18n/translate.ts";
import { Badge } from "../../ui/badge.tsx";
import { Banner } from "../../ui/banner.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import type { Column } from "../../ui/table/data-table.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { type Change, MutationButton } from "../forms/mutation.tsx";
import { ListScreen } from "../list-screen/list-screen.tsx";
import { listOf } from "../list-screen/use-list.ts";
import { eventData } from "../realtime/live.ts";
import { topicQuery } from "../realtime/topic-query.ts";
import { byUrgency, endingWith, endsSoon, KIND_TEXTS } from "./live-devices.ts";
import { LinkToUsers } from "./user-fields.tsx";

/** The paired devices, those that end soon first. */
export function DevicesScreen() {
  const query = topicQuery(eventData.devices);
  const list = listOf({ ...query, body: query.body && byUrgency(query.body) });
  return (
    <ListScreen
      title={t(msg("Paired devices"))}
      above={<LinkToUsers />}
      actions={
        <ButtonLink kind="primary" href="#/people/pair">
          {t(msg("Pair a device"))}
        </ButtonLink>
      }
      list={list}
      summary={<Ending count={list.rows?.filter((one) => endsSoon(one)).length ?? 0} />}
      columns={columns()}
      idOf={({ deviceTokenId }) => deviceTokenId}
      empty={{
        icon: "lock",
        title: t(msg("No paired devices")),
        text: t(msg("Pair a terminal or a phone to count with it.")),
        action: <ButtonLink href="#/people/pair">{t(msg("Pair a device"))}</ButtonLink>,
      }}
    />
  );
}

function Ending({ count }: { readonly count: number }) {
  if (count === 0) return null;
  return (
    <Banner tone="warning">
      <b>
        {t(msg("{n, plural, one {# pairing ends} other {# pairings end}} within 14 days."), { n: count })}
      </b>{" "}
      {t(
        msg(
          "Before that day, create a code under “Pair a device” and scan it on the device at “Pair again”. It stays the same device and keeps its unsent counts.",
        ),
      )}
    </Banner>
  );
}

function columns(): readonly Column<DeviceSummary>[] {
  return [
    {
      title: t(msg("Device")),
      cell: ({ deviceName, pairedBy }) => (
        <>
          <b>{deviceName}</b>
          {pairedBy !== null && (
            <>
              <br />
              <span class="secondary">{t(msg("paired by {name}"), pairedBy)}</span>
            </>
          )}
        </>
      ),
    },
    { title: t(msg("Type")), cell: ({ kind }) => t(KIND_TEXTS[kind]) },
    {
      title: t(msg("Owner")),
      cell: ({ user, kind }) =>
        kind === "terminal" ? "–" : <a href={`#/people/${user.id}`}>{user.fullName}</a>,
    },
    {
      title: t(msg("Last seen")),
      cell: ({ lastUsedDT }) => (lastUsedDT === null ? t(msg("never")) : when(lastUsedDT)),
    },
    { title: t(msg("Unsent")), number: ({ pending }) => pending },
    { title: t(msg("Paired until")), cell: (device) => <EndsOn device={device} /> },
    { title: t(msg("Pairing")), cell: (device) => <Actions device={device} /> },
  ];
}

function Actions({ device }: { readonly device: DeviceSummary }) {
  return (
    <Toolbar>
      {device.kind === "personal" && (
        <MutationButton aria-label={`${t(SHARE)} ${device.deviceName}`} change={() => sharingOf(device)}>
          {t(SHARE)}
        </MutationButton>
      )}
      <MutationButton aria-label={`${t(REVOKE)} ${device.deviceName}`} change={() => revocationOf(device)}>
        {t(REVOKE)}
      </MutationButton>
    </Toolbar>
  );
}

const sharingOf = ({ deviceTokenId, deviceName: name }: DeviceSummary): Change => ({
  question: {
    title: t(msg("Make {name} a shared terminal?"), { name }),
    text: t(
      msg(
        "It stays paired and keeps its unsent counts. From then on it does nothing by itself; people log in on it by PIN.",
      ),
    ),
    action: t(SHARE),
  },
  send: () => makeShared(deviceTokenId),
  done: t(msg("{name} is now a shared terminal."), { name }),
});

function EndsOn({ device }: { readonly device: DeviceSummary }) {
  const hasEnded = Date.parse(device.expiresAt) < Date.now();
  return (
    <>
      {day(device.expiresAt)}{" "}
      {endsSoon(device) && <Badge tone="warning">{t(hasEnded ? msg("ended") : msg("ends soon"))}</Badge>}
    </>
  );
}

function revocationOf({ deviceTokenId, deviceName: name, pending }: DeviceSummary): Change {
  const unsent =
    pending === 0
      ? t(msg("It has last reported no unsent counts."))
      : t(
          msg(
            "{n, plural, one {# count on it is not sent yet. It stays} other {# counts on it are not sent yet. They stay}} there and can be sent only after the device is paired again, or saved there as a file.",
          ),
          { n: pending },
        );
  const below = endingWith(deviceTokenId, eventData.devices.value ?? []);
  const others =
    below.length === 0
      ? []
      : [
          t(
            msg(
              "{n, plural, one {# device that was paired by it ends too; pair it again to keep it} other {# devices that were paired by it end too; pair them again to keep them}}.",
            ),
            { n: below.length },
          ),
        ];
  const immediately = t(
    msg("It stops working immediately and sends nothing until it is paired again as a new device."),
  );
  return {
    question: {
      title: t(msg("Revoke {name}?"), { name }),
      text: [immediately, unsent, ...others].join(" "),
      action: t(REVOKE),
      isDangerous: true,
    },
    send: () => endPairing(deviceTokenId),
    done: t(msg("{name} revoked."), { name }),
  };
}

const SHARE = msg("Make shared");
const REVOKE = msg("Revoke");
