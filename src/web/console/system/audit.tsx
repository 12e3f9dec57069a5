import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import type { AuditEntry } from "../../api/types/endpoints.d.ts";
import { t, when } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { addressQuery } from "../../router/address.ts";
import { TextField } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { EmptyState } from "../../ui/surfaces.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { Pagination, usePaging } from "../../ui/table/pagination.tsx";
import type { Kind } from "../realtime/query-client.ts";
import { useLiveQuery, usePreviousBody } from "../realtime/use-live-query.ts";
import { ChangesCell, RecordCell, rowHref, UserCell } from "./audit-cells.tsx";
import {
  type AuditRow,
  type AuditTexts,
  ENTITIES,
  recordHref,
  rowOfOne,
  rowsOf,
  useAuditTexts,
} from "./audit-texts.ts";
import { filter, LogFilters, logQuery, NO_FILTER, UserFilter } from "./log-filters.tsx";
import { SystemScreen } from "./system-screen.tsx";

/** Parts of the address that are sent to the server unchanged. */
const PARTS = ["entity", "entityId", "userId", "cause", "field", "before"];
/** Entries on a page. */
const PAGE = 100;
const FOLLOWS: readonly Kind[] = [
  ...(["articles", "locations", "catalogues", "users", "formats"] as const),
  ...(["inventories", "printers", "devices"] as const),
];

/** `#/system/audit`: all changes with user and time, newest first. */
export function AuditScreen() {
  const query = addressQuery();
  const { query: result, isWaiting } = usePreviousBody(
    useLiveQuery(logQuery(call("GET /api/audit"), PARTS, query), { follows: FOLLOWS }),
  );
  const columns = columnsOf(useAuditTexts());
  const next = isWaiting ? null : (result.body?.[PAGE - 1]?.oid ?? null);
  /** With a filter on one record, cause or field, all entries are shown. */
  const isOneChange = ["entityId", "cause", "field"].some((name) => query.has(name));
  const paging = usePaging({ name: "before", query, next });
  const table = (rows: readonly AuditRow[] | null) => (
    <div class="audit">
      <DataTable
        caption={t(msg("Audit log"))}
        columns={columns}
        rows={rows}
        idOf={({ oid }) => oid}
        hrefOf={rowHref}
        paging={paging}
        isOutdated={isWaiting}
      />
    </div>
  );
  return (
    <SystemScreen title={t(msg("Audit log"))}>
      <AuditFilters />
      <QueryBoundary
        query={result}
        empty={
          <EmptyState
            icon="find"
            title={t(msg("No matching changes"))}
            text={t(msg("Change or clear the filters."))}
          />
        }
        loading={table(null)}
      >
        {(entries) => (
          <>
            {query.has("entityId") && <ToRecord newest={entries[0]} />}
            {table(isOneChange ? entries.map(rowOfOne) : rowsOf(entries))}
          </>
        )}
      </QueryBoundary>
      <Pagination paging={paging} pageRows={PAGE} shown={result.body?.length ?? 0} isWaiting={isWaiting} />
    </SystemScreen>
  );
}

/** A link from the history of a record to the record, unless it was deleted. */
function ToRecord({ newest }: { readonly newest: AuditEntry | undefined }) {
  const href = newest === undefined ? null : recordHref(newest);
  if (href === null) return null;
  return (
    <p>
      <a href={href}>{t(msg("Open record"))}</a>
    </p>
  );
}

function columnsOf(texts: AuditTexts): readonly Column<AuditRow>[] {
  return [
    { key: "record", title: t(msg("Record")), cell: (row) => <RecordCell row={row} /> },
    { key: "at", title: t(msg("When")), cell: ({ entries: [{ at }] }) => when(at) },
    { key: "who", title: t(msg("User")), cell: (row) => <UserCell row={row} /> },
    { key: "what", title: t(msg("Changes")), cell: (row) => <ChangesCell row={row} texts={texts} /> },
  ];
}

const FILTERS = ["userId", "entity", "entityId", "field", "cause", "from", "to"];

/** The filters of the audit log. */
function AuditFilters() {
  const query = addressQuery();
  const entity = query.get("entity");
  return (
    <LogFilters names={FILTERS}>
      <UserFilter />
      <Select
        label={t(msg("Record type"))}
        items={[
          NO_FILTER(),
          ...Object.entries(ENTITIES).map(([value, label]) => ({ value, label: t(label) })),
        ]}
        value={entity ?? ""}
        onValue={(value) => filter({ entity: value, entityId: null })}
      />
      {entity !== null && (
        <TextField
          label={t(msg("Record number"))}
          value={query.get("entityId") ?? ""}
          onValue={(value) => filter({ entityId: value.replace(/\D/g, "") })}
        />
      )}
    </LogFilters>
  );
}
