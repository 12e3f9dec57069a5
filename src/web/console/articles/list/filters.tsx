import { parseCustomValue } from "../../../../domain/custom-fields.ts";
import { msg } from "../../../../domain/message.ts";
import type { ArticleFilter } from "../../../../records/article-filters.ts";
import { call } from "../../../api/call.ts";
import type { CustomField } from "../../../api/types/endpoints.d.ts";
import { money } from "../../../articles/article-facts.tsx";
import { customValueText } from "../../../articles/custom-values.tsx";
import { day, t } from "../../../i18n/translate.ts";
import { may } from "../../../login/permissions.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Fields, TextField } from "../../../ui/field.tsx";
import { RecordSelect } from "../../../ui/select.tsx";
import { type ActiveFilter, FilterChips } from "../../../ui/table/filter-chips.tsx";
import { useTyped } from "../../../ui/use-typed.ts";
import { CustomFieldInput } from "../../custom-fields/custom-field-input.tsx";
import { useCustomFields } from "../../custom-fields/use-custom-fields.ts";
import { LocationField } from "../../locations/tree/location-field.tsx";
import type { LocationTree } from "../../locations/tree/location-tree.ts";
import { useLiveQuery } from "../../realtime/use-live-query.ts";
import type { ListQuery } from "../list-query.ts";
import { type Named, type Names, nameOf } from "../names.ts";
import { clearFilters, filterBy } from "./filter-by.ts";

/** The panel of filters, apart from the text. The active ones are shown as chips (`ActiveFilters`), open or closed. */
export function Filters({ listQuery, names }: { readonly listQuery: ListQuery; readonly names: Names }) {
  const { filters } = listQuery;
  const chosen = (name: ArticleFilter, label: string, items: readonly Named[]) => (
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
        {chosen("categoryId", t(msg("Category")), names.lists.articleCategory)}
        {chosen("typeId", t(msg("Type")), names.lists.articleType)}
        {chosen("stateId", t(msg("State")), names.lists.articleState)}
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
    categoryId: [t(msg("Category")), record(names.lists.articleCategory)],
    typeId: [t(msg("Type")), record(names.lists.articleType)],
    stateId: [t(msg("State")), record(names.lists.articleState)],
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

type FilterValues = ListQuery["filters"];

/** The filter by one custom field: the field, then its value or the range of it. */
function CustomFieldFilter({ filters }: { readonly filters: FilterValues }) {
  const fields = useCustomFields();
  if (fields.length === 0) return null;
  const field = fields.find(({ oid }) => String(oid) === filters.fieldId) ?? null;
  return (
    <>
      <RecordSelect
        label={t(msg("Custom field"))}
        items={fields}
        none={t(msg("Not filtered"))}
        value={field?.oid ?? null}
        onValue={(fieldId) =>
          filterBy({ fieldId, fieldValue: null, fieldFrom: null, fieldTo: null, fieldEmpty: null })
        }
      />
      {field !== null && <ValueFilter key={field.oid} field={field} filters={filters} />}
    </>
  );
}

function ValueFilter({ field, filters }: { readonly field: CustomField; readonly filters: FilterValues }) {
  const { type } = field;
  const isRange = type === "number" || type === "date";
  const removed = useRemovedChoices(field);
  const Bound = type === "number" ? NumberBound : DayBound;
  return (
    <>
      {isRange && <Bound name="fieldFrom" label={t(msg("{name} from"), field)} value={filters.fieldFrom} />}
      {isRange && <Bound name="fieldTo" label={t(msg("{name} to"), field)} value={filters.fieldTo} />}
      {(type === "choice" || type === "yesNo") && (
        <CustomFieldInput
          field={type === "choice" ? { ...field, choices: [...(field.choices ?? []), ...removed] } : field}
          mayBeRequired={false}
          value={filters.fieldValue}
          onValue={(fieldValue) => filterBy({ fieldValue, fieldEmpty: null })}
        />
      )}
      {(type === "text" || type === "link") && <TextFilter field={field} value={filters.fieldValue} />}
      <Checkbox
        checked={filters.fieldEmpty === "true"}
        onChange={({ currentTarget: { checked } }) =>
          filterBy({ fieldEmpty: checked ? "true" : null, fieldValue: null, fieldFrom: null, fieldTo: null })
        }
      >
        {t(msg("{name}: no value"), field)}
      </Checkbox>
    </>
  );
}

/** The removed choices that articles still have. */
function useRemovedChoices({ oid, type, choices }: CustomField): readonly string[] {
  const { body } = useLiveQuery(
    type === "choice" && may("manage") ? call("GET /api/customfields/{id}/uses", { id: oid }) : null,
  );
  const used = body?.choices.map(({ choice }) => choice) ?? [];
  return used.filter((one) => choices?.includes(one) === false);
}

function TextFilter({ field, value }: { readonly field: CustomField; readonly value: string | null }) {
  const { text, type } = useTyped(value ?? "", (next) =>
    filterBy({ fieldValue: next, fieldEmpty: null }, true),
  );
  return <TextField label={field.name} value={text} onValue={type} />;
}

/** The texts of the active filters by a custom field. */
function useFieldDescribers({ fieldId }: ListQuery["filters"]) {
  const field = useCustomFields().find(({ oid }) => String(oid) === fieldId);
  const name = field?.name ?? `#${fieldId}`;
  const shown = (value: string) => (field === undefined ? value : customValueText(field, value));
  return {
    fieldId: [t(msg("Custom field")), () => name],
    fieldValue: [name, shown],
    fieldFrom: [t(msg("{name} from"), { name }), shown],
    fieldTo: [t(msg("{name} to"), { name }), shown],
    fieldEmpty: [t(msg("{name}: no value"), { name }), () => ""],
  } satisfies Readonly<Record<string, readonly [string, (value: string) => string]>>;
}

interface BoundProps {
  readonly name: ArticleFilter;
  readonly label: string;
  readonly value: string | null;
}

/** A day as a filter. */
function DayBound({ name, label, value }: BoundProps) {
  return (
    <TextField
      type="date"
      label={label}
      value={value ?? ""}
      onValue={(text) => filterBy({ [name]: text === "" ? null : text }, true)}
    />
  );
}

/** A number as a filter. A text that is none is marked, and the list keeps its filter. */
function NumberBound({ name, label, value }: BoundProps) {
  const { text, type } = useTyped(value ?? "", (next) => {
    if (problemOf(next) === undefined) filterBy({ [name]: next }, true);
  });
  return (
    <TextField
      label={label}
      inputMode="decimal"
      liveProblem={problemOf(text)}
      value={text}
      onValue={(typed) => type(typed.replace(",", "."))}
    />
  );
}

/** The error of a text; undefined: a number, or empty. */
function problemOf(text: string): string | undefined {
  if (text.trim() === "") return undefined;
  const parsed = parseCustomValue({ type: "number", choices: null }, text);
  return "error" in parsed ? t(parsed.error) : undefined;
}
