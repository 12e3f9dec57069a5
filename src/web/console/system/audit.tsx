import { type Message, msg } from "../../../domain/message.ts";
import { call, type InputOf } from "../../api/call.ts";
import type { AuditEntry } from "../../api/types/endpoints.d.ts";
import { causeText } from "../../articles/history-list.tsx";
import { t, when } from "../../i18n/translate.ts";
import { addressOf, addressQuery } from "../../router/address.ts";
import { optionsOf } from "../../ui/select.tsx";
import type { Column } from "../../ui/table/data-table.tsx";
import { usePeople } from "../articles/names.ts";
import { ListScreen } from "../list-screen/list-screen.tsx";
import { useList } from "../list-screen/use-list.ts";
import type { Kind } from "../realtime/query-client.ts";
import {
  type AuditRow,
  type AuditTexts,
  ENTITIES,
  entityText,
  isOfJob,
  recordHref,
  recordName,
  rowOfOne,
  rowsOf,
  useAuditTexts,
} from "./audit-texts.ts";
import { SystemTabs } from "./system-screen.tsx";

const FOLLOWS: readonly Kind[] = [
  ...(["articles", "locations", "catalogues", "users", "formats"] as const),
  ...(["inventories", "printers", "devices"] as const),
];

type Entity = NonNullable<InputOf<"GET /api/audit">["entity"]>;

/** `#/system/audit`: all changes with user and time, newest first. */
export function AuditScreen() {
  const users = usePeople();
  const texts = useAuditTexts();
  const list = useList({
    filters: {
      userId: { kind: "record", label: t(msg("User")), items: users },
      entity: {
        kind: "choice",
        label: t(msg("Record type")),
        items: optionsOf(ENTITIES as Readonly<Record<Entity, Message>>),
      },
      entityId: { kind: "number", label: t(msg("Record number")), within: "entity" },
      field: {
        kind: "link",
        label: t(msg("Field")),
        text: (field) => texts.fieldOf(field, addressQuery().get("entity") ?? ""),
      },
      cause: { kind: "link", label: t(msg("Source")), text: (cause) => causeText(cause) ?? cause },
      from: { kind: "from" },
      to: { kind: "to" },
    },
    pages: { by: "before", rows: 100 },
    request: (filters, page) => call("GET /api/audit", { ...filters, ...page }),
    follows: FOLLOWS,
  });
  const { entityId, cause, field } = list.values;
  /** With a filter on one record, cause or field, all entries are shown. */
  const isOneChange = [entityId, cause, field].some((value) => value !== undefined);
  const entries = list.rows ?? [];
  const rows = isOneChange ? entries.map(rowOfOne) : rowsOf(entries);
  return (
    <ListScreen
      title={t(msg("Audit log"))}
      tabs={<SystemTabs />}
      list={{ ...list, rows: list.rows && rows }}
      summary={entityId !== undefined && <ToRecord newest={entries[0]} />}
      columns={columnsOf(texts)}
      hrefOf={rowHref}
      empty={{ icon: "find", title: t(msg("No changes yet")) }}
    />
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
    { title: t(msg("Record")), cell: (row) => <RecordCell row={row} /> },
    { title: t(msg("When")), cell: ({ entries: [{ at }] }) => when(at) },
    { title: t(msg("User")), cell: (row) => <UserCell row={row} /> },
    { title: t(msg("Changes")), cell: (row) => <ChangesCell row={row} texts={texts} /> },
  ];
}

/** The record of an entry, or the number of records. */
function RecordCell({ row: { entries } }: { readonly row: AuditRow }) {
  const [entry, ...others] = entries;
  if (others.length === 0) {
    return (
      <>
        {recordName(entry)}
        <br />
        <span class="muted audit-entity">{entityText(entry.entity)}</span>
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
  if (isOfJob(cause)) return `#${addressOf("/system/audit", { cause })}`;
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
        <p key={`${change.field} ${at}`}>{texts.lineOf(change, entry)}</p>
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
      return texts.lineOf({ ...one, before: null }, first);
    })
    .join(", ");
}

function actionText({ action }: AuditEntry): string {
  return t(action === "create" ? msg("Created") : msg("Deleted"));
}
