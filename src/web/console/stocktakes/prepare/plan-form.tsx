import { msg } from "../../../../domain/message.ts";
import type { InventoryDetail } from "../../../api/types/endpoints.d.ts";
import { plural, t } from "../../../i18n/translate.ts";
import { Shown } from "../../../query/query-boundary.tsx";
import { LineField } from "../../forms/fields.tsx";
import type { LocationTree } from "../../locations/tree/location-tree.ts";
import { useLocations } from "../../locations/tree/use-locations.ts";
import { ChooseLocations } from "./choose-locations.tsx";
import { countSelected } from "./location-choice.ts";
import { useExpected } from "./use-expected.ts";

/** What somebody decides before a count. */
export type Plan = Pick<InventoryDetail, "name" | "isBlind" | "mustBeApproved" | "locationIds">;

interface FormProps {
  readonly values: Plan;
  /** What the server says of each field. */
  readonly errors: Readonly<Record<string, string>>;
  readonly set: <K extends keyof Plan>(name: K, value: Plan[K]) => void;
}

/** The plan of a stocktake: its name, its places, and how it is counted. */
export function PlanForm({ values, errors, set }: FormProps) {
  const { answer, tree } = useLocations();
  const { name, isBlind, mustBeApproved, locationIds } = values;
  return (
    <>
      <div class="fields">
        <LineField
          words={t(TEXTS.name)}
          value={name}
          maxLength={200}
          problem={errors["name"]}
          onValue={(value) => set("name", value)}
        />
      </div>
      <label class="check">
        <input type="checkbox" checked={isBlind} onChange={() => set("isBlind", !isBlind)} />
        {t(TEXTS.blind)}
        <span class="quiet">{t(TEXTS.blindMeans)}</span>
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={mustBeApproved}
          onChange={() => set("mustBeApproved", !mustBeApproved)}
        />
        {t(TEXTS.approve)}
        <span class="quiet">{t(TEXTS.approveMeans)}</span>
      </label>
      <p class="quiet">{t(TEXTS.who)}</p>
      <h2>{t(TEXTS.places)}</h2>
      <Shown answer={answer} empty={TEXTS.noPlaces}>
        {() =>
          tree !== null && (
            <>
              <Meant tree={tree} chosen={locationIds} />
              <Fault text={errors["locationIds"]} />
              <ChooseLocations
                tree={tree}
                name={t(TEXTS.places)}
                chosen={locationIds}
                onChosen={(chosen) => set("locationIds", [...chosen])}
              />
            </>
          )
        }
      </Shown>
    </>
  );
}

/** How much is chosen, in numbers. */
function Meant({ tree, chosen }: { readonly tree: LocationTree; readonly chosen: readonly number[] }) {
  const expected = useExpected(chosen);
  return (
    <p role="status">
      <b>{plural(countSelected(tree, chosen), chosen.length === 0 ? TEXTS.allMeant : TEXTS.meant)}</b>
      {expected !== null && ` ${plural(expected, TEXTS.expected)}`}
    </p>
  );
}

function Fault({ text }: { readonly text: string | undefined }) {
  return text === undefined ? null : <p class="fault">{text}</p>;
}

const TEXTS = {
  name: msg("Name", "Název"),
  blind: msg("Blind count", "Počítání naslepo"),
  blindMeans: msg(
    " – counters do not see the expected quantities",
    " – počítající nevidí očekávaná množství",
  ),
  approve: msg("Requires approval", "Vyžaduje schválení"),
  approveMeans: msg(
    " – a manager must approve it before it is closed",
    " – před uzavřením ji musí schválit vedoucí",
  ),
  who: msg(
    "Everyone who can log in on a terminal can count.",
    "Počítat může každý, kdo se může přihlásit na terminálu.",
  ),
  places: msg("Locations", "Umístění"),
  noPlaces: msg(
    "No locations yet. Add or import locations first.",
    "Zatím žádná umístění. Nejdřív umístění přidejte nebo importujte.",
  ),
  meant: msg(
    "{n} location selected.|{n} locations selected.",
    "Vybráno {n} umístění.|Vybrána {n} umístění.|Vybráno {n} umístění.",
  ),
  allMeant: msg(
    "None selected: all {n} location.|None selected: all {n} locations.",
    "Nic nevybráno: {n} umístění.|Nic nevybráno: všechna {n} umístění.|Nic nevybráno: všech {n} umístění.",
  ),
  expected: msg(
    "{n} article is there now.|{n} articles are there now.",
    "Aktuálně je tam {n} artikl.|Aktuálně jsou tam {n} artikly.|Aktuálně je tam {n} artiklů.",
  ),
};
