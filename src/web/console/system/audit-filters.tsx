import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import { addressQuery } from "../../router/address.ts";
import { LineField, SelectField } from "../forms/fields.tsx";
import { ENTITIES } from "./audit-texts.ts";
import { filter, LogFilters, NO_FILTER, UserFilter } from "./log-filters.tsx";

const FILTERS = ["userId", "entity", "entityId", "field", "cause", "from", "to"];

/** The filters of the audit log. */
export function AuditFilters() {
  const query = addressQuery();
  const entity = query.get("entity");
  return (
    <LogFilters names={FILTERS}>
      <UserFilter />
      <SelectField
        words={t(TEXTS.entity)}
        items={[
          NO_FILTER(),
          ...Object.entries(ENTITIES).map(([value, words]) => ({ value, words: t(words) })),
        ]}
        value={entity ?? ""}
        onValue={(value) => filter({ entity: value, entityId: null })}
      />
      {entity !== null && (
        <LineField
          words={t(TEXTS.number)}
          value={query.get("entityId") ?? ""}
          onValue={(value) => filter({ entityId: value.replace(/\D/g, "") })}
        />
      )}
    </LogFilters>
  );
}

const TEXTS = {
  entity: msg("Record type"),
  number: msg("Record number"),
};
