import { msg } from "../../../../domain/message.ts";
import { customValueText } from "../../../articles/custom-values.tsx";
import { t } from "../../../i18n/translate.ts";
import { useCustomFields } from "../../custom-fields/use-custom-fields.ts";
import type { ListQuery } from "../list-query.ts";

/** The texts of the active filters by a custom field. */
export function useFieldDescribers({ fieldId }: ListQuery["filters"]) {
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
