import { KIND_NAMES } from "../../../security-log/kinds.ts";
import { say } from "../../../words.ts";
import { t } from "../../app/words.ts";
import { addressQuery, changeQuery } from "../frame/address.ts";
import { liveDevices } from "../people/live-devices.ts";
import { LineField, SelectField } from "../save/fields.tsx";
import { useEverybody } from "./audit-names.ts";
import { SECURITY_FILTERS } from "./security-query.ts";
import { KIND_TEXTS } from "./security-words.ts";

/** The filters of the security log; they are kept in the address. */
export function SecurityFilters() {
  const query = addressQuery();
  const people = useEverybody();
  const devices = liveDevices().body ?? [];
  const change = (changed: Readonly<Record<string, string | null>>) =>
    changeQuery({ ...changed, before: null }, { replace: true });
  const all = { value: "", words: t(TEXTS.all) };
  const kinds = KIND_NAMES.map((kind) => ({ value: kind, words: t(KIND_TEXTS[kind]) })).sort((a, b) =>
    a.words.localeCompare(b.words),
  );
  const isFiltered = SECURITY_FILTERS.some((name) => query.has(name));
  return (
    <search class="audit-filters no-print" aria-label={t(TEXTS.filters)}>
      <SelectField
        words={t(TEXTS.kind)}
        items={[all, ...kinds]}
        value={query.get("kind") ?? ""}
        onValue={(kind) => change({ kind })}
      />
      <SelectField
        words={t(TEXTS.outcome)}
        items={[all, ...OUTCOMES.map(({ value, words }) => ({ value, words: t(words) }))]}
        value={query.get("outcome") ?? ""}
        onValue={(outcome) => change({ outcome })}
      />
      <SelectField
        words={t(TEXTS.who)}
        items={[all, ...people.map(({ oid, fullName }) => ({ value: String(oid), words: fullName }))]}
        value={query.get("userId") ?? ""}
        onValue={(userId) => change({ userId })}
      />
      <SelectField
        words={t(TEXTS.device)}
        items={[
          all,
          ...devices.map(({ deviceTokenId, deviceName }) => ({
            value: String(deviceTokenId),
            words: deviceName,
          })),
        ]}
        value={query.get("deviceId") ?? ""}
        onValue={(deviceId) => change({ deviceId })}
      />
      <LineField
        words={t(TEXTS.address)}
        value={query.get("address") ?? ""}
        maxLength={64}
        onValue={(address) => change({ address: address.trim() })}
      />
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

const NOTHING = Object.fromEntries([...SECURITY_FILTERS, "before"].map((name) => [name, null]));

const OUTCOMES = [
  { value: "success", words: say("Succeeded", "Úspěch") },
  { value: "failure", words: say("Failed", "Neúspěch") },
];

const TEXTS = {
  filters: say("Filters", "Filtry"),
  kind: say("Event", "Událost"),
  outcome: say("Outcome", "Výsledek"),
  who: say("User", "Uživatel"),
  device: say("Device", "Zařízení"),
  address: say("Address", "Adresa"),
  all: say("All", "Vše"),
  from: say("From", "Od"),
  to: say("To", "Do"),
  none: say("Clear filters", "Zrušit filtry"),
};
