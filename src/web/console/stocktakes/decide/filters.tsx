import { useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { t } from "../../../i18n/translate.ts";
import { locationPath } from "../../../offline/sync/locations.ts";
import { offered, useCatalogue } from "../../../query/catalogues.ts";
import { addressQuery, changeQuery } from "../../../router/address.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Select } from "../../../ui/select.tsx";
import { useProgress } from "../use-stocktake-action.tsx";
import { FILTER_NAMES } from "./use-results.ts";

type Option = readonly [oid: number, name: string];

/** The filters of the results, in the address: a text, a location, who counted, a category; and the totals by location. */
export function Filters({ inventoryId }: { readonly inventoryId: number }) {
  const query = addressQuery();
  // On a narrow screen the filters would cover the results.
  const [isOpen] = useState(
    () => !matchMedia("(max-width: 699px)").matches || FILTER_NAMES.some((name) => query.has(name)),
  );
  const { body: progress } = useProgress(inventoryId);
  const categories = useCatalogue("category").body ?? [];
  const set = (name: string, value: string | null) =>
    changeQuery({ [name]: value, cursor: null, page: null, item: null }, { replace: true });
  const select = (name: string, label: string, allLabel: string, options: readonly Option[]) => (
    <Select
      label={label}
      items={[
        { value: "", label: allLabel },
        ...withChosen(options, query.get(name)).map(([oid, shown]) => ({ value: String(oid), label: shown })),
      ]}
      value={query.get(name) ?? ""}
      onValue={(value) => set(name, value)}
    />
  );
  const locations = (progress?.locations ?? []).map(
    ({ location: { oid, name } }): Option => [oid, locationPath(oid) || name],
  );
  const people = (progress?.users ?? []).map(({ user }): Option => [user.id, user.fullName]);
  const category = Number(query.get("category")) || null;
  const isByLocation = query.get("by") === "location";
  return (
    <details class="result-fold no-print" open={isOpen}>
      <summary>{t(msg("Filters"))}</summary>
      <search class="result-filters">
        <TextField
          label={t(msg("Code, name or note"))}
          placeholder={t(msg("Code, name or note"))}
          type="search"
          value={query.get("q") ?? ""}
          onValue={(value) => set("q", value)}
        />
        {select("location", t(msg("Location")), t(msg("All locations")), locations.sort(byName))}
        {select("person", t(msg("Counted by")), t(msg("Counted by anyone")), people)}
        {select(
          "category",
          t(msg("Category")),
          t(msg("All categories")),
          offered(categories, category).map(({ oid, name }) => [oid, name]),
        )}
        <Button
          kind="secondary"
          aria-pressed={isByLocation}
          onClick={() => set("by", isByLocation ? null : "location")}
        >
          {t(msg("By location"))}
        </Button>
      </search>
    </details>
  );
}

const byName = ([, one]: Option, [, other]: Option) => one.localeCompare(other, undefined, { numeric: true });

/** The options with the selected one, for example a location above those of the items. */
function withChosen(options: readonly Option[], chosen: string | null): readonly Option[] {
  if (chosen === null || chosen === "" || options.some(([oid]) => String(oid) === chosen)) return options;
  const oid = Number(chosen);
  return [[oid, locationPath(oid) || `#${chosen}`], ...options];
}
