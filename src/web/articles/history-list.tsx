import { useState } from "preact/hooks";
import { msg } from "../../domain/message.ts";
import { call } from "../api/call.ts";
import type { AuditEntry } from "../api/types/endpoints.d.ts";
import { t, when } from "../i18n/translate.ts";
import { QueryBoundary } from "../query/query-boundary.tsx";
import { type QueryResult, useQuery } from "../query/use-query.ts";
import { Button } from "../ui/button.tsx";
import { causeText, changeText, type NamedField, type Names } from "./history-texts.ts";

const INITIAL_COUNT = 5;

interface HistoryProps {
  readonly query: QueryResult<readonly AuditEntry[]>;
  readonly names: Names;
}

/** The changes of a record, newest first. Shows a few at first, all on demand. */
export function HistoryList({ query, names }: HistoryProps) {
  const [isExpanded, setExpanded] = useState(false);
  const custom = useQuery(call("GET /api/customfields")).body ?? [];
  return (
    <section>
      <h2>{t(msg("History"))}</h2>
      <QueryBoundary query={query} empty={msg("No changes yet.")}>
        {(entries) => (
          <>
            <ol class="list history">
              {(isExpanded ? entries : entries.slice(0, INITIAL_COUNT)).map((entry) => (
                <Entry key={entry.oid} entry={entry} names={names} custom={custom} />
              ))}
            </ol>
            {!isExpanded && entries.length > INITIAL_COUNT && (
              <Button kind="secondary" onClick={() => setExpanded(true)}>
                {t(msg("Show all"))}
              </Button>
            )}
          </>
        )}
      </QueryBoundary>
    </section>
  );
}

interface EntryProps {
  readonly entry: AuditEntry;
  readonly names: Names;
  readonly custom: readonly NamedField[];
}

function Entry({ entry, names, custom }: EntryProps) {
  const by = entry.user?.fullName ?? t(msg("Server"));
  const cause = causeText(entry.cause);
  return (
    <li>
      {entry.action === "update" ? (
        entry.changes.map((change) => <p key={change.field}>{changeText(change, names, custom)}</p>)
      ) : (
        <p>{t(entry.action === "create" ? msg("Created") : msg("Deleted"))}</p>
      )}
      <p class="muted">{[by, entry.device?.name, when(entry.at), cause].filter(Boolean).join(" · ")}</p>
    </li>
  );
}
