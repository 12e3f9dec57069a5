import { msg } from "../../../domain/message.ts";
import { KIND_NAMES } from "../../../domain/security-event-kinds.ts";
import { MAX_ADDRESS_LENGTH } from "../../../domain/text-limits.ts";
import { call } from "../../api/call.ts";
import type { SecurityEvent } from "../../api/types/endpoints.d.ts";
import { number, t, when } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { addressQuery } from "../../router/address.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { EmptyState } from "../../ui/surfaces.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { Pagination, usePaging } from "../../ui/table/pagination.tsx";
import { Problem } from "../../ui/use-action.tsx";
import { useDownload } from "../batch/use-download.ts";
import { useLiveQuery, usePreviousBody } from "../realtime/use-live-query.ts";
import { liveDevices } from "../users/live-devices.ts";
import { filter, LogFilters, logQuery, NO_FILTER, UserFilter } from "./log-filters.tsx";
import { detailLines, KIND_TEXTS, REASON_TEXTS } from "./security-texts.ts";
import { SystemScreen } from "./system-screen.tsx";

/** Events on a page. */
const PAGE = 100;
const EVERY_S = 30;

/** `#/system/security-log`: logins, failures and changes of users, devices and settings, newest first. */
export function SecurityLogScreen() {
  const query = addressQuery();
  const { query: result, isWaiting } = usePreviousBody(
    useLiveQuery(securityQuery(query), { everySeconds: EVERY_S }),
  );
  const next = isWaiting ? null : (result.body?.[PAGE - 1]?.oid ?? null);
  const paging = usePaging({ name: "before", query, next });
  const { coming, problem, start } = useDownload();
  const download = (
    <Button kind="secondary" disabled={coming !== null} onClick={() => void start(exportQuery(query))}>
      {t(msg("Export"))}
    </Button>
  );
  const table = (rows: readonly SecurityEvent[] | null) => (
    <div class="security-log">
      <DataTable
        caption={t(msg("Security log"))}
        columns={columns()}
        rows={rows}
        idOf={({ oid }) => oid}
        paging={paging}
        isOutdated={isWaiting}
      />
    </div>
  );
  return (
    <SystemScreen title={t(msg("Security log"))} actions={download}>
      <Problem text={problem} />
      <SecurityFilters />
      <QueryBoundary
        query={result}
        empty={
          <EmptyState
            icon="find"
            title={t(msg("No matching events"))}
            text={t(msg("Change or clear the filters."))}
          />
        }
        loading={table(null)}
      >
        {table}
      </QueryBoundary>
      <Pagination paging={paging} pageRows={PAGE} shown={result.body?.length ?? 0} isWaiting={isWaiting} />
    </SystemScreen>
  );
}

function columns(): readonly Column<SecurityEvent>[] {
  return [
    { key: "kind", title: t(msg("Event")), cell: (event) => <EventCell event={event} /> },
    { key: "at", title: t(msg("When")), cell: (event) => <TimeCell event={event} /> },
    { key: "user", title: t(msg("User")), cell: (event) => <UserCell event={event} /> },
    { key: "target", title: t(msg("Target")), cell: ({ target }) => target && (target.name ?? target.id) },
    { key: "address", title: t(msg("Address")), isCode: true, cell: ({ address }) => address },
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

/** The filters of the security log. */
function SecurityFilters() {
  const query = addressQuery();
  const devices = liveDevices().body ?? [];
  const kinds = KIND_NAMES.map((kind) => ({ value: kind, label: t(KIND_TEXTS[kind]) })).sort((a, b) =>
    a.label.localeCompare(b.label),
  );
  return (
    <LogFilters names={SECURITY_FILTERS}>
      <Select
        label={t(msg("Event"))}
        items={[NO_FILTER(), ...kinds]}
        value={query.get("kind") ?? ""}
        onValue={(kind) => filter({ kind })}
      />
      <Select
        label={t(msg("Outcome"))}
        items={[NO_FILTER(), ...OUTCOMES.map(({ value, label }) => ({ value, label: t(label) }))]}
        value={query.get("outcome") ?? ""}
        onValue={(outcome) => filter({ outcome })}
      />
      <UserFilter />
      <Select
        label={t(msg("Device"))}
        items={[
          NO_FILTER(),
          ...devices.map(({ deviceTokenId, deviceName }) => ({
            value: String(deviceTokenId),
            label: deviceName,
          })),
        ]}
        value={query.get("deviceId") ?? ""}
        onValue={(deviceId) => filter({ deviceId })}
      />
      <TextField
        label={t(msg("Address"))}
        value={query.get("address") ?? ""}
        maxLength={MAX_ADDRESS_LENGTH}
        onValue={(address) => filter({ address: address.trim() })}
      />
    </LogFilters>
  );
}

const OUTCOMES = [
  { value: "success", label: msg("Succeeded") },
  { value: "failure", label: msg("Failed") },
];

/** Parts of the address that are sent to the server unchanged. */
const PARTS = ["kind", "outcome", "userId", "deviceId", "address"];

/** Parts of the address that are filters. */
const SECURITY_FILTERS = [...PARTS, "from", "to"];

/** A page of the events that match the filters. */
const securityQuery = (address: URLSearchParams) =>
  logQuery(call("GET /api/security-events"), [...PARTS, "before"], address);

/** The table of all events that match the filters. */
const exportQuery = (address: URLSearchParams) =>
  logQuery(call("GET /api/security-events/export"), PARTS, address);
