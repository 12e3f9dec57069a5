import { msg } from "../../../domain/message.ts";
import type { SecurityEvent } from "../../api/types/endpoints.d.ts";
import { number, t, when } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { addressQuery } from "../../router/address.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/surfaces.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { Pagination, usePaging } from "../../ui/table/pagination.tsx";
import { Problem } from "../../ui/use-action.tsx";
import { useDownload } from "../batch/use-download.ts";
import { useLiveQuery, usePreviousBody } from "../realtime/use-live-query.ts";
import { exportQuery, SecurityFilters, securityQuery } from "./security-filters.tsx";
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
