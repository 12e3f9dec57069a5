import { msg } from "../../../../domain/message.ts";
import type { ArticleFilter } from "../../../../records/article-filters.ts";
import { money } from "../../../articles/article-facts.tsx";
import { day, t } from "../../../i18n/translate.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Fields } from "../../../ui/field.tsx";
import { RecordSelect } from "../../../ui/select.tsx";
import { type ActiveFilter, FilterChips } from "../../../ui/table/filter-chips.tsx";
import type { LocationTree } from "../../locations/tree/location-tree.ts";
import type { ListQuery } from "../list-query.ts";
import { LocationField } from "../location-field.tsx";
import { type Named, type Names, nameOf } from "../names.ts";
import { DayBound, NumberBound } from "./bounds.tsx";
import { CustomFieldFilter } from "./custom-field-filter.tsx";
import { useFieldDescribers } from "./field-describers.ts";
import { clearFilters, filterBy } from "./filter-by.ts";

/** The panel of filters, apart from the text. The active ones are shown as chips (`ActiveFilters`), open or closed. */
export function Filters({ listQuery, names }: { readonly listQuery: ListQuery; readonly names: Names }) {
  const { filters } = listQuery;
  const chosen = (name: ArticleFilter, label: string, items: Names[keyof Names]) => (
    <RecordSelect
      label={label}
      items={items}
      none={t(msg("All"))}
      value={filters[name] === null ? null : Number(filters[name])}
      onValue={(oid) => filterBy({ [name]: oid })}
    />
  );
  const check = (name: ArticleFilter, label: string, more: Partial<Record<ArticleFilter, null>> = {}) => (
    <Checkbox
      checked={filters[name] === "true"}
      onChange={({ currentTarget: { checked } }) => filterBy({ ...more, [name]: checked ? "true" : null })}
    >
      {label}
    </Checkbox>
  );
  return (
    <details class="drop-down">
      <summary>{t(msg("Filters"))}</summary>
      <Fields class="filter-fields">
        {chosen("categoryId", t(msg("Category")), names.categories)}
        {chosen("typeId", t(msg("Type")), names.types)}
        {chosen("stateId", t(msg("State")), names.states)}
        {chosen("responsibleUserId", t(msg("Responsible person")), names.people)}
        {chosen("userId", t(msg("Assigned to")), names.people)}
        <LocationField
          label={t(msg("Location, including those below"))}
          value={filters.locationId === null ? null : Number(filters.locationId)}
          onValue={(locationId) => filterBy({ locationId, noPlace: null })}
        />
        <NumberBound name="priceFrom" label={t(msg("Price from"))} value={filters.priceFrom} />
        <NumberBound name="priceTo" label={t(msg("Price to"))} value={filters.priceTo} />
        <DayBound name="warrantyFrom" label={t(msg("Warranty from"))} value={filters.warrantyFrom} />
        <DayBound name="warrantyTo" label={t(msg("Warranty to"))} value={filters.warrantyTo} />
        <CustomFieldFilter filters={filters} />
        <div class="checks">
          {check("noPlace", t(msg("No location")), { locationId: null })}
          {check("isDisposal", t(msg("Marked for disposal")))}
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
  const ofField = useFieldDescribers(filters);
  const describers: Readonly<
    Record<Exclude<ArticleFilter, "q">, readonly [string, (value: string) => string]>
  > = {
    categoryId: [t(msg("Category")), record(names.categories)],
    typeId: [t(msg("Type")), record(names.types)],
    stateId: [t(msg("State")), record(names.states)],
    responsibleUserId: [t(msg("Responsible person")), record(names.people)],
    userId: [t(msg("Assigned to")), record(names.people)],
    locationId: [t(msg("Location")), (value) => tree?.get(Number(value))?.name ?? `#${value}`],
    noPlace: [t(msg("No location")), () => ""],
    isDisposal: [t(msg("Marked for disposal")), () => ""],
    priceFrom: [t(msg("Price from")), priceText],
    priceTo: [t(msg("Price to")), priceText],
    warrantyFrom: [t(msg("Warranty from")), day],
    warrantyTo: [t(msg("Warranty to")), day],
    ...ofField,
  };
  const active = Object.entries(describers).flatMap(([key, [name, show]]): ActiveFilter[] => {
    const value = filters[key as ArticleFilter];
    return value === null
      ? []
      : [{ key, name, value: show(value), remove: () => filterBy({ ...dependents(key), [key]: null }) }];
  });
  return <FilterChips filters={active} onClear={clearFilters} />;
}

/** The filters that have no meaning without this one. */
const dependents = (key: string): Partial<Record<ArticleFilter, null>> =>
  key === "fieldId" ? { fieldValue: null, fieldFrom: null, fieldTo: null, fieldEmpty: null } : {};

const priceText = (value: string) => (Number.isNaN(Number(value)) ? value : money(Number(value)));
