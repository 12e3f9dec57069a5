import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import { addressQuery } from "../../router/address.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { RecordSelect, Select } from "../../ui/select.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { useTyped } from "../../ui/use-typed.ts";
import { LocationField } from "../locations/tree/location-field.tsx";
import { clearFilters, type Filter, type Filters, isFiltered, setFilter, viewHref } from "./filters.ts";
import styles from "./list-screen.module.css";

interface FiltersProps {
  readonly filters: Filters;
  /** The list is empty, and has the button that clears the filters. */
  readonly isEmpty: boolean;
}

/** The fields of more filters are narrower. */
const WIDE_FILTERS = 3;

/** The controls of the filters of a list. */
export function ListFilters({ filters, isEmpty }: FiltersProps) {
  const all = Object.entries(filters);
  const isShown = ([, filter]: [string, Filter]) =>
    filter.kind !== "link" && filter.kind !== "view" && (filter.kind !== "number" || isWithin(filter));
  const shown = all.filter(isShown);
  return (
    <>
      {all.map(([name, filter]) => filter.kind === "view" && <Views key={name} name={name} view={filter} />)}
      {shown.length > 0 && (
        <search
          class={`${styles["filters"]} ${shown.length > WIDE_FILTERS ? styles["isDense"] : ""} no-print`}
          aria-label={t(msg("Filters"))}
        >
          {shown.map(([name, filter]) => (
            <FilterField
              key={name}
              filter={filter}
              value={addressQuery().get(name) ?? ""}
              onValue={(value) => setFilter(filters, name, value)}
            />
          ))}
          {!isEmpty && <ClearFilters filters={filters} />}
        </search>
      )}
    </>
  );
}

const isWithin = ({ within }: Extract<Filter, { kind: "number" }>) =>
  within === undefined || addressQuery().has(within);

/** A button that removes all filters. Renders nothing without filters. */
export function ClearFilters({ filters }: Pick<FiltersProps, "filters">) {
  if (!isFiltered(filters)) return null;
  return (
    <Button kind="secondary" onClick={() => clearFilters(filters)}>
      {t(msg("Clear filters"))}
    </Button>
  );
}

type FieldFilter = Exclude<Filter, { kind: "view" | "link" }>;

interface FieldProps<F = Filter> {
  readonly filter: F;
  /** As in the address; empty: not set. */
  readonly value: string;
  readonly onValue: (value: string | number | null) => void;
}

function FilterField({ filter, value, onValue }: FieldProps) {
  switch (filter.kind) {
    case "view":
    case "link":
      return null;
    case "choice":
      return (
        <Select
          label={filter.label}
          items={[{ value: "", label: filter.none ?? t(ALL) }, ...filter.items]}
          value={value}
          onValue={onValue}
        />
      );
    case "record":
      return (
        <RecordSelect
          label={filter.label}
          none={filter.none ?? t(ALL)}
          items={filter.items}
          value={value === "" ? null : Number(value)}
          onValue={onValue}
        />
      );
    case "location":
      return (
        <LocationField label={filter.label} value={value === "" ? null : Number(value)} onValue={onValue} />
      );
    case "from":
    case "to":
      return (
        <TextField
          class={filter.kind === "from" ? styles["from"] : undefined}
          label={t(filter.kind === "from" ? msg("From", "time") : msg("To", "time"))}
          type="date"
          value={value}
          onValue={onValue}
        />
      );
    default:
      return <TypedField filter={filter} value={value} onValue={onValue} />;
  }
}

const ALL = msg("All");

function TypedField({
  filter,
  value,
  onValue,
}: FieldProps<Extract<FieldFilter, { kind: "text" | "number" }>>) {
  const typed = useTyped(value, onValue);
  if (filter.kind === "number") {
    return (
      <TextField
        label={filter.label}
        inputMode="numeric"
        value={typed.text}
        onValue={(text) => typed.type(text.replace(/\D/g, ""))}
      />
    );
  }
  return (
    <TextField
      type="search"
      label={filter.label}
      hint={filter.hint}
      maxLength={filter.maxLength}
      autocomplete="off"
      spellcheck={false}
      value={typed.text}
      onValue={typed.type}
    />
  );
}

interface ViewsProps {
  readonly name: string;
  readonly view: Extract<Filter, { kind: "view" }>;
}

/** Links to the views of a list. */
function Views({ name, view: { items } }: ViewsProps) {
  const text = addressQuery().get(name) ?? "";
  const current = items.find(({ value }) => value === text) ?? items[0];
  return (
    <nav aria-label={t(msg("Show"))}>
      <Toolbar class={`${styles["views"]} no-print`}>
        {items.map((item) => (
          <a
            key={item.value}
            href={viewHref(name, item.value)}
            aria-current={item === current ? "page" : undefined}
          >
            {item.label}
          </a>
        ))}
      </Toolbar>
    </nav>
  );
}
