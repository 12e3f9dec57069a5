import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { ARTICLE } from "../../../../records/article.ts";
import { LISTED_FIELDS } from "../../../../records/article-lists.ts";
import type { CustomField, FullArticle } from "../../../api/types/endpoints.d.ts";
import { money } from "../../../articles/amounts.ts";
import { FIELD_NAMES } from "../../../articles/article-facts.tsx";
import { day, number, t } from "../../../i18n/translate.ts";
import { priceOf } from "../../../requests/proposal.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Fields, NoteField, TextField } from "../../../ui/field.tsx";
import { RecordSelect } from "../../../ui/select.tsx";
import { CustomFieldInput } from "../../custom-fields/custom-field-input.tsx";
import { customKey, fieldsOfCategory } from "../../custom-fields/use-custom-fields.ts";
import type { FieldOf, FormFields } from "../../forms/form.tsx";
import { CatalogueSelect } from "../../lists/catalogue-select.tsx";
import type { FieldName, FullFields } from "../fields.ts";
import { choosable, type Named, type Names, nameOf } from "../names.ts";
import { companyCurrency, useTotals } from "../totals.ts";
import { CheckDigit } from "./check-digit.tsx";

interface FormProps {
  readonly form: FormFields<FullFields>;
  readonly names: Names;
  readonly custom: readonly CustomField[];
  /** Hint at the code; without one the code is required. */
  readonly codeHint?: ComponentChildren;
  /** Further fields, after the state. */
  readonly children?: ComponentChildren;
  /** Fields that the head office owns. */
  readonly owned?: FullArticle["ownedFields"] | undefined;
}

/** The form of an article. */
export function ArticleForm({ form, names, custom, codeHint, children, owned = [] }: FormProps) {
  const { values, errors, set } = form;
  const ownCurrency = companyCurrency(names.lists.currencyType);
  const field = (name: ControlledField) => (
    <ArticleField key={name} name={name} form={form} names={names} owned={owned} />
  );
  // By their names, so that the form lacks no field; in its order.
  const inputs: Readonly<Record<FieldName | "others" | "custom", ComponentChildren>> = {
    code: owned.includes("code") ? (
      <OwnedField label={t(FIELD_NAMES.code)} value={values.code ?? ""} />
    ) : (
      <div>
        <TextField {...form.optional("code")} hint={codeHint} isRequired={codeHint === undefined} />
        <CheckDigit code={values.code ?? ""} isOwn />
      </div>
    ),
    name: field("name"),
    categoryId: field("categoryId"),
    typeId: field("typeId"),
    stateId: field("stateId"),
    others: children,
    userId: field("userId"),
    responsibleUserId: field("responsibleUserId"),
    serialNumber: field("serialNumber"),
    rfId: field("rfId"),
    price: field("price"),
    currencyTypeId: (
      <CatalogueSelect
        {...form.field("currencyTypeId")}
        catalogue={ARTICLE.fields.currencyTypeId.to}
        none={
          ownCurrency === null
            ? t(msg("No currency"))
            : t(msg("The company's: {currency}"), { currency: ownCurrency })
        }
      />
    ),
    dtBuy: <TextField {...form.optional("dtBuy")} type="date" />,
    invoiceNo: <TextField {...form.optional("invoiceNo")} />,
    unit: <UnitField {...form.optional("unit")} />,
    supplier: <TextField {...form.optional("supplier")} />,
    warrantyEnd: <TextField {...form.optional("warrantyEnd")} type="date" />,
    custom: shownFieldsOf(custom, values).map((one) => (
      <CustomFieldInput
        key={one.oid}
        field={one}
        problem={errors[customKey(one.oid)]}
        value={values[customKey(one.oid)] ?? null}
        onValue={(text) => set({ [customKey(one.oid)]: text })}
      />
    )),
    note: (
      <div class="full-width">
        <NoteField {...form.optional("note")} />
      </div>
    ),
    isDisposal: (
      <Checkbox class="full-width" checked={values.isDisposal} onValue={(isDisposal) => set({ isDisposal })}>
        {t(FIELD_NAMES.isDisposal)}
      </Checkbox>
    ),
  };
  return <Fields class="article-form">{Object.values(inputs)}</Fields>;
}

/** The fields with a control that the form shares with the list. */
export type ControlledField =
  | "name"
  | "categoryId"
  | "typeId"
  | "stateId"
  | "userId"
  | "responsibleUserId"
  | "serialNumber"
  | "rfId"
  | "price";

interface FieldProps extends Pick<FormProps, "form" | "names" | "owned"> {
  readonly name: ControlledField;
  readonly isLabelHidden?: boolean | undefined;
}

/** The control of a field of an article, in its form and in a cell of the list. */
export function ArticleField({ name, form, names, owned = [], isLabelHidden }: FieldProps) {
  const { values } = form;
  if (name === "price") return <PriceField {...form.field(name)} isLabelHidden={isLabelHidden} />;
  if (name === "serialNumber" || name === "rfId")
    return <TextField {...form.optional(name)} isLabelHidden={isLabelHidden} />;
  if (name === "name") {
    if (owned.includes(name)) return <OwnedField label={t(FIELD_NAMES.name)} value={values.name} />;
    return <TextField {...form.field(name)} isRequired isLabelHidden={isLabelHidden} />;
  }
  if (name === "userId" || name === "responsibleUserId") {
    return (
      <RecordSelect
        {...form.field(name)}
        items={choosable(names.people, values[name])}
        none={t(msg("Nobody"))}
        isLabelHidden={isLabelHidden}
      />
    );
  }
  if (name === "categoryId" && owned.includes("category")) {
    const category = nameOf(names.lists.articleCategory, values.categoryId);
    return <OwnedField label={t(FIELD_NAMES.categoryId)} value={category} />;
  }
  const catalogue = ARTICLE.fields[name].to;
  return (
    <CatalogueSelect {...form.field(name)} catalogue={catalogue} isRequired isLabelHidden={isLabelHidden} />
  );
}

/** The unit: a usual one, one in use, or another one. */
function UnitField(field: ReturnType<FormFields<FullFields>["optional"]>) {
  const suggestions = useId();
  const used = useTotals().body?.quantities ?? [];
  const units = new Set([
    "kg",
    "m",
    "l",
    t(msg("set", "unit")),
    t(msg("pair", "unit")),
    ...used.flatMap(({ unit }) => unit ?? []),
  ]);
  return (
    <>
      <TextField {...field} list={suggestions} hint={t(msg("Empty: pieces"))} />
      <datalist id={suggestions}>
        {Array.from(units, (unit) => (
          <option key={unit} value={unit} />
        ))}
      </datalist>
    </>
  );
}

/** The fields of the article's category, and others that it has values of. */
function shownFieldsOf(custom: readonly CustomField[], values: FullFields): readonly CustomField[] {
  const own = fieldsOfCategory(custom, values.categoryId);
  return custom.filter((field) => own.includes(field) || (values[customKey(field.oid)] ?? null) !== null);
}

/** How values of the fields are shown, in the dialog about two versions. */
export function shownFields(names: Names) {
  const by = (items: readonly Named[]) => (oid: number | null) => nameOf(items, oid);
  return {
    ...Object.fromEntries(LISTED_FIELDS.map(({ name, catalogue }) => [name, by(names.lists[catalogue])])),
    userId: by(names.people),
    responsibleUserId: by(names.people),
    price: (price: number | string) => (typeof price === "number" ? money(price) : price),
    dtBuy: (date: string | null) => (date === null ? "–" : day(date)),
    warrantyEnd: (date: string | null) => (date === null ? "–" : day(date)),
    isDisposal: (is: boolean) => t(is ? msg("yes") : msg("no")),
  };
}

/** A field that only the head office changes. */
function OwnedField({ label, value }: { readonly label: string; readonly value: string }) {
  return <TextField label={label} value={value} readOnly hint={t(msg("Owned by the head office"))} />;
}

interface PriceProps extends FieldOf<number | string> {
  readonly isLabelHidden: boolean | undefined;
}

const shown = (value: number | string) =>
  typeof value === "string" ? value : number(value, { maximumFractionDigits: 4, useGrouping: false });

/** A price as text. A change by another user is shown. */
function PriceField({ value, onValue, ...field }: PriceProps) {
  const [typed, setTyped] = useState<string | null>(null);
  // Typed text stays (`5,0`) while it has the current value.
  const text = typed !== null && (priceOf(typed) ?? typed) === value ? typed : shown(value);
  return (
    <TextField
      {...field}
      inputMode="decimal"
      value={text}
      onValue={(next) => {
        setTyped(next);
        onValue(priceOf(next) ?? next);
      }}
    />
  );
}
