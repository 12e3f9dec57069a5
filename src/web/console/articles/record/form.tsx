import { say } from "../../../../words.ts";
import { t } from "../../../app/words.ts";
import { money } from "../../../find/article-facts.tsx";
import { priceOf } from "../../../mine/proposal.ts";
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
      words={t(WORDS[name])}
      isRequired={isRequired}
      problem={errors[name]}
      value={values[name] ?? ""}
      onValue={(text) => set(name, text === "" ? null : text)}
    />
  );
  const choice = (name: "categoryId" | "typeId" | "stateId", items: readonly Named[]) => (
    <ChoiceField
      words={t(WORDS[name])}
      isRequired
      problem={errors[name]}
      items={items}
      value={values[name]}
      onValue={(oid) => set(name, oid)}
    />
  );
  const person = (name: "userId" | "responsibleUserId") => (
    <ChoiceField
      words={t(WORDS[name])}
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
        words={t(WORDS.name)}
        isRequired
        problem={errors["name"]}
        value={values.name}
        onValue={(text) => set("name", text)}
      />
      {choice("categoryId", names.categories)}
      {choice("typeId", names.types)}
      {choice("stateId", names.states)}
      <PriceField
        words={t(WORDS.price)}
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
        {t(WORDS.isDisposal)}
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
    code: { name: t(WORDS.code) },
    name: { name: t(WORDS.name) },
    categoryId: { name: t(WORDS.categoryId), show: by(names.categories) },
    typeId: { name: t(WORDS.typeId), show: by(names.types) },
    stateId: { name: t(WORDS.stateId), show: by(names.states) },
    price: {
      name: t(WORDS.price),
      show: (price: number | string) => (typeof price === "number" ? money(price) : price),
    },
    serialNumber: { name: t(WORDS.serialNumber) },
    rfId: { name: t(WORDS.rfId) },
    userId: { name: t(WORDS.userId), show: by(names.people) },
    responsibleUserId: { name: t(WORDS.responsibleUserId), show: by(names.people) },
    isDisposal: { name: t(WORDS.isDisposal), show: (is: boolean) => t(is ? TEXTS.yes : TEXTS.no) },
  };
}

const WORDS = {
  code: say("Code", "Kód"),
  name: say("Name", "Název"),
  categoryId: say("Category", "Kategorie"),
  typeId: say("Type", "Typ"),
  stateId: say("State", "Stav"),
  price: say("Price", "Cena"),
  serialNumber: say("Serial number", "Sériové číslo"),
  rfId: say("RFID tag", "RFID štítek"),
  userId: say("Who has it", "Kdo ho má"),
  responsibleUserId: say("Responsible", "Odpovídá"),
  isDisposal: say("To be disposed of", "K vyřazení"),
};
const TEXTS = {
  nobody: say("nobody", "nikdo"),
  yes: say("yes", "ano"),
  no: say("no", "ne"),
};
