import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import type { AuditEntry } from "../../api/types/endpoints.d.ts";
import { causeText } from "../../articles/history-list.tsx";
import { t, when } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { addressOf, addressQuery } from "../../router/address.ts";
import { TextField } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { EmptyState } from "../../ui/surfaces.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { Pagination, usePaging } from "../../ui/table/pagination.tsx";
import type { Kind } from "../realtime/query-client.ts";
import { useLiveQuery, usePreviousBody } from "../realtime/use-live-query.ts";
import {
  type AuditRow,
  type AuditTexts,
  ENTITIES,
  entityText,
  recordHref,
  recordName,
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

/** The record of an entry, or the number of records. */
function RecordCell({ row: { entries } }: { readonly row: AuditRow }) {
  const [entry, ...others] = entries;
  if (others.length === 0) {
    return (
      <>
        {recordName(entry)}
        <br />
        <span class="muted">{entityText(entry.entity)}</span>
      </>
    );
  }
  const count = new Set(entries.map(({ entityId }) => entityId)).size;
  return (
    <>
      {entry.entity === "article"
        ? t(msg("{n, plural, one {# article} other {# articles}}"), { n: count })
        : t(msg("{entity}: {n, plural, one {# record} other {# records}}"), {
            n: count,
            entity: entityText(entry.entity),
          })}
    </>
  );
}

/** Who made the change, and on which device. */
function UserCell({ row }: { readonly row: AuditRow }) {
  const { user, device } = row.entries[0];
  return (
    <>
      {user?.fullName ?? t(msg("Server"))}
      {device !== null && <div class="muted">{device.name}</div>}
    </>
  );
}

interface ChangesProps {
  readonly row: AuditRow;
  readonly texts: AuditTexts;
}

/** The changes; for several records the common ones, and each record on demand. */
function ChangesCell({ row: { entries }, texts }: ChangesProps) {
  const [entry, ...others] = entries;
  const cause = causeText(entry.cause);
  return (
    <div class="audit-changes">
      {others.length === 0 ? (
        <Lines entry={entry} texts={texts} />
      ) : (
        <details>
          <summary>{commonChanges(entries, texts)}</summary>
          <ul>
            {entries.map((one) => (
              <li key={one.oid}>
                <a href={historyHref(one)}>{recordName(one)}</a>
                <Lines entry={one} texts={texts} />
              </li>
            ))}
          </ul>
        </details>
      )}
      {cause !== null && <p class="muted">{t(msg("Source: {cause}"), { cause })}</p>}
    </div>
  );
}

/** The link of a line: to all entries of its record, or of its bulk change. */
function rowHref({ entries: [entry, ...others] }: AuditRow): string {
  if (others.length === 0) return historyHref(entry);
  const { cause, entity, user, changes } = entry;
  if (cause !== null) return `#${addressOf("/system/audit", { cause })}`;
  const field = changes[0]?.field ?? null;
  return `#${addressOf("/system/audit", { entity, userId: user?.id ?? null, field })}`;
}

const historyHref = ({ entity, entityId }: AuditEntry) =>
  `#${addressOf("/system/audit", { entity, entityId })}`;

function Lines({ entry, texts }: { readonly entry: AuditEntry; readonly texts: AuditTexts }) {
  return (
    <>
      {entry.action !== "update" && (
        <p>
          <b>{actionText(entry)}</b>
        </p>
      )}
      {entry.changes.map((change, at) => (
        // A field may have changed in several entries.
        <p key={`${change.field} ${at}`}>{texts.lineOf(change, entry.entity)}</p>
      ))}
    </>
  );
}

/** `Category: Tools, Price`: with the new value if it is the same in all entries. */
function commonChanges(entries: AuditRow["entries"], texts: AuditTexts): string {
  const [first] = entries;
  if (first.action !== "update") return actionText(first);
  const changes = entries.flatMap((entry) => entry.changes);
  const fields = [...new Set(changes.map(({ field }) => field))];
  return fields
    .map((field) => {
      const ofField = changes.filter((change) => change.field === field);
      const values = new Set(ofField.map(({ after }) => JSON.stringify(after)));
      const [one] = ofField;
      if (values.size > 1 || one === undefined || one.after === null)
        return texts.fieldOf(field, first.entity);
      return texts.lineOf({ ...one, before: null }, first.entity);
    })
    .join(", ");
}

function actionText({ action }: AuditEntry): string {
  return t(action === "create" ? msg("Created") : msg("Deleted"));
}
