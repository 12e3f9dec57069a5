import { msg } from "../../../domain/message.ts";
import type { AuditEntry } from "../../api/types/endpoints.d.ts";
import { causeText } from "../../articles/history-texts.ts";
import { t } from "../../i18n/translate.ts";
import { addressOf } from "../../router/address.ts";
import { type AuditRow, type AuditTexts, entityText, recordName } from "./audit-texts.ts";

/** The record of an entry, or the number of records. */
export function RecordCell({ row: { entries } }: { readonly row: AuditRow }) {
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
export function UserCell({ row }: { readonly row: AuditRow }) {
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
export function ChangesCell({ row: { entries }, texts }: ChangesProps) {
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
export function rowHref({ entries: [entry, ...others] }: AuditRow): string {
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
