import { useEffect, useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { MAX_TEXT_LENGTH } from "../../../../domain/text-limits.ts";
import { call } from "../../../api/call.ts";
import { requestAsUser } from "../../../api/tokens.ts";
import type { InventoryDetail } from "../../../api/types/endpoints.d.ts";
import { t } from "../../../i18n/translate.ts";
import { QueryBoundary } from "../../../query/query-boundary.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Fields, TextField } from "../../../ui/field.tsx";
import type { FormFields } from "../../forms/form.tsx";
import { problemText } from "../../forms/problem.ts";
import type { LocationTree } from "../../locations/tree/location-tree.ts";
import { useLocations } from "../../locations/tree/use-locations.ts";
import { ChooseLocations, countSelected } from "./choose-locations.tsx";
import { CounterField, type Limits, limitsOf, SecondCountFields, secondCountOf } from "./count-rules.tsx";

/** The plan of a stocktake. */
export interface Plan extends Pick<InventoryDetail, "name" | "isBlind" | "mustBeApproved" | "locationIds"> {
  readonly counterId: number | null;
  readonly secondCount: Limits;
}

/** The form of a stored stocktake. */
export const planOf = ({ name, isBlind, mustBeApproved, locationIds, ...stored }: InventoryDetail): Plan => ({
  name,
  isBlind,
  mustBeApproved,
  locationIds,
  counterId: stored.counter?.id ?? null,
  secondCount: limitsOf(stored.secondCount),
});

/** The body of a request. */
export function bodyOf<T extends Partial<Plan>>({ secondCount, ...plan }: T) {
  return { ...plan, ...(secondCount !== undefined && { secondCount: secondCountOf(secondCount) }) };
}

/** The plan of a stocktake: name, locations and rules of counting. */
export function PlanForm({ form }: { readonly form: FormFields<Plan> }) {
  const { values, errors, set } = form;
  const { query, tree } = useLocations();
  const { isBlind, mustBeApproved, locationIds, counterId, secondCount } = values;
  return (
    <>
      <Fields>
        <TextField {...form.field("name")} maxLength={MAX_TEXT_LENGTH} />
        <CounterField value={counterId} errors={errors} onValue={(value) => set({ counterId: value })} />
      </Fields>
      <Checkbox checked={isBlind} onChange={() => set({ isBlind: !isBlind })}>
        {t(PLAN_NAMES.isBlind)}
        <span class="muted">{t(msg(" – counters do not see the expected quantities"))}</span>
      </Checkbox>
      <Checkbox checked={mustBeApproved} onChange={() => set({ mustBeApproved: !mustBeApproved })}>
        {t(PLAN_NAMES.mustBeApproved)}
        <span class="muted">{t(msg(" – a manager must approve it before it is closed"))}</span>
      </Checkbox>
      <SecondCountFields
        limits={secondCount}
        errors={errors}
        onLimits={(limits) => set({ secondCount: limits })}
      />
      <p class="muted">{t(msg("Everyone who can log in on a terminal can count."))}</p>
      <h2>{t(PLAN_NAMES.locationIds)}</h2>
      <QueryBoundary query={query} empty={msg("No locations yet. Add or import locations first.")}>
        {() =>
          tree !== null && (
            <>
              <Meant tree={tree} chosen={locationIds} />
              <Fault text={errors["locationIds"]} />
              <ChooseLocations
                tree={tree}
                name={t(PLAN_NAMES.locationIds)}
                chosen={locationIds}
                onChosen={(chosen) => set({ locationIds: [...chosen] })}
              />
            </>
          )
        }
      </QueryBoundary>
    </>
  );
}

/** The numbers of selected locations and articles. */
function Meant({ tree, chosen }: { readonly tree: LocationTree; readonly chosen: readonly number[] }) {
  const expected = useExpected(chosen);
  return (
    <p role="status">
      <b>
        {t(
          chosen.length === 0
            ? msg("None selected: all {n, plural, one {# location.} other {# locations.}}")
            : msg("{n, plural, one {# location} other {# locations}} selected."),
          { n: countSelected(tree, chosen) },
        )}
      </b>
      {expected !== null &&
        ` ${t(msg("{n, plural, one {# article is} other {# articles are}} there now."), { n: expected })}`}
    </p>
  );
}

function Fault({ text }: { readonly text: string | undefined }) {
  return text === undefined ? null : <p class="error-text">{text}</p>;
}

/** The number of articles is requested for at most this many locations. */
const MOST = 20;

/**
 * The number of articles recorded at the selected locations and below; without a selection at all locations. Null:
 * not known. An article at two of them counts twice.
 */
function useExpected(chosen: readonly number[]): number | null {
  const [found, setFound] = useState<number | null>(null);
  const key = chosen.join(",");
  useEffect(() => {
    setFound(null);
    if (chosen.length > MOST) return undefined;
    const leaving = new AbortController();
    const count = async (places: { readonly noPlace?: boolean; readonly locationId?: number }) => {
      const request = call("GET /api/articles/page", { withTotal: true, limit: 1, ...places });
      return (await requestAsUser(request, { signal: leaving.signal })).total ?? 0;
    };
    const wanted = chosen.length === 0 ? [{ noPlace: false }] : chosen.map((locationId) => ({ locationId }));
    Promise.all(wanted.map(count)).then(
      (totals) => leaving.signal.aborted || setFound(totals.reduce((sum, total) => sum + total, 0)),
      // The number is a hint only, so errors are ignored.
      (error: unknown) => leaving.signal.aborted || problemText(error),
    );
    return () => leaving.abort();
  }, [key]);
  return found;
}

/** The labels of the fields of a plan. */
export const PLAN_NAMES = {
  name: msg("Name"),
  isBlind: msg("Blind count"),
  mustBeApproved: msg("Requires approval"),
  locationIds: msg("Locations"),
  counterId: msg("Who counts"),
  secondCount: msg("Second count"),
};
