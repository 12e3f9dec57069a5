import { SELECTION_NAMES } from "../../../../domain/cycle-counts/plan-texts.ts";
import { msg } from "../../../../domain/message.ts";
import { call } from "../../../api/call.ts";
import { requestAsUser } from "../../../api/tokens.ts";
import type { InventoryDetail, Job } from "../../../api/types/endpoints.d.ts";
import { t } from "../../../i18n/translate.ts";
import { locationPath } from "../../../offline/sync/locations.ts";
import { go } from "../../../router/router.ts";
import { Button } from "../../../ui/button.tsx";
import { showSuccess } from "../../../ui/toast.tsx";
import { Toolbar } from "../../../ui/toolbar.tsx";
import { Problem } from "../../../ui/use-action.tsx";
import { choosable, nameOf, usePeople } from "../../articles/names.ts";
import { formOfEdit, useEdit } from "../../forms/edit.tsx";
import { FormBody, type FormFields, useForm } from "../../forms/form.tsx";
import { problemText } from "../../forms/problem.ts";
import { Screen } from "../../layout/screen.tsx";
import type { LiveQuery } from "../../realtime/use-live-query.ts";
import { showPrepared } from "../prepared.ts";
import { ActionState, useStocktakeAction } from "../use-stocktake-action.tsx";
import { CounterField, type Limits, limitsOf, SecondCountFields, secondCountOf } from "./count-rules.tsx";
import "../stocktakes.css";
import { useEffect, useState } from "preact/hooks";
import { QueryBoundary } from "../../../query/query-boundary.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Fields, TextField } from "../../../ui/field.tsx";
import { RecordSelect } from "../../../ui/select.tsx";
import { type LocationTree, useLocations } from "../../locations/tree/location-tree.ts";
import { ChooseLocations, countSelected } from "./choose-locations.tsx";

/** A stocktake in preparation: its plan can be changed, and its items are created from it. */
export function PlanScreen({ query }: { readonly query: LiveQuery<InventoryDetail> }) {
  const oid = query.body?.oid ?? 0;
  const write = (body: Partial<Plan>) => call("PUT /api/inventories/{id}", { id: oid, body: bodyOf(body) });
  const people = usePeople();
  const yes = (is: boolean) => t(is ? msg("yes") : msg("no"));
  const show = {
    isBlind: yes,
    mustBeApproved: yes,
    locationIds: (ids: readonly number[]) =>
      ids.length === 0 ? t(msg("All locations")) : ids.map(locationPath).join(", "),
    counterId: (id: number | null) => nameOf(people, id),
    personId: (id: number | null) => nameOf(people, id),
    secondCount: limitsText,
  };
  const edit = useEdit<Plan, InventoryDetail>(
    { read: call("GET /api/inventories/{id}", { id: oid }), write, names: PLAN_NAMES, show, isPart: true },
    query,
    planOf,
  );
  const action = useStocktakeAction(query.refetch, oid);
  if (edit.fields === null) return null;
  const isBusy = edit.isBusy || action.isBusy;

  async function prepare(): Promise<void> {
    if (edit.isChanged && !(await edit.save())) return;
    await action.run({
      job: call("PUT /api/inventories/{id}/prepare", { id: oid }),
      onDone: (job: Job) => showPrepared(oid, job),
    });
  }
  return (
    <FormBody form={formOfEdit(edit, () => showSuccess(t(msg("Saved."))))}>
      <ActionState action={action} />
      <Problem text={edit.problem} />
      <PlanForm form={edit.fields} />
      <Toolbar class="plan-actions">
        <Button type="submit" disabled={!edit.isChanged || isBusy}>
          {t(msg("Save"))}
        </Button>
        <Button kind="primary" disabled={isBusy} aria-describedby={action.reasonId} onClick={prepare}>
          {t(msg("Prepare"))}
        </Button>
        <span class="muted">
          {t(
            edit.fields.values.personId === null
              ? msg("Lists every article at the selected locations with its current stock.")
              : msg("Lists this person's articles at the selected locations with their current stock."),
          )}
        </span>
      </Toolbar>
    </FormBody>
  );
}

const limitsText = ({ pieces, percent, value }: Limits) =>
  [pieces, percent, value].map((limit) => limit || "–").join(" · ");

const EMPTY: Plan = {
  name: "",
  isBlind: false,
  mustBeApproved: false,
  locationIds: [],
  counterId: null,
  personId: null,
  secondCount: limitsOf(null),
};

/** `#/stocktakes/new`: a new stocktake. */
export function NewScreen() {
  const form = useForm({
    start: EMPTY,
    labels: PLAN_NAMES,
    keptAs: "new stocktake",
    save: (plan, { create }) => create(call("POST /api/inventories", { body: bodyOf(plan) })),
    onSaved: ({ oid }) => go(`/stocktakes/${oid}`, { replace: true }),
  });
  return (
    <Screen title={t(msg("New stocktake"))} above={<a href="#/stocktakes">{t(msg("Stocktakes"))}</a>}>
      <FormBody form={form}>
        <Problem text={form.problem} />
        <PlanForm form={form} />
        <Toolbar class="plan-actions">
          <Button kind="primary" type="submit" disabled={form.isBusy}>
            {t(msg("Create stocktake"))}
          </Button>
        </Toolbar>
      </FormBody>
    </Screen>
  );
}

/** The plan of a stocktake. */
interface Plan extends Pick<InventoryDetail, "name" | "isBlind" | "mustBeApproved" | "locationIds"> {
  readonly counterId: number | null;
  /** Whose articles are counted; null: everybody's. */
  readonly personId: number | null;
  readonly secondCount: Limits;
}

/** The form of a stored stocktake. */
const planOf = ({ name, isBlind, mustBeApproved, locationIds, ...stored }: InventoryDetail): Plan => ({
  name,
  isBlind,
  mustBeApproved,
  locationIds,
  counterId: stored.counter?.id ?? null,
  personId: stored.person?.id ?? null,
  secondCount: limitsOf(stored.secondCount),
});

/** The body of a request. */
function bodyOf<T extends Partial<Plan>>({ secondCount, ...plan }: T) {
  return { ...plan, ...(secondCount !== undefined && { secondCount: secondCountOf(secondCount) }) };
}

/** The plan of a stocktake: name, locations and rules of counting. */
function PlanForm({ form }: { readonly form: FormFields<Plan> }) {
  const { values, errors, set } = form;
  const { query, tree } = useLocations();
  const { isBlind, mustBeApproved, locationIds, personId } = values;
  const people = usePeople();
  return (
    <>
      <Fields>
        <TextField {...form.field("name")} />
        <CounterField {...form.field("counterId")} />
        <RecordSelect
          {...form.field("personId")}
          none={t(msg("Everybody's articles"))}
          hint={t(msg("Those that the person has or is responsible for."))}
          items={choosable(people, personId)}
        />
      </Fields>
      <Checkbox checked={isBlind} onChange={() => set({ isBlind: !isBlind })}>
        {t(PLAN_NAMES.isBlind)}
        <span class="muted">{t(msg(" – counters do not see the expected quantities"))}</span>
      </Checkbox>
      <Checkbox checked={mustBeApproved} onChange={() => set({ mustBeApproved: !mustBeApproved })}>
        {t(PLAN_NAMES.mustBeApproved)}
        <span class="muted">{t(msg(" – a manager must approve it before it is closed"))}</span>
      </Checkbox>
      <SecondCountFields {...form.field("secondCount")} errors={errors} />
      <p class="muted">{t(msg("Everyone who can log in on a terminal can count."))}</p>
      <h2>{t(PLAN_NAMES.locationIds)}</h2>
      <QueryBoundary query={query} empty={msg("No locations yet. Add or import locations first.")}>
        {() =>
          tree !== null && (
            <>
              <Meant tree={tree} chosen={locationIds} personId={personId} />
              {errors["locationIds"] !== undefined && <p class="error-text">{errors["locationIds"]}</p>}
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

interface MeantProps {
  readonly tree: LocationTree;
  readonly chosen: readonly number[];
  readonly personId: number | null;
}

/** The numbers of selected locations and articles. */
function Meant({ tree, chosen, personId }: MeantProps) {
  const expected = useExpected(chosen, personId);
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

/** The number of articles is requested for at most this many locations. */
const MOST = 20;

/**
 * The number of articles recorded at the selected locations and below; without a selection at all locations. Null:
 * not known. An article at two of them counts twice. `personId`: of that person's articles; null: of all.
 */
function useExpected(chosen: readonly number[], personId: number | null): number | null {
  const [found, setFound] = useState<number | null>(null);
  const key = [personId, ...chosen].join(",");
  useEffect(() => {
    setFound(null);
    if (chosen.length > MOST) return undefined;
    const leaving = new AbortController();
    const count = async (places: { readonly noPlace?: boolean; readonly locationId?: number }) => {
      const request = call("GET /api/articles/page", { withTotal: true, limit: 1, ...places });
      return (await requestAsUser(request, { signal: leaving.signal })).total ?? 0;
    };
    const countOfPerson = async (userId: number) => {
      const selection = { kind: "person", userId, locationIds: [...chosen] } as const;
      const request = call("POST /api/count-plans/selection", { body: { selection } });
      return (await requestAsUser(request, { signal: leaving.signal })).count;
    };
    const wanted = chosen.length === 0 ? [{ noPlace: false }] : chosen.map((locationId) => ({ locationId }));
    Promise.all(personId === null ? wanted.map(count) : [countOfPerson(personId)]).then(
      (totals) => leaving.signal.aborted || setFound(totals.reduce((sum, total) => sum + total, 0)),
      // The number is a hint only, so errors are ignored.
      (error: unknown) => leaving.signal.aborted || problemText(error),
    );
    return () => leaving.abort();
  }, [key]);
  return found;
}

/** The labels of the fields of a plan. */
const PLAN_NAMES = {
  name: msg("Name"),
  isBlind: msg("Blind count"),
  mustBeApproved: msg("Requires approval"),
  locationIds: msg("Locations"),
  counterId: msg("Who counts"),
  personId: SELECTION_NAMES.person,
  secondCount: msg("Second count"),
};
