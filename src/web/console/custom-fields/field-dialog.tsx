import { CUSTOM_FIELD_TYPES, type CustomFieldType, MAX_UNIT_LENGTH } from "../../../domain/custom-fields.ts";
import { msg } from "../../../domain/message.ts";
import { MAX_TEXT_LENGTH } from "../../../domain/text-limits.ts";
import { CUSTOM_FIELD } from "../../../records/custom-field.ts";
import { labelsOf } from "../../../records/record.ts";
import { call } from "../../api/call.ts";
import { ApiError } from "../../api/errors.ts";
import type { CatalogueItem, CustomField } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { Checkbox, Radio, RadioGroup } from "../../ui/checkbox.tsx";
import { confirm } from "../../ui/confirm.tsx";
import { NoteField, TextField } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { showSuccess } from "../../ui/toast.tsx";
import {
  FormDialog,
  type ShownFields,
  ShownRecord,
  type ShownVersion,
  StillEditing,
  useForm,
} from "../forms/form.tsx";
import { FIELD_TYPE_TEXTS } from "./field-types.ts";
import { useCategories } from "./use-custom-fields.ts";

interface FieldDialogProps {
  /** Null: a new field. */
  readonly field: CustomField | null;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

interface Draft {
  readonly name: string;
  readonly type: CustomFieldType;
  readonly unit: string;
  /** One a line. */
  readonly choices: string;
  /** Null: all categories. */
  readonly categoryIds: readonly number[] | null;
  readonly isRequired: boolean;
}

const NEW: Draft = { name: "", type: "text", unit: "", choices: "", categoryIds: null, isRequired: false };

const draftOf = ({ name, type, unit, choices, categoryIds, isRequired }: CustomField): Draft => ({
  name,
  type,
  unit: unit ?? "",
  choices: choices?.join("\n") ?? "",
  categoryIds,
  isRequired,
});

/** Dialog that adds or changes a custom field. A change that articles are affected by is confirmed with their number. */
export function FieldDialog({ field, ...rest }: FieldDialogProps) {
  return (
    <ShownRecord read={field && call("GET /api/customfields/{id}", { id: field.oid })} onClose={rest.onClose}>
      {(shown) => <FieldForm shown={shown} {...rest} />}
    </ShownRecord>
  );
}

interface FieldFormProps extends Omit<FieldDialogProps, "field"> {
  readonly shown: ShownVersion<CustomField> | null;
}

function FieldForm({ shown, onSaved, onClose }: FieldFormProps) {
  const categories = useCategories();
  const form = useForm({
    start: shown === null ? NEW : draftOf(shown.body),
    labels: NAMES,
    shown: shown && {
      ...shown,
      valuesOf: draftOf,
      bodyOf,
      describe: (draft) => describe(draft, categories),
    },
    save: async (draft, { create, update }) => {
      const body = bodyOf(draft);
      if (shown === null) return create(call("POST /api/customfields", { body }));
      const { oid: id, name } = shown.body;
      try {
        return await update(call("PUT /api/customfields/{id}", { id, body }));
      } catch (error) {
        if (!(error instanceof ApiError && isConfirmable(error))) throw error;
        if (!(await isConfirmed(name, error))) throw new StillEditing();
        return update(call("PUT /api/customfields/{id}", { id, force: true, body }));
      }
    },
    onSaved: (_, { name }) => {
      showSuccess(t(msg("{name} saved."), { name }));
      onSaved();
    },
  });
  const { name, type, categoryIds, isRequired } = form.values;
  return (
    <FormDialog
      form={form}
      title={shown === null ? t(msg("Create field")) : t(msg("Edit {name}"), { name: shown.body.name })}
      action={t(msg("Save"))}
      isReady={name.trim() !== ""}
      onClose={onClose}
    >
      <TextField {...form.field("name")} isRequired maxLength={MAX_TEXT_LENGTH} />
      <Select
        {...form.field("type")}
        items={CUSTOM_FIELD_TYPES.map((value) => ({ value, label: t(FIELD_TYPE_TEXTS[value]) }))}
        onValue={(value) => form.set({ type: value as CustomFieldType })}
      />
      {type === "number" && <TextField {...form.field("unit")} maxLength={MAX_UNIT_LENGTH} />}
      {type === "choice" && <NoteField {...form.field("choices")} hint={t(msg("One a line"))} isRequired />}
      <Categories chosen={categoryIds} onChosen={(chosen) => form.set({ categoryIds: chosen })} />
      <Checkbox checked={isRequired} onChange={() => form.set({ isRequired: !isRequired })}>
        {t(msg("Required: forms and imports that have this field need a value"))}
      </Checkbox>
    </FormDialog>
  );
}

const NAMES = labelsOf(CUSTOM_FIELD);

interface CategoriesProps {
  readonly chosen: readonly number[] | null;
  readonly onChosen: (chosen: readonly number[] | null) => void;
}

/** The choice between all categories and some. */
function Categories({ chosen, onChosen }: CategoriesProps) {
  const categories = useCategories();
  const toggle = (oid: number, all: readonly number[]) =>
    onChosen(all.includes(oid) ? all.filter((one) => one !== oid) : [...all, oid]);
  return (
    <RadioGroup legend={t(msg("Articles with this field"))}>
      <Radio name="categories" checked={chosen === null} onChange={() => onChosen(null)}>
        {t(msg("All categories"))}
      </Radio>
      <Radio name="categories" checked={chosen !== null} onChange={() => onChosen([])}>
        {t(msg("Only these categories"))}
      </Radio>
      {chosen !== null &&
        categories.map(({ oid, name }) => (
          <Checkbox key={oid} checked={chosen.includes(oid)} onChange={() => toggle(oid, chosen)}>
            {name}
          </Checkbox>
        ))}
    </RadioGroup>
  );
}

function bodyOf({ name, type, unit, choices, categoryIds, isRequired }: Draft) {
  const lines = choices.split("\n").map((line) => line.trim());
  return {
    name,
    type,
    isRequired,
    categoryIds: categoryIds === null ? null : [...categoryIds].sort((a, b) => a - b),
    unit: type === "number" && unit.trim() !== "" ? unit : null,
    choices: type === "choice" ? lines.filter((line) => line !== "") : null,
  };
}

const describe = (draft: Draft, categories: readonly Pick<CatalogueItem, "oid" | "name">[]): ShownFields => {
  const { name, type, unit, choices, categoryIds, isRequired } = bodyOf(draft);
  return [
    [t(NAMES.name), name],
    [t(NAMES.type), t(FIELD_TYPE_TEXTS[type])],
    [t(NAMES.unit), unit ?? ""],
    [t(NAMES.choices), choices?.join(", ") ?? ""],
    [
      t(msg("Articles with this field")),
      categoryIds === null
        ? t(msg("All categories"))
        : categories.flatMap(({ oid, name }) => (categoryIds.includes(oid) ? [name] : [])).join(", "),
    ],
    [t(NAMES.isRequired), t(isRequired ? msg("Yes") : msg("No"))],
  ];
};

/** Articles have values that the field would no longer permit. A name in use, or a type that can't change, is an error of the form. */
const isConfirmable = ({ status, errors }: ApiError) =>
  status === 409 &&
  errors.length > 0 &&
  errors.every(({ path }) => path === "choices" || path === "categoryIds");

const isConfirmed = (name: string, { errors }: ApiError) =>
  confirm({
    title: t(msg("Change {name}?"), { name }),
    text: [
      t(
        msg(
          "Articles have values that the field would no longer permit. The values stay until somebody removes them.",
        ),
      ),
      ...errors.map(({ message }) => message),
    ].join(" · "),
    action: t(msg("Change")),
    isDangerous: true,
  });
