import { say } from "../../../../words.ts";
import type { CatalogueName } from "../../../answers/catalogues.ts";
import { t } from "../../../app/words.ts";
import { money } from "../../../find/article-facts.tsx";
import { FIELD_NAMES } from "../../../find/field-names.ts";
import { priceOf } from "../../../mine/proposal.ts";
import { CatalogueSelect } from "../../lists/catalogue-select.tsx";
import { ChoiceField, LineField } from "../../save/fields.tsx";
import type { ArticleFields } from "../fields.ts";
import { type Named, type Names, nameOf } from "../names.ts";
import { PriceField } from "./price-field.tsx";

interface FormProps {
  readonly values: ArticleFields;
  /** What the box says of each field, by its name. */
  readonly errors: Readonly<Record<string, string>>;
  readonly names: Names;
  readonly set: <K extends keyof ArticleFields>(name: K, value: ArticleFields[K]) => void;
}

/** All that is said of an article. */
export function ArticleForm({ values, errors, names, set }: FormProps) {
  const line = (name: "code" | "serialNumber" | "rfId", isRequired = false) => (
    <LineField
      words={t(FIELD_NAMES[name])}
      isRequired={isRequired}
      problem={errors[name]}
      value={values[name] ?? ""}
      onValue={(text) => set(name, text === "" ? null : text)}
    />
  );
  const choice = (name: "categoryId" | "typeId" | "stateId", catalogue: CatalogueName) => (
    <CatalogueSelect
      catalogue={catalogue}
      label={t(FIELD_NAMES[name])}
      isRequired
      problem={errors[name]}
      value={values[name]}
      onChange={(oid) => set(name, oid)}
    />
  );
  const person = (name: "userId" | "responsibleUserId") => (
    <ChoiceField
      words={t(FIELD_NAMES[name])}
      problem={errors[name]}
      items={withOne(names.people, values[name])}
      none={t(TEXTS.nobody)}
      value={values[name]}
      onValue={(oid) => set(name, oid)}
    />
  );
  return (
    <div class="fields">
      {line("code", true)}
      <LineField
        words={t(FIELD_NAMES.name)}
        isRequired
        problem={errors["name"]}
        value={values.name}
        onValue={(text) => set("name", text)}
      />
      {choice("categoryId", "category")}
      {choice("typeId", "type")}
      {choice("stateId", "state")}
      <PriceField
        words={t(FIELD_NAMES.price)}
        problem={errors["price"]}
        value={values.price}
        onValue={(text) => set("price", priceOf(text) ?? text)}
      />
      {line("serialNumber")}
      {line("rfId")}
      {person("userId")}
      {person("responsibleUserId")}
      <label class="check">
        <input
          type="checkbox"
          checked={values.isDisposal}
          onChange={(event) => set("isDisposal", event.currentTarget.checked)}
        />
        {t(FIELD_NAMES.isDisposal)}
      </label>
    </div>
  );
}

/** Who is not active any more has the article all the same. */
function withOne(people: readonly Named[], oid: number | null): readonly Named[] {
  if (oid === null || people.some((one) => one.oid === oid)) return people;
  return [...people, { oid, name: nameOf(people, oid) }];
}

/** What each field is called and how its value is shown, for the choice between two savings. */
export function fieldWords(names: Names) {
  const by = (items: readonly Named[]) => (oid: number | null) => nameOf(items, oid);
  return {
    code: { name: t(FIELD_NAMES.code) },
    name: { name: t(FIELD_NAMES.name) },
    categoryId: { name: t(FIELD_NAMES.categoryId), show: by(names.categories) },
    typeId: { name: t(FIELD_NAMES.typeId), show: by(names.types) },
    stateId: { name: t(FIELD_NAMES.stateId), show: by(names.states) },
    price: {
      name: t(FIELD_NAMES.price),
      show: (price: number | string) => (typeof price === "number" ? money(price) : price),
    },
    serialNumber: { name: t(FIELD_NAMES.serialNumber) },
    rfId: { name: t(FIELD_NAMES.rfId) },
    userId: { name: t(FIELD_NAMES.userId), show: by(names.people) },
    responsibleUserId: { name: t(FIELD_NAMES.responsibleUserId), show: by(names.people) },
    isDisposal: { name: t(FIELD_NAMES.isDisposal), show: (is: boolean) => t(is ? TEXTS.yes : TEXTS.no) },
  };
}

const TEXTS = {
  nobody: say("nobody", "nikdo"),
  yes: say("yes", "ano"),
  no: say("no", "ne"),
};
