import { useMemo, useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import type { InventoryItem } from "../../../api/types/endpoints.d.ts";
import { t } from "../../../i18n/translate.ts";
import { locationPath, places } from "../../../offline/sync/locations.ts";
import { addressQuery, changeQuery } from "../../../router/address.ts";
import { LineField, SelectField } from "../../forms/fields.tsx";

/** Narrows the items down, in the address: by a text, a place, and who counted. */
export function Filters({ items }: { readonly items: readonly InventoryItem[] }) {
  const query = addressQuery();
  // On a narrow screen they stand in the way of what they narrow down.
  const [isOpen] = useState(
    () => !matchMedia("(max-width: 699px)").matches || NAMES.some((name) => query.has(name)),
  );
  const narrow = (name: string, value: string) =>
    changeQuery({ [name]: value, page: null, item: null }, { replace: true });
  const people = useMemo(() => peopleOf(items), [items]);
  const spots = useMemo(() => placesOf(items), [items, places.value]);
  const choice = (name: string, words: string, any: string, options: Options) => (
    <SelectField
      words={words}
      items={[
        { value: "", words: any },
        ...options.map(([oid, shown]) => ({ value: String(oid), words: shown })),
      ]}
      value={query.get(name) ?? ""}
      onValue={(value) => narrow(name, value)}
    />
  );
  return (
    <details class="result-fold no-print" open={isOpen}>
      <summary>{t(TEXTS.narrow)}</summary>
      <search class="result-filters">
        <LineField
          words={t(TEXTS.text)}
          placeholder={t(TEXTS.text)}
          type="search"
          value={query.get("q") ?? ""}
          onValue={(value) => narrow("q", value)}
        />
        {choice("place", t(TEXTS.place), t(TEXTS.anywhere), spots)}
        {choice("person", t(TEXTS.person), t(TEXTS.anybody), people)}
      </search>
    </details>
  );
}

type Options = readonly (readonly [oid: number, name: string])[];

function byName(found: ReadonlyMap<number, string>): Options {
  return Array.from(found).sort(([, one], [, other]) => one.localeCompare(other));
}

function peopleOf(items: readonly InventoryItem[]): Options {
  const found = new Map<number, string>();
  for (const { counted } of items) if (counted !== null) found.set(counted.user.id, counted.user.fullName);
  return byName(found);
}

function placesOf(items: readonly InventoryItem[]): Options {
  const found = new Map<number, string>();
  for (const { locationId, inventoryLocationId } of items) {
    for (const oid of [locationId, inventoryLocationId]) {
      if (oid !== null && !found.has(oid)) found.set(oid, locationPath(oid));
    }
  }
  return byName(found);
}

const NAMES = ["q", "place", "person"];
const TEXTS = {
  narrow: msg("Filters"),
  text: msg("Code, name or note"),
  place: msg("Location"),
  person: msg("Counted by"),
  anywhere: msg("All locations"),
  anybody: msg("Counted by anyone"),
};
