import { useState } from "preact/hooks";
import { parseCustomValue } from "../../../../domain/custom-fields.ts";
import { msg } from "../../../../domain/message.ts";
import { MAX_TEXT_LENGTH } from "../../../../domain/text-limits.ts";
import { ARTICLE } from "../../../../records/article.ts";
import type { CustomField } from "../../../api/types/endpoints.d.ts";
import { FIELD_NAMES } from "../../../articles/article-facts.tsx";
import { customValueText } from "../../../articles/custom-values.tsx";
import { day, t } from "../../../i18n/translate.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Fields, TextField } from "../../../ui/field.tsx";
import { Select } from "../../../ui/select.tsx";
import { CustomFieldInput } from "../../custom-fields/custom-field-input.tsx";
import { useCustomFields } from "../../custom-fields/use-custom-fields.ts";
import { GuardedDialog, hasFullInputs } from "../../forms/form.tsx";
import { CatalogueSelect } from "../../lists/catalogue-select.tsx";
import { LocationField } from "../../locations/tree/location-field.tsx";
import { useLocations } from "../../locations/tree/location-tree.ts";
import type { ArticleFields } from "../fields.ts";
import { choosable, type Names, nameOf } from "../names.ts";
import styles from "./more-changes.module.css";

/** Fields that refer to a record and that a bulk edit can set. */
const MANY = ["categoryId", "typeId", "stateId", "responsibleUserId", "userId"] as const;
type ManyName = (typeof MANY)[number];

/** The records that they get. An absent field does not change. */
type ManyFields = Partial<Pick<ArticleFields, ManyName>>;

/** The values that a bulk edit sets. `locationId`: all pieces move there. */
export interface BulkChanges extends ManyFields {
  readonly locationId?: number;
  readonly supplier?: string | null;
  /** YYYY-MM-DD */
  readonly warrantyEnd?: string | null;
  /** Values of custom fields by their oid; null removes one. */
  readonly fields?: Readonly<Record<string, string | null>>;
}

interface DialogProps {
  readonly count: number;
  readonly names: Names;
  readonly onStart: (changes: BulkChanges) => void;
  readonly onClose: () => void;
}

/** Sets the same values on many articles. Shows how many will change. */
export function EditDialog({ count, names, onStart, onClose }: DialogProps) {
  const [fields, setFields] = useState<ManyFields>({});
  const [locationId, setLocationId] = useState<number | null>(null);
  const { tree } = useLocations(locationId !== null);
  const [more, setMore] = useState<MoreChanges>(new Map());
  const changes = MANY.filter((name) => name in fields).map((name) => {
    const oid = fields[name] ?? null;
    const items = isPerson(name) ? names.people : names.lists[ARTICLE.fields[name].to];
    return t(msg("{field}: {value}"), {
      field: t(FIELD_NAMES[name]),
      value: oid === null ? t(msg("Nobody")) : nameOf(items, oid),
    });
  });
  if (locationId !== null) {
    changes.push(
      t(msg("Location: {location}, with all pieces; articles without a location get one piece there"), {
        location: tree?.get(locationId)?.name ?? String(locationId),
      }),
    );
  }
  const moreTexts = useMoreTexts(more);
  const missing = moreTexts.filter(({ isMissing }) => isMissing).map(({ name }) => name);
  const entered = moreTexts.filter(({ isMissing }) => !isMissing);
  changes.push(...entered.map(({ name, value }) => t(msg("{field}: {value}"), { field: name, value })));
  return (
    <GuardedDialog
      title={t(msg("Edit {n, plural, one {# article} other {# articles}}"), { n: count })}
      onClose={onClose}
      actions={
        <Button
          kind="primary"
          disabled={changes.length === 0 || missing.length > 0 || moreTexts.some(({ isWrong }) => isWrong)}
          onClick={({ currentTarget }) => {
            if (!hasFullInputs(currentTarget.closest("dialog") ?? currentTarget)) return;
            onStart({
              ...fields,
              ...(locationId !== null && { locationId }),
              ...moreChangesOf(more),
            });
          }}
        >
          {t(msg("Update {n, plural, one {# article} other {# articles}}"), { n: count })}
        </Button>
      }
    >
      <Fields>
        {MANY.map((name) => (
          <ManyChoice
            key={name}
            name={name}
            people={names.people}
            value={fields[name]}
            onValue={(value) => setFields(changed(fields, name, value))}
          />
        ))}
        <LocationField label={t(msg("Location of all pieces"))} value={locationId} onValue={setLocationId} />
        <MoreFields changes={more} onChange={setMore} />
      </Fields>
      <div role="status">
        {missing.length > 0 && (
          <p>{t(msg("Enter a value or choose to clear: {names}"), { names: missing.join(", ") })}</p>
        )}
        {changes.length > 0 && (
          <>
            <p>
              {t(msg("{n, plural, one {# article} other {All # articles}} will be set to:"), { n: count })}
            </p>
            <ul>
              {changes.map((change) => (
                <li key={change}>{change}</li>
              ))}
            </ul>
            <p class="muted">{t(msg("You can undo it for 7 days."))}</p>
          </>
        )}
      </div>
    </GuardedDialog>
  );
}

function changed({ ...fields }: ManyFields, name: ManyName, value: number | null | undefined): ManyFields {
  delete fields[name];
  return value === undefined ? fields : { ...fields, [name]: value };
}

/** People may be cleared; the others are records of a catalogue. */
const isPerson = (name: ManyName) => name === "responsibleUserId" || name === "userId";

interface ChoiceProps extends Pick<Names, "people"> {
  readonly name: ManyName;
  /** Undefined: no change. */
  readonly value: number | null | undefined;
  readonly onValue: (value: number | null | undefined) => void;
}

function ManyChoice({ name, people, value, onValue }: ChoiceProps) {
  const label = t(FIELD_NAMES[name]);
  if (!isPerson(name)) {
    return (
      <CatalogueSelect
        catalogue={ARTICLE.fields[name].to}
        label={label}
        none={t(msg("No change"))}
        value={value ?? null}
        onValue={(oid) => onValue(oid ?? undefined)}
      />
    );
  }
  const shown = value === undefined ? "" : value === null ? NOBODY : String(value);
  const take = (text: string) => onValue(text === "" ? undefined : text === NOBODY ? null : Number(text));
  return (
    <Select
      label={label}
      items={[
        { value: "", label: t(msg("No change")) },
        { value: NOBODY, label: t(msg("Nobody")) },
        ...choosable(people, null).map((one) => ({ value: String(one.oid), label: one.name })),
      ]}
      value={shown}
      onValue={take}
    />
  );
}

const NOBODY = "nobody";

/**
 * New values of supplier, warranty and custom fields (by their oid) in the order of their choice. Null clears the field; an
 * empty text is a value that is not entered yet, such as half a date.
 */
type MoreChanges = ReadonlyMap<MoreField, string | null>;
type MoreField = "supplier" | "warrantyEnd" | number;

/** The changes as the request has them. */
function moreChangesOf(changes: MoreChanges) {
  const own: { supplier?: string | null; warrantyEnd?: string | null } = {};
  const fields: Record<string, string | null> = {};
  for (const [name, value] of changes) {
    if (typeof name === "number") fields[name] = value;
    else own[name] = value;
  }
  return { ...own, ...(Object.keys(fields).length > 0 && { fields }) };
}

/** A change for people. */
interface ChangeText {
  readonly name: string;
  readonly value: string;
  readonly isMissing: boolean;
  /** Its field does not permit the value. */
  readonly isWrong: boolean;
}

/** The texts of the changes. */
function useMoreTexts(changes: MoreChanges): readonly ChangeText[] {
  const fields = useCustomFields();
  return [...changes].flatMap(([name, value]) => {
    const field = fields.find(({ oid }) => oid === name);
    if (typeof name === "number" && field === undefined) return [];
    const text = value === null ? t(msg("no value")) : value === "" ? "" : shown(name, field, value);
    const isWrong = problemOf(field, value) !== undefined;
    return [{ name: labelOf(name, field), value: text, isMissing: value === "", isWrong }];
  });
}

/** The error of a value of a custom field; undefined: it is valid. */
function problemOf(field: CustomField | undefined, value: string | null): string | undefined {
  if (field === undefined || value === null || value === "") return undefined;
  const parsed = parseCustomValue(field, value);
  return "error" in parsed ? t(parsed.error) : undefined;
}

const labelOf = (name: MoreField, field: CustomField | undefined) =>
  typeof name === "number" ? (field?.name ?? "") : t(FIELD_NAMES[name]);

function shown(name: MoreField, field: CustomField | undefined, value: string): string {
  if (field !== undefined) return customValueText(field, value);
  return name === "warrantyEnd" ? day(value) : value;
}

interface MoreFieldsProps {
  readonly changes: MoreChanges;
  readonly onChange: (changes: MoreChanges) => void;
}

/** The choice of further fields to set, each with its value. */
function MoreFields({ changes, onChange }: MoreFieldsProps) {
  const custom = useCustomFields();
  const names: readonly MoreField[] = ["supplier", "warrantyEnd", ...custom.map(({ oid }) => oid)];
  const fieldOf = (name: MoreField) => custom.find(({ oid }) => oid === name);
  const left = names.filter((name) => !changes.has(name));
  const set = (name: MoreField, value: string | null) => onChange(new Map(changes).set(name, value));
  const remove = (name: MoreField) => onChange(new Map([...changes].filter(([one]) => one !== name)));
  return (
    <>
      {[...changes].map(([name, value]) => {
        const field = fieldOf(name);
        const label = labelOf(name, field);
        return (
          <div key={name} class={styles["change"]}>
            <ValueInput {...{ name, field, value, label }} onValue={(next) => set(name, next ?? "")} />
            <Button aria-label={t(msg("Remove {name}"), { name: label })} onClick={() => remove(name)}>
              {t(msg("Remove"))}
            </Button>
            <Checkbox checked={value === null} onValue={(isChecked) => set(name, isChecked ? null : "")}>
              {t(msg("Clear {name}"), { name: label })}
            </Checkbox>
          </div>
        );
      })}
      {left.length > 0 && (
        <Select
          label={t(msg("Set another field"))}
          value=""
          items={[
            { value: "", label: t(msg("Choose…")) },
            ...left.map((name) => ({ value: String(name), label: labelOf(name, fieldOf(name)) })),
          ]}
          onValue={(chosen) => {
            const name = left.find((one) => String(one) === chosen);
            if (name !== undefined) set(name, "");
          }}
        />
      )}
    </>
  );
}

interface ValueInputProps {
  readonly name: MoreField;
  readonly field: CustomField | undefined;
  readonly label: string;
  readonly value: string | null;
  readonly onValue: (value: string | null) => void;
}

function ValueInput({ name, field, label, value, onValue }: ValueInputProps) {
  if (field !== undefined)
    return (
      <CustomFieldInput
        {...{ field, value, onValue }}
        mayBeRequired={false}
        liveProblem={problemOf(field, value)}
      />
    );
  return (
    <TextField
      label={label}
      value={value ?? ""}
      {...(name === "warrantyEnd" ? { type: "date" } : { maxLength: MAX_TEXT_LENGTH })}
      onValue={onValue}
    />
  );
}
