import { useState } from "preact/hooks";
import { CUSTOM_FIELD_TYPES, type CustomFieldType, MAX_UNIT_LENGTH } from "../../../domain/custom-fields.ts";
import { msg } from "../../../domain/message.ts";
import { MAX_TEXT_LENGTH } from "../../../domain/text-limits.ts";
import { call } from "../../api/call.ts";
import { ApiError } from "../../api/errors.ts";
import type { CatalogueItem, CustomField } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox, Radio, RadioGroup } from "../../ui/checkbox.tsx";
import { confirm } from "../../ui/confirm.tsx";
import { NoteField, TextField } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { showSuccess } from "../../ui/toast.tsx";
import { Problem } from "../../ui/use-action.tsx";
import { FormDialog } from "../forms/form-dialog.tsx";
import { problemText } from "../forms/problem.ts";
import { type ShownFields, ShownRecord, useTaggedSave } from "../forms/shown-record.tsx";
import type { Tagged } from "../forms/tagged.ts";
import { useCreation } from "../forms/use-creation.ts";
import { byPath } from "../forms/use-edit.ts";
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

const draftOf = (field: CustomField | null): Draft => ({
  name: field?.name ?? "",
  type: field?.type ?? "text",
  unit: field?.unit ?? "",
  choices: field?.choices?.join("\n") ?? "",
  categoryIds: field?.categoryIds ?? null,
  isRequired: field?.isRequired ?? false,
});

/** Dialog that adds or changes a custom field. A change that articles are affected by is confirmed with their number. */
export function FieldDialog({ field, ...rest }: FieldDialogProps) {
  if (field === null) return <FieldForm shown={null} {...rest} />;
  return (
    <ShownRecord read={call("GET /api/customfields/{id}", { id: field.oid })} onClose={rest.onClose}>
      {(shown) => <FieldForm shown={shown} {...rest} />}
    </ShownRecord>
  );
}

interface FieldFormProps extends Omit<FieldDialogProps, "field"> {
  readonly shown: Tagged<CustomField> | null;
}

function FieldForm({ shown, onSaved, onClose }: FieldFormProps) {
  const field = shown?.body ?? null;
  const send = useSend(shown);
  const [draft, setDraft] = useState(() => draftOf(field));
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const set = (changed: Partial<Draft>) => setDraft((now) => ({ ...now, ...changed }));

  async function save(): Promise<void> {
    setBusy(true);
    setProblem(null);
    setErrors({});
    try {
      if (!(await send(bodyOf(draft)))) return;
      showSuccess(t(msg("{name} saved."), { name: draft.name }));
      onSaved();
    } catch (error) {
      setProblem(problemText(error, NAMES) || null);
      if (error instanceof ApiError) setErrors(byPath(error.errors));
    } finally {
      setBusy(false);
    }
  }

  return (
    <FormDialog
      title={field === null ? t(msg("Create field")) : t(msg("Edit {name}"), { name: field.name })}
      onClose={onClose}
      actions={
        <Button disabled={isBusy || draft.name.trim() === ""} onClick={save}>
          {t(msg("Save"))}
        </Button>
      }
    >
      <TextField
        label={t(msg("Name"))}
        isRequired
        problem={errors["name"]}
        maxLength={MAX_TEXT_LENGTH}
        value={draft.name}
        onValue={(name) => set({ name })}
      />
      <Select
        label={t(msg("Type"))}
        problem={errors["type"]}
        value={draft.type}
        items={CUSTOM_FIELD_TYPES.map((value) => ({ value, label: t(FIELD_TYPE_TEXTS[value]) }))}
        onValue={(value) => set({ type: value as CustomFieldType })}
      />
      {draft.type === "number" && (
        <TextField
          label={t(msg("Unit"))}
          problem={errors["unit"]}
          maxLength={MAX_UNIT_LENGTH}
          value={draft.unit}
          onValue={(unit) => set({ unit })}
        />
      )}
      {draft.type === "choice" && (
        <NoteField
          label={t(msg("Choices"))}
          hint={t(msg("One a line"))}
          isRequired
          problem={errors["choices"]}
          value={draft.choices}
          onValue={(choices) => set({ choices })}
        />
      )}
      <Categories chosen={draft.categoryIds} onChosen={(categoryIds) => set({ categoryIds })} />
      <Checkbox checked={draft.isRequired} onChange={() => set({ isRequired: !draft.isRequired })}>
        {t(msg("Required: forms and imports that have this field need a value"))}
      </Checkbox>
      <Problem text={problem} />
    </FormDialog>
  );
}

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

type Body = ReturnType<typeof bodyOf>;

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

/** Saves the field. Where articles have values that it would no longer permit, it asks first. False: not saved. */
function useSend(shown: Tagged<CustomField> | null): (body: Body) => Promise<boolean> {
  const create = useCreation();
  const categories = useCategories();
  const update = useTaggedSave(
    shown && {
      read: call("GET /api/customfields/{id}", { id: shown.body.oid }),
      shown,
      valuesOf: (saved: CustomField) => bodyOf(draftOf(saved)),
      fieldsOf: (values: Body) => fieldsOf(values, categories),
    },
  );
  return async (body) => {
    if (shown === null) {
      await create(call("POST /api/customfields", { body }));
      return true;
    }
    const { oid: id, name } = shown.body;
    try {
      return (await update(call("PUT /api/customfields/{id}", { id, body }), body)) !== "kept";
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409 || !isConfirmable(error)) throw error;
      const isSure = await confirm({
        title: t(msg("Change {name}?"), { name }),
        text: [
          t(
            msg(
              "Articles have values that the field would no longer permit. The values stay until somebody removes them.",
            ),
          ),
          ...error.errors.map(({ message }) => message),
        ].join(" · "),
        action: t(msg("Change")),
        isDangerous: true,
      });
      if (!isSure) return false;
      return (await update(call("PUT /api/customfields/{id}", { id, force: true, body }), body)) !== "kept";
    }
  };
}

const fieldsOf = (
  { name, type, unit, choices, categoryIds, isRequired }: Body,
  categories: readonly Pick<CatalogueItem, "oid" | "name">[],
): ShownFields => [
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
  [t(msg("Required")), t(isRequired ? msg("Yes") : msg("No"))],
];

/** A name in use, or a type that can't change, is an error of the form. */
const isConfirmable = ({ errors }: ApiError) =>
  errors.length > 0 && errors.every(({ path }) => path === "choices" || path === "categoryIds");

const NAMES = { name: msg("Name"), type: msg("Type"), unit: msg("Unit"), choices: msg("Choices") };
