import { useState } from "preact/hooks";
import { CUSTOM_FIELD_TYPES, type CustomFieldType } from "../../../domain/custom-fields.ts";
import { type Message, msg } from "../../../domain/message.ts";
import { CUSTOM_FIELD } from "../../../records/custom-field.ts";
import { labelsOf } from "../../../records/record.ts";
import { call, withoutTag, withTag } from "../../api/call.ts";
import { ApiError } from "../../api/errors.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { CatalogueItem, CustomField } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox, Radio, RadioGroup } from "../../ui/checkbox.tsx";
import { choose, confirm } from "../../ui/confirm.tsx";
import { NoteField, TextField } from "../../ui/field.tsx";
import { optionsOf, Select } from "../../ui/select.tsx";
import { EmptyState } from "../../ui/surfaces.tsx";
import { showError, showSuccess } from "../../ui/toast.tsx";
import { FormDialog, type ShownFields, ShownRecord, type ShownVersion, useForm } from "../forms/form.tsx";
import { requestTagged } from "../forms/guarded-requests.ts";
import { useMutation } from "../forms/mutation.tsx";
import { NotDone } from "../forms/problem.ts";
import { runJob } from "../jobs/run-job.ts";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import styles from "./fields-tab.module.css";
import { useCategories } from "./use-custom-fields.ts";

/** `#/lists/fields`: the custom fields, in their order. */
export function FieldsTab() {
  const [edited, setEdited] = useState<CustomField | "new" | null>(null);
  const query = useLiveQuery(call("GET /api/customfields"), { follows: ["catalogues"] });
  const onClose = () => setEdited(null);
  const onSaved = () => {
    onClose();
    query.refetch();
  };
  return (
    <section aria-labelledby="list-title">
      <div class="screen-title">
        <h2 id="list-title">{t(msg("Custom fields"))}</h2>
        <Button kind="primary" onClick={() => setEdited("new")}>
          {t(msg("Create field"))}
        </Button>
      </div>
      <p class="muted">
        {t(
          msg(
            "Fields of your own for articles, of all categories or of some. They are searched, filtered, imported, exported and printed on labels.",
          ),
        )}
      </p>
      <QueryBoundary
        query={query}
        empty={
          <EmptyState
            icon="article"
            title={t(msg("No custom fields yet"))}
            text={t(msg("For example: voltage, next inspection, manual."))}
          >
            <Button onClick={() => setEdited("new")}>{t(msg("Create field"))}</Button>
          </EmptyState>
        }
      >
        {(fields) => (
          <ol class={styles["fields"]}>
            {fields.map((field, position) => (
              <FieldRow
                key={field.oid}
                {...{ field, position }}
                count={fields.length}
                onEdit={() => setEdited(field)}
                onChanged={query.refetch}
              />
            ))}
          </ol>
        )}
      </QueryBoundary>
      {edited !== null && (
        <ShownRecord
          read={edited === "new" ? null : call("GET /api/customfields/{id}", { id: edited.oid })}
          onClose={onClose}
        >
          {(shown) => <FieldForm shown={shown} onSaved={onSaved} onClose={onClose} />}
        </ShownRecord>
      )}
    </section>
  );
}

interface FieldRowProps {
  readonly field: CustomField;
  readonly position: number;
  readonly count: number;
  readonly onEdit: () => void;
  readonly onChanged: () => void;
}

function FieldRow({ field, position, count, onEdit, onChanged }: FieldRowProps) {
  const categories = useCategories();
  const { oid, name, type, unit, choices, categoryIds, isRequired } = field;
  const { run } = useMutation({ after: onChanged });
  const move = (to: number) =>
    run({
      send: withoutTag(call("PUT /api/customfields/{id}", { id: oid, body: { position: to } }), "position"),
    });
  const named = categories.filter((one) => categoryIds?.includes(one.oid)).map((one) => one.name);
  return (
    <li>
      <span class={styles["order"]}>
        <Button
          kind="plain"
          aria-label={t(msg("Move {name} up"), { name })}
          disabled={position === 0}
          onClick={() => move(position - 1)}
        >
          ↑
        </Button>
        <Button
          kind="plain"
          aria-label={t(msg("Move {name} down"), { name })}
          disabled={position === count - 1}
          onClick={() => move(position + 1)}
        >
          ↓
        </Button>
      </span>
      <span class={styles["name"]}>
        <b>{name}</b>
        {isRequired && <Badge>{t(msg("Required"))}</Badge>}
      </span>
      <span class={styles["about"]}>
        {[t(FIELD_TYPE_TEXTS[type]), unit, choices?.join(", ")].filter(Boolean).join(" · ")}
        <span class="muted">
          {" "}
          {categoryIds === null ? t(msg("All categories")) : named.join(", ") || t(msg("No category"))}
        </span>
      </span>
      <span class={styles["actions"]}>
        <Button aria-label={t(msg("Edit {name}"), { name })} onClick={onEdit}>
          {t(msg("Edit"))}
        </Button>
        <Button
          aria-label={t(msg("Delete {name}…"), { name })}
          onClick={() => run({ send: () => deleteField(field) })}
        >
          {t(msg("Delete…"))}
        </Button>
      </span>
    </li>
  );
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

interface FieldFormProps {
  /** Null: a new field. */
  readonly shown: ShownVersion<CustomField> | null;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** Dialog that adds or changes a custom field. A change that articles are affected by is confirmed with their number. */
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
        if (!(await isConfirmed(name, error))) throw new NotDone();
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
      isReady={name.trim() !== ""}
      onClose={onClose}
    >
      <TextField {...form.field("name")} isRequired />
      <Select {...form.field("type")} items={optionsOf(FIELD_TYPE_TEXTS, CUSTOM_FIELD_TYPES)} />
      {type === "number" && <TextField {...form.field("unit")} />}
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

/**
 * Deletes a field after a question with the number of articles that have a value: they stay, or are removed too. Throws
 * ServerUnreachable, ApiError or NotLoggedIn; NotDone where the user does not want it.
 */
async function deleteField({ oid, name }: Pick<CustomField, "oid" | "name">): Promise<void> {
  const { tag } = await requestTagged(call("GET /api/customfields/{id}", { id: oid }));
  const { articles } = await requestAsUser(call("GET /api/customfields/{id}/uses", { id: oid }));
  const wanted = await choose({
    title: t(msg("Delete {name}?"), { name }),
    text: t(
      msg(
        "{count, plural, =0 {No article has a value.} one {# article has a value. It stays with the article until somebody removes it.} other {# articles have a value. The values stay with the articles until somebody removes them.}}",
      ),
      { count: articles },
    ),
    choices:
      articles === 0
        ? [{ name: "delete", label: t(msg("Delete")), kind: "danger" }]
        : [
            { name: "remove", label: t(msg("Delete with the values")), kind: "danger" },
            { name: "delete", label: t(msg("Delete and keep the values")), kind: "primary" },
          ],
  });
  if (wanted === null) throw new NotDone();
  await requestAsUser(withTag(call("DELETE /api/customfields/{id}", { id: oid, force: true }), tag));
  showSuccess(t(msg("{name} deleted."), { name }));
  if (wanted === "remove") await removeValues(oid);
}

/**
 * Removes the values of a field: a bulk edit among the jobs, which can be undone. It expects no number of articles, because a deleted
 * field can't be deleted again.
 */
async function removeValues(oid: number): Promise<void> {
  const body = { filter: { fieldId: oid }, changes: { fields: { [oid]: null } } };
  const job = await runJob(call("PUT /api/articles/bulk-edit", { body }), {}, () =>
    showSuccess(t(msg("The values are being removed. You can undo it for 7 days under Jobs."))),
  );
  if (job.state !== "done") showError(t(msg("The values were not removed. See Jobs.")));
}

/** The names of the types of custom fields. */
const FIELD_TYPE_TEXTS: Readonly<Record<CustomFieldType, Message>> = {
  text: msg("Text"),
  number: msg("Number", "type of a field"),
  date: msg("Date"),
  choice: msg("Choice"),
  yesNo: msg("Yes or no"),
  link: msg("Link"),
};
