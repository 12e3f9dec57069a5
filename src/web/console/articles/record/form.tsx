import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { MAX_NOTE_LENGTH } from "../../../../domain/text-limits.ts";
import type { CatalogueName } from "../../../api/catalogues.ts";
import { FIELD_NAMES, money } from "../../../articles/article-facts.tsx";
import { day, number, t } from "../../../i18n/translate.ts";
import { priceOf } from "../../../requests/proposal.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Field, TextField } from "../../../ui/field.tsx";
import { Fields } from "../../../ui/fields.tsx";
import { RecordSelect } from "../../../ui/select.tsx";
import { CatalogueSelect } from "../../lists/catalogue-select.tsx";
import type { FullFields } from "../fields.ts";
import { choosable, type Named, type Names, nameOf } from "../names.ts";

interface FormProps {
  readonly values: FullFields;
  /** Error messages of the server by field. */
  readonly errors: Readonly<Record<string, string>>;
  readonly names: Names;
  readonly set: <K extends keyof FullFields>(name: K, value: FullFields[K]) => void;
  /** Hint at the code; without one the code is required. */
  readonly codeHint?: ComponentChildren;
}

/** The form of an article. */
export function ArticleForm({ values, errors, names, set, codeHint }: FormProps) {
  const line = (name: "serialNumber" | "rfId" | "invoiceNo") => (
    <TextField
      label={t(FIELD_NAMES[name])}
      problem={errors[name]}
      value={values[name] ?? ""}
      onValue={(text) => set(name, textOrNull(text))}
    />
  );
  const choice = (
    name: "categoryId" | "typeId" | "stateId" | "currencyTypeId",
    catalogue: CatalogueName,
    none?: string,
  ) => (
    <CatalogueSelect
      catalogue={catalogue}
      label={t(FIELD_NAMES[name])}
      isRequired={none === undefined}
      {...(none !== undefined && { none })}
      problem={errors[name]}
      value={values[name]}
      onChange={(oid) => set(name, oid)}
    />
  );
  const person = (name: "userId" | "responsibleUserId") => (
    <RecordSelect
      label={t(FIELD_NAMES[name])}
      problem={errors[name]}
      items={choosable(names.people, values[name])}
      none={t(TEXTS.nobody)}
      value={values[name]}
      onValue={(oid) => set(name, oid)}
    />
  );
  return (
    <Fields class="article-form">
      <TextField
        label={t(FIELD_NAMES.code)}
        hint={codeHint}
        isRequired={codeHint === undefined}
        problem={errors["code"]}
        value={values.code ?? ""}
        onValue={(text) => set("code", textOrNull(text))}
      />
      <TextField
        label={t(FIELD_NAMES.name)}
        isRequired
        problem={errors["name"]}
        value={values.name}
        onValue={(text) => set("name", text)}
      />
      {choice("categoryId", "category")}
      {choice("typeId", "type")}
      {choice("stateId", "state")}
      {person("userId")}
      {person("responsibleUserId")}
      {line("serialNumber")}
      {line("rfId")}
      <PriceField
        label={t(FIELD_NAMES.price)}
        problem={errors["price"]}
        value={values.price}
        onValue={(text) => set("price", priceOf(text) ?? text)}
      />
      {choice("currencyTypeId", "currency", t(TEXTS.noCurrency))}
      <TextField
        type="date"
        label={t(FIELD_NAMES.dtBuy)}
        problem={errors["dtBuy"]}
        value={values.dtBuy ?? ""}
        onValue={(text) => set("dtBuy", textOrNull(text))}
      />
      {line("invoiceNo")}
      <div class="full-width">
        <Field label={t(FIELD_NAMES.note)} problem={errors["note"]}>
          {(controlProps) => (
            <textarea
              {...controlProps}
              rows={3}
              maxLength={MAX_NOTE_LENGTH}
              value={values.note ?? ""}
              onInput={({ currentTarget }) => set("note", textOrNull(currentTarget.value))}
            />
          )}
        </Field>
      </div>
      <Checkbox
        class="full-width"
        checked={values.isDisposal}
        onChange={(event) => set("isDisposal", event.currentTarget.checked)}
      >
        {t(FIELD_NAMES.isDisposal)}
      </Checkbox>
    </Fields>
  );
}

const textOrNull = (text: string) => (text === "" ? null : text);

/** Names and formatted values of the fields, for the dialog about two versions. */
export function fieldTexts(names: Names) {
  const by = (items: readonly Named[]) => (oid: number | null) => nameOf(items, oid);
  return {
    code: { name: t(FIELD_NAMES.code) },
    name: { name: t(FIELD_NAMES.name) },
    categoryId: { name: t(FIELD_NAMES.categoryId), show: by(names.categories) },
    typeId: { name: t(FIELD_NAMES.typeId), show: by(names.types) },
    stateId: { name: t(FIELD_NAMES.stateId), show: by(names.states) },
    userId: { name: t(FIELD_NAMES.userId), show: by(names.people) },
    responsibleUserId: { name: t(FIELD_NAMES.responsibleUserId), show: by(names.people) },
    serialNumber: { name: t(FIELD_NAMES.serialNumber) },
    rfId: { name: t(FIELD_NAMES.rfId) },
    price: {
      name: t(FIELD_NAMES.price),
      show: (price: number | string) => (typeof price === "number" ? money(price) : price),
    },
    currencyTypeId: { name: t(FIELD_NAMES.currencyTypeId), show: by(names.currencies) },
    dtBuy: {
      name: t(FIELD_NAMES.dtBuy),
      show: (date: string | null) => (date === null ? "–" : day(date)),
    },
    invoiceNo: { name: t(FIELD_NAMES.invoiceNo) },
    note: { name: t(FIELD_NAMES.note) },
    isDisposal: { name: t(FIELD_NAMES.isDisposal), show: (is: boolean) => t(is ? TEXTS.yes : TEXTS.no) },
  };
}

interface PriceProps {
  readonly label: string;
  readonly problem: string | undefined;
  readonly value: number | string;
  readonly onValue: (text: string) => void;
}

const shown = (value: number | string) =>
  typeof value === "string" ? value : number(value, { maximumFractionDigits: 4, useGrouping: false });

/** A price as text. A change by another user is shown. */
function PriceField({ label, problem, value, onValue }: PriceProps) {
  const [typed, setTyped] = useState<string | null>(null);
  // Typed text stays (`5,0`) while it has the current value.
  const text = typed !== null && (priceOf(typed) ?? typed) === value ? typed : shown(value);
  return (
    <TextField
      label={label}
      problem={problem}
      inputMode="decimal"
      value={text}
      onValue={(next) => {
        setTyped(next);
        onValue(next);
      }}
    />
  );
}

const TEXTS = {
  nobody: msg("Nobody"),
  noCurrency: msg("No currency"),
  yes: msg("yes"),
  no: msg("no"),
};
