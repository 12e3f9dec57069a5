import { msg } from "../../../../domain/message.ts";
import { call } from "../../../api/call.ts";
import type { CustomField } from "../../../api/types/endpoints.d.ts";
import { t } from "../../../i18n/translate.ts";
import { may } from "../../../login/permissions.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { TextField } from "../../../ui/field.tsx";
import { RecordSelect } from "../../../ui/select.tsx";
import { useTyped } from "../../../ui/use-typed.ts";
import { CustomFieldInput } from "../../custom-fields/custom-field-input.tsx";
import { useCustomFields } from "../../custom-fields/use-custom-fields.ts";
import { useLiveQuery } from "../../realtime/use-live-query.ts";
import type { ListQuery } from "../list-query.ts";
import { DayBound, NumberBound } from "./bounds.tsx";
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
