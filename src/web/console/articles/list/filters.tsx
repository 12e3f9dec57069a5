import { say } from "../../../../words.ts";
import { t } from "../../../app/words.ts";
import { changeQuery } from "../../frame/address.ts";
import { ChoiceField, LineField } from "../../save/fields.tsx";
import type { Names } from "../names.ts";
import { PlaceField } from "../place-field.tsx";
import { type Asked, FILTERS, type Filter, hasFilters } from "./asked.ts";
import { useTyped } from "./typed.ts";

/** Shows from the first page on what a filter lets through. */
export function filterBy(changed: Partial<Record<Filter, string | number | null>>, replace = false): void {
  changeQuery({ ...changed, cursor: null, page: null }, { replace });
}

const NONE = Object.fromEntries(FILTERS.filter((name) => name !== "q").map((name) => [name, null]));

/** What the articles are narrowed down by, apart from the text. */
export function Filters({ asked, names }: { readonly asked: Asked; readonly names: Names }) {
  const { filters } = asked;
  const chosen = (name: Filter, words: string, items: Names[keyof Names]) => (
    <ChoiceField
      words={words}
      items={items}
      none={t(TEXTS.all)}
      value={filters[name] === null ? null : Number(filters[name])}
      onValue={(oid) => filterBy({ [name]: oid })}
    />
  );
  const check = (name: Filter, words: string, more: Partial<Record<Filter, null>> = {}) => (
    <label class="check">
      <input
        type="checkbox"
        checked={filters[name] === "true"}
        onChange={({ currentTarget: { checked } }) => filterBy({ ...more, [name]: checked ? "true" : null })}
      />
      {words}
    </label>
  );
  return (
    <details class="drop-down" open={hasFilters(asked)}>
      <summary>{t(TEXTS.filters)}</summary>
      <div class="fields">
        {chosen("categoryId", t(TEXTS.category), names.categories)}
        {chosen("typeId", t(TEXTS.type), names.types)}
        {chosen("stateId", t(TEXTS.state), names.states)}
        {chosen("responsibleUserId", t(TEXTS.responsible), names.people)}
        {chosen("userId", t(TEXTS.user), names.people)}
        <PlaceField
          words={t(TEXTS.place)}
          value={filters.locationId === null ? null : Number(filters.locationId)}
          onValue={(locationId) => filterBy({ locationId, noPlace: null })}
        />
        <Price name="priceFrom" words={t(TEXTS.from)} value={filters.priceFrom} />
        <Price name="priceTo" words={t(TEXTS.to)} value={filters.priceTo} />
        <div class="checks">
          {check("noPlace", t(TEXTS.noPlace), { locationId: null })}
          {check("isDisposal", t(TEXTS.disposal))}
        </div>
      </div>
      {hasFilters(asked) && (
        <button type="button" class="second" onClick={() => filterBy(NONE)}>
          {t(TEXTS.none)}
        </button>
      )}
    </details>
  );
}

interface PriceProps {
  readonly name: "priceFrom" | "priceTo";
  readonly words: string;
  readonly value: string | null;
}

function Price({ name, words, value }: PriceProps) {
  const { text, type } = useTyped(value ?? "", (next) => filterBy({ [name]: next }, true));
  return (
    <LineField
      words={words}
      inputMode="decimal"
      value={text}
      onValue={(typed) => type(typed.replace(",", "."))}
    />
  );
}

const TEXTS = {
  filters: say("Filters", "Filtry"),
  none: say("Take all filters away", "Zrušit všechny filtry"),
  all: say("all", "vše"),
  category: say("Category", "Kategorie"),
  type: say("Type", "Typ"),
  state: say("State", "Stav"),
  responsible: say("Responsible", "Odpovídá"),
  user: say("Who has it", "Kdo ho má"),
  place: say("Place and all below it", "Místo a vše pod ním"),
  from: say("Price from", "Cena od"),
  to: say("Price to", "Cena do"),
  noPlace: say("Without a place", "Bez místa"),
  disposal: say("To be disposed of", "K vyřazení"),
};
