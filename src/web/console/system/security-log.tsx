import { msg } from "../../../domain/message.ts";
import { KIND_NAMES } from "../../../domain/security-event-kinds.ts";
import { MAX_ADDRESS_LENGTH } from "../../../domain/text-limits.ts";
import { call } from "../../api/call.ts";
import type { SecurityEvent } from "../../api/types/endpoints.d.ts";
import { number, t, when } from "../../i18n/translate.ts";
import type { Column } from "../../ui/table/data-table.tsx";
import { usePeople } from "../articles/names.ts";
import { ListScreen } from "../list-screen/list-screen.tsx";
import { useList } from "../list-screen/use-list.ts";
import { eventData } from "../realtime/live.ts";
import { detailLines, KIND_TEXTS, REASON_TEXTS } from "./security-texts.ts";
import { SystemTabs } from "./system-screen.tsx";

/** `#/system/security-log`: logins, failures and changes of users, devices and settings, newest first. */
export function SecurityLogScreen() {
  const users = usePeople();
  const devices = eventData.devices.value ?? [];
  const kinds = KIND_NAMES.map((value) => ({ value, label: t(KIND_TEXTS[value]) }));
  const list = useList({
    filters: {
      kind: {
        kind: "choice",
        label: t(msg("Event")),
        items: kinds.sort((a, b) => a.label.localeCompare(b.label)),
      },
      outcome: {
        kind: "choice",
        label: t(msg("Outcome")),
        items: [
          { value: "success", label: t(msg("Succeeded")) },
          { value: "failure", label: t(msg("Failed")) },
        ],
      },
      userId: { kind: "record", label: t(msg("User")), items: users },
      deviceId: {
        kind: "record",
        label: t(msg("Device")),
        items: devices.map(({ deviceTokenId, deviceName }) => ({ oid: deviceTokenId, name: deviceName })),
      },
      address: { kind: "text", label: t(msg("Address")), maxLength: MAX_ADDRESS_LENGTH },
      from: { kind: "from" },
      to: { kind: "to" },
    },
    pages: { by: "before", rows: 100 },
    request: (filters, page) => call("GET /api/security-events", { ...filters, ...page }),
    everySeconds: 30,
  });
  return (
    <ListScreen
      title={t(msg("Security log"))}
      tabs={<SystemTabs />}
      list={list}
      exports={[{ label: t(msg("Export")), request: call("GET /api/security-events/export", list.values) }]}
      columns={columns()}
      empty={{ icon: "find", title: t(msg("No events yet")) }}
    />
  );
}

function columns(): readonly Column<SecurityEvent>[] {
  return [
    { title: t(msg("Event")), cell: (event) => <EventCell event={event} /> },
    { title: t(msg("When")), cell: (event) => <TimeCell event={event} /> },
    { title: t(msg("User")), cell: (event) => <UserCell event={event} /> },
    { title: t(msg("Target")), cell: ({ target }) => target && (target.name ?? target.id) },
    { title: t(msg("Address")), isCode: true, cell: ({ address }) => address },
  ];
}

interface CellProps {
  readonly event: SecurityEvent;
}

function EventCell({ event }: CellProps) {
  const { kind, outcome, reason } = event;
  return (
    <div class="audit-changes">
      {t(KIND_TEXTS[kind])}
      {outcome === "failure" && (
        <p class="failed-event">{t(reason === null ? msg("Failed") : REASON_TEXTS[reason])}</p>
      )}
      {detailLines(event).map((line) => (
        <p key={line} class="muted">
          {line}
        </p>
      ))}
    </div>
  );
}

function TimeCell({ event: { at, lastAt, count } }: CellProps) {
  return (
    <>
      {when(at)}
      {count > 1 && (
        <div class="muted">{t(msg("{n}×, last {last}"), { n: number(count), last: when(lastAt) })}</div>
      )}
    </>
  );
}

/** The user, or the user name of a failed login; otherwise the network address. */
function UserCell({ event: { user, device, address } }: CellProps) {
  const nobody = address === null && device === null ? msg("Server") : msg("Unknown");
  return (
    <>
      {user?.fullName ?? (device === null && t(nobody))}
      {device !== null && <div class={user === null ? "" : "muted"}>{device.name}</div>}
    </>
  );
}
