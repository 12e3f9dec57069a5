import { msg } from "../../../../domain/message.ts";
import { money } from "../../../articles/article-facts.tsx";
import { t } from "../../../i18n/translate.ts";
import { changeQuery } from "../../../router/address.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Fields, TextField } from "../../../ui/field.tsx";
import { RecordSelect } from "../../../ui/select.tsx";
import { type ActiveFilter, FilterChips } from "../../../ui/table/filter-chips.tsx";
import { useTyped } from "../../../ui/use-typed.ts";
import type { LocationTree } from "../../locations/tree/location-tree.ts";
import { FILTERS, type Filter, type ListQuery } from "../list-query.ts";
import { LocationField } from "../location-field.tsx";
import { type Named, type Names, nameOf } from "../names.ts";

/** Sets filters in the address and shows the first page of the result. */
export function filterBy(changed: Partial<Record<Filter, string | number | null>>, replace = false): void {
  changeQuery({ ...changed, cursor: null, page: null }, { replace });
}

const NONE = Object.fromEntries(FILTERS.filter((name) => name !== "q").map((name) => [name, null]));

/** The panel of filters, apart from the text. The active ones are shown as chips (`ActiveFilters`), open or closed. */
export function Filters({ listQuery, names }: { readonly listQuery: ListQuery; readonly names: Names }) {
  const { filters } = listQuery;
  const chosen = (name: Filter, label: string, items: Names[keyof Names]) => (
    <RecordSelect
      label={label}
      items={items}
      none={t(TEXTS.all)}
      value={filters[name] === null ? null : Number(filters[name])}
      onValue={(oid) => filterBy({ [name]: oid })}
    />
  );
  const check = (name: Filter, label: string, more: Partial<Record<Filter, null>> = {}) => (
    <Checkbox
      checked={filters[name] === "true"}
      onChange={({ currentTarget: { checked } }) => filterBy({ ...more, [name]: checked ? "true" : null })}
    >
      {label}
    </Checkbox>
  );
  return (
    <details class="drop-down">
      <summary>{t(TEXTS.filters)}</summary>
      <Fields class="filter-fields">
        {chosen("categoryId", t(TEXTS.category), names.categories)}
        {chosen("typeId", t(TEXTS.type), names.types)}
        {chosen("stateId", t(TEXTS.state), names.states)}
        {chosen("responsibleUserId", t(TEXTS.responsible), names.people)}
        {chosen("userId", t(TEXTS.user), names.people)}
        <LocationField
          label={t(TEXTS.below)}
          value={filters.locationId === null ? null : Number(filters.locationId)}
          onValue={(locationId) => filterBy({ locationId, noPlace: null })}
        />
        <Price name="priceFrom" label={t(TEXTS.from)} value={filters.priceFrom} />
        <Price name="priceTo" label={t(TEXTS.to)} value={filters.priceTo} />
        <div class="checks">
          {check("noPlace", t(TEXTS.noPlace), { locationId: null })}
          {check("isDisposal", t(TEXTS.disposal))}
        </div>
      </Fields>
    </details>
  );
}

interface ActiveProps {
  readonly listQuery: ListQuery;
  readonly names: Names;
  readonly tree: LocationTree | null;
}

/** The active filters above the table, each removable. */
export function ActiveFilters({ listQuery: { filters }, names, tree }: ActiveProps) {
  const record = (items: readonly Named[]) => (value: string) => nameOf(items, Number(value));
  const describers: Readonly<Record<Exclude<Filter, "q">, readonly [string, (value: string) => string]>> = {
    categoryId: [t(TEXTS.category), record(names.categories)],
    typeId: [t(TEXTS.type), record(names.types)],
    stateId: [t(TEXTS.state), record(names.states)],
    responsibleUserId: [t(TEXTS.responsible), record(names.people)],
    userId: [t(TEXTS.user), record(names.people)],
    locationId: [t(TEXTS.location), (value) => tree?.get(Number(value))?.name ?? `#${value}`],
    noPlace: [t(TEXTS.noPlace), () => ""],
    isDisposal: [t(TEXTS.disposal), () => ""],
    priceFrom: [t(TEXTS.from), priceText],
    priceTo: [t(TEXTS.to), priceText],
  };
  const active = Object.entries(describers).flatMap(([key, [name, show]]): ActiveFilter[] => {
    const value = filters[key as Filter];
    return value === null ? [] : [{ key, name, value: show(value), remove: () => filterBy({ [key]: null }) }];
  });
  return <FilterChips filters={active} onClear={() => filterBy(NONE)} />;
}

const priceText = (value: string) => (Number.isNaN(Number(value)) ? value : money(Number(value)));

interface PriceProps {
  readonly name: "priceFrom" | "priceTo";
  readonly label: string;
  readonly value: string | null;
}

function Price({ name, label, value }: PriceProps) {
  const { text, type } = useTyped(value ?? "", (next) => filterBy({ [name]: next }, true));
  return (
    <TextField
      label={label}
      inputMode="decimal"
      value={text}
      onValue={(typed) => type(typed.replace(",", "."))}
    />
  );
}

const TEXTS = {
  filters: msg("Filters"),
  all: msg("All"),
  category: msg("Category"),
  type: msg("Type"),
  state: msg("State"),
  responsible: msg("Responsible person"),
  user: msg("Assigned to"),
  location: msg("Location"),
  below: msg("Location, including those below"),
  from: msg("Price from"),
  to: msg("Price to"),
  noPlace: msg("No location"),
  disposal: msg("Marked for disposal"),
};
