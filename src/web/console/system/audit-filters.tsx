import { say } from "../../../words.ts";
import { t } from "../../app/words.ts";
import { addressQuery, changeQuery } from "../frame/address.ts";
import { LineField, SelectField } from "../save/fields.tsx";
import { useEverybody } from "./audit-names.ts";
import { ENTITIES } from "./audit-words.ts";

/** The filters of the audit log; they are kept in the address. */
export function AuditFilters() {
  const query = addressQuery();
  const people = useEverybody();
  const entity = query.get("entity");
  const change = (changed: Readonly<Record<string, string | number | null>>) =>
    changeQuery({ ...changed, before: null }, { replace: true });
  const all = { value: "", words: t(TEXTS.all) };
  const isFiltered = [...query.keys()].length > 0;
  return (
    <search class="audit-filters no-print" aria-label={t(TEXTS.filters)}>
      <SelectField
        words={t(TEXTS.who)}
        items={[all, ...people.map(({ oid, fullName }) => ({ value: String(oid), words: fullName }))]}
        value={query.get("userId") ?? ""}
        onValue={(userId) => change({ userId })}
      />
      <SelectField
        words={t(TEXTS.entity)}
        items={[all, ...Object.entries(ENTITIES).map(([value, words]) => ({ value, words: t(words) }))]}
        value={entity ?? ""}
        onValue={(value) => change({ entity: value, entityId: null })}
      />
      {entity !== null && (
        <LineField
          words={t(TEXTS.number)}
          value={query.get("entityId") ?? ""}
          onValue={(value) => change({ entityId: value.replace(/\D/g, "") })}
        />
      )}
      <LineField
        words={t(TEXTS.from)}
        type="date"
        value={query.get("from") ?? ""}
        onValue={(from) => change({ from })}
      />
      <LineField
        words={t(TEXTS.to)}
        type="date"
        value={query.get("to") ?? ""}
        onValue={(to) => change({ to })}
      />
      {isFiltered && (
        <button type="button" class="second" onClick={() => changeQuery(NOTHING, { replace: true })}>
          {t(TEXTS.none)}
        </button>
      )}
    </search>
  );
}

const NOTHING = Object.fromEntries(
  ["userId", "entity", "entityId", "field", "cause", "from", "to", "before"].map((name) => [name, null]),
);

const TEXTS = {
  filters: say("Filters", "Filtry"),
  who: say("User", "Uživatel"),
  entity: say("Record type", "Typ záznamu"),
  all: say("All", "Vše"),
  number: say("Record number", "Číslo záznamu"),
  from: say("From", "Od"),
  to: say("To", "Do"),
  none: say("Clear filters", "Zrušit filtry"),
};
