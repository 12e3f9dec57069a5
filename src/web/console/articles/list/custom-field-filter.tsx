import { msg } from "../../../../domain/message.ts";
import type { CustomField } from "../../../api/types/endpoints.d.ts";
import { t } from "../../../i18n/translate.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { TextField } from "../../../ui/field.tsx";
import { RecordSelect } from "../../../ui/select.tsx";
import { useTyped } from "../../../ui/use-typed.ts";
import { CustomFieldInput } from "../../custom-fields/custom-field-input.tsx";
import { useCustomFields } from "../../custom-fields/use-custom-fields.ts";
import type { Filter, ListQuery } from "../list-query.ts";
import { filterBy } from "./filter-by.ts";

type FilterValues = ListQuery["filters"];

/** The filter by one custom field: the field, then its value or the range of it. */
export function CustomFieldFilter({ filters }: { readonly filters: FilterValues }) {
  const fields = useCustomFields();
  if (fields.length === 0) return null;
  const field = fields.find(({ oid }) => String(oid) === filters.fieldId) ?? null;
  return (
    <>
      <RecordSelect
        label={t(TEXTS.field)}
        items={fields}
        none={t(TEXTS.none)}
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
  const Bound = type === "number" ? NumberBound : Day;
  return (
    <>
      {isRange && <Bound name="fieldFrom" label={t(TEXTS.from, field)} value={filters.fieldFrom} />}
      {isRange && <Bound name="fieldTo" label={t(TEXTS.to, field)} value={filters.fieldTo} />}
      {(type === "choice" || type === "yesNo") && (
        <CustomFieldInput
          field={field}
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
        {t(TEXTS.empty, field)}
      </Checkbox>
    </>
  );
}

function TextFilter({ field, value }: { readonly field: CustomField; readonly value: string | null }) {
  const { text, type } = useTyped(value ?? "", (next) =>
    filterBy({ fieldValue: next, fieldEmpty: null }, true),
  );
  return <TextField label={field.name} value={text} onValue={type} />;
}

interface BoundProps {
  readonly name: Filter;
  readonly label: string;
  readonly value: string | null;
}

/** A day as a filter. */
export function Day({ name, label, value }: BoundProps) {
  return (
    <TextField
      type="date"
      label={label}
      value={value ?? ""}
      onValue={(text) => filterBy({ [name]: text === "" ? null : text }, true)}
    />
  );
}

function NumberBound({ name, label, value }: BoundProps) {
  const { text, type } = useTyped(value ?? "", (next) => filterBy({ [name]: next, fieldEmpty: null }, true));
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
  field: msg("Custom field"),
  none: msg("Not filtered"),
  from: msg("{name} from"),
  to: msg("{name} to"),
  empty: msg("{name}: no value"),
};
