import { useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import type { CatalogueName } from "../../../api/catalogues.ts";
import { t } from "../../../i18n/translate.ts";
import { Button } from "../../../ui/button.tsx";
import { Fields } from "../../../ui/field.tsx";
import { Select } from "../../../ui/select.tsx";
import { GuardedDialog } from "../../forms/guarded-dialog.tsx";
import { CatalogueSelect } from "../../lists/catalogue-select.tsx";
import { useLocations } from "../../locations/tree/use-locations.ts";
import type { ArticleFields } from "../fields.ts";
import { LocationField } from "../location-field.tsx";
import { choosable, type Named, type Names, nameOf } from "../names.ts";
import { type MoreChanges, MoreFields, moreChangesOf, useMoreTexts } from "./more-changes.tsx";

/** Fields that a bulk edit can set. An absent field does not change. */
type ManyFields = Partial<
  Pick<ArticleFields, "categoryId" | "typeId" | "stateId" | "responsibleUserId" | "userId">
>;

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

/** A field with its texts and options; `mayBeNobody`: it may be cleared. */
interface Field {
  readonly name: keyof ManyFields;
  readonly label: string;
  readonly items: readonly Named[];
  readonly mayBeNobody: boolean;
  /** The catalogue of its records. */
  readonly catalogue?: CatalogueName;
}

const fieldsWith = ({ categories, types, states, people }: Names): readonly Field[] => [
  {
    name: "categoryId",
    label: t(msg("Category")),
    items: categories,
    mayBeNobody: false,
    catalogue: "category",
  },
  { name: "typeId", label: t(msg("Type")), items: types, mayBeNobody: false, catalogue: "type" },
  { name: "stateId", label: t(msg("State")), items: states, mayBeNobody: false, catalogue: "state" },
  {
    name: "responsibleUserId",
    label: t(msg("Responsible person")),
    items: choosable(people, null),
    mayBeNobody: true,
  },
  { name: "userId", label: t(msg("Assigned to")), items: choosable(people, null), mayBeNobody: true },
];

/** Sets the same values on many articles. Shows how many will change. */
export function EditDialog({ count, names, onStart, onClose }: DialogProps) {
  const [fields, setFields] = useState<ManyFields>({});
  const [locationId, setLocationId] = useState<number | null>(null);
  const { tree } = useLocations(locationId !== null);
  const [more, setMore] = useState<MoreChanges>(new Map());
  const all = fieldsWith(names);
  const changes = all
    .filter(({ name }) => name in fields)
    .map(({ name, label, items }) => {
      const oid = fields[name] ?? null;
      return t(msg("{field}: {value}"), {
        field: label,
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
          disabled={changes.length === 0 || missing.length > 0 || moreTexts.some(({ isWrong }) => isWrong)}
          onClick={() =>
            onStart({
              ...fields,
              ...(locationId !== null && { locationId }),
              ...moreChangesOf(more),
            })
          }
        >
          {t(msg("Update {n, plural, one {# article} other {# articles}}"), { n: count })}
        </Button>
      }
    >
      <Fields>
        {all.map((field) => (
          <ManyChoice
            key={field.name}
            field={field}
            value={fields[field.name]}
            onValue={(value) => setFields(changed(fields, field.name, value))}
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

function changed(
  { ...fields }: ManyFields,
  name: keyof ManyFields,
  value: number | null | undefined,
): ManyFields {
  delete fields[name];
  return value === undefined ? fields : { ...fields, [name]: value };
}

interface ChoiceProps {
  readonly field: Field;
  /** Undefined: no change. */
  readonly value: number | null | undefined;
  readonly onValue: (value: number | null | undefined) => void;
}

function ManyChoice({ field: { label, items, mayBeNobody, catalogue }, value, onValue }: ChoiceProps) {
  if (catalogue !== undefined) {
    return (
      <CatalogueSelect
        catalogue={catalogue}
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
        ...(mayBeNobody ? [{ value: NOBODY, label: t(msg("Nobody")) }] : []),
        ...items.map(({ oid, name }) => ({ value: String(oid), label: name })),
      ]}
      value={shown}
      onValue={take}
    />
  );
}

const NOBODY = "nobody";
