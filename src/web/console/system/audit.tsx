import type { AuditEntry } from "../../../audit/shapes.ts";
import { say } from "../../../words.ts";
import { Shown } from "../../answers/shown.tsx";
import { t, when } from "../../app/words.ts";
import { causeWords } from "../../find/history-words.ts";
import { addressOf, addressQuery } from "../frame/address.ts";
import { type Kind, useLive } from "../live/use-live.ts";
import { type Column, DataTable } from "../table/data-table.tsx";
import { Pager, usePaging } from "../table/pager.tsx";
import { AuditFilters } from "./audit-filters.tsx";
import { type AuditWords, useAuditWords } from "./audit-names.ts";
import { auditPath } from "./audit-query.ts";
import { entityName, recordHref } from "./audit-words.ts";
import { SystemScreen } from "./system-screen.tsx";

/** Entries on a page. */
const PAGE = 100;
const FOLLOWS: readonly Kind[] = [
  ...(["articles", "locations", "catalogues", "users", "formats"] as const),
  ...(["inventories", "printers", "devices"] as const),
];

/** `#/system/audit`: who changed what when, newest first. */
export function AuditScreen() {
  const query = addressQuery();
  const answer = useLive<readonly AuditEntry[]>(auditPath(query), { follows: FOLLOWS });
  const columns = columnsOf(useAuditWords());
  const next = answer.body?.[PAGE - 1]?.oid ?? null;
  const paging = usePaging({ name: "before", query, next });
  return (
    <SystemScreen title={t(TEXTS.title)}>
      <AuditFilters />
      <Shown answer={answer} empty={TEXTS.nothing}>
        {(entries) => (
          <>
            {query.has("entityId") && <ToRecord newest={entries[0]} />}
            <div class="audit">
              <DataTable
                caption={t(TEXTS.title)}
                columns={columns}
                rows={entries}
                idOf={({ oid }) => oid}
                hrefOf={({ entity, entityId }) => `#${addressOf("/system/audit", { entity, entityId })}`}
              />
            </div>
          </>
        )}
      </Shown>
      <Pager paging={paging} pageRows={PAGE} shown={answer.body?.length ?? 0} />
    </SystemScreen>
  );
}

/** From the history of one record to the record itself, while it is there. */
function ToRecord({ newest }: { readonly newest: AuditEntry | undefined }) {
  const href = newest === undefined ? null : recordHref(newest);
  if (href === null) return null;
  return (
    <p>
      <a href={href}>{t(TEXTS.open)}</a>
    </p>
  );
}

function columnsOf(words: AuditWords): readonly Column<AuditEntry>[] {
  return [
    { key: "record", title: t(TEXTS.record), cell: ({ entity, entityId }) => entityName(entity, entityId) },
    { key: "at", title: t(TEXTS.at), cell: ({ at }) => when(at) },
    { key: "who", title: t(TEXTS.who), cell: (entry) => <Who entry={entry} /> },
    { key: "what", title: t(TEXTS.what), cell: (entry) => <What entry={entry} words={words} /> },
  ];
}

function Who({ entry: { user, device } }: { readonly entry: AuditEntry }) {
  return (
    <>
      {user?.fullName ?? t(TEXTS.box)}
      {device !== null && <div class="quiet">{device.name}</div>}
    </>
  );
}

function What({ entry, words }: { readonly entry: AuditEntry; readonly words: AuditWords }) {
  const cause = causeWords(entry.cause);
  return (
    <div class="audit-changes">
      {entry.action !== "update" && (
        <p>
          <b>{t(entry.action === "create" ? TEXTS.created : TEXTS.deleted)}</b>
        </p>
      )}
      {entry.changes.map((change, at) => (
        // A field may have changed at several places.
        <p key={`${change.field} ${at}`}>{words.lineOf(change)}</p>
      ))}
      {cause !== null && <p class="quiet">{t(TEXTS.by, { cause })}</p>}
    </div>
  );
}

const TEXTS = {
  title: say("Audit log", "Protokol změn"),
  nothing: say("No matching changes", "Žádné odpovídající změny"),
  record: say("Record", "Záznam"),
  at: say("When", "Kdy"),
  who: say("User", "Uživatel"),
  what: say("Changes", "Změny"),
  box: say("Server", "Server"),
  created: say("Created", "Vytvořeno"),
  deleted: say("Deleted", "Smazáno"),
  by: say("Source: {cause}", "Zdroj: {cause}"),
  open: say("Open record", "Otevřít záznam"),
};
