import { msg } from "../../../domain/message.ts";
import { call, withTag } from "../../api/call.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { CountPlan } from "../../api/types/endpoints.d.ts";
import { today } from "../../custody/due.tsx";
import { t } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { go } from "../../router/router.ts";
import { Button } from "../../ui/button.tsx";
import { showSuccess } from "../../ui/toast.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { Problem } from "../../ui/use-action.tsx";
import {
  type Form,
  FormBody,
  type ShownFields,
  ShownRecord,
  type ShownVersion,
  useForm,
} from "../forms/form.tsx";
import type { Tagged } from "../forms/guarded-requests.ts";
import { useMutation } from "../forms/mutation.tsx";
import { leaveWithoutAsking } from "../forms/unsaved-changes.ts";
import { Screen } from "../layout/screen.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { PlanForm } from "./plan-form.tsx";
import { bodyOf, newPlan, PLAN_LABELS, type PlanValues, valuesOf } from "./plan-values.ts";
import "./count-plans.css";
import { useEffect, useState } from "preact/hooks";
import { SELECTION_NAMES } from "../../../domain/cycle-counts/plan-texts.ts";
import { useSettledValue } from "../../ui/debounce.ts";
import { usePeople } from "../articles/names.ts";
import { useLocations } from "../locations/tree/location-tree.ts";
import { textOf } from "../stocktakes/prepare/count-rules.tsx";
import { scheduleText } from "./plan-texts.ts";

const ABOVE = "/stocktakes/plans";

/** `#/stocktakes/plans/new`: a new plan. */
export function NewPlanScreen() {
  return (
    <Screen title={t(msg("New count plan"))} above={<a href={`#${ABOVE}`}>{t(msg("Cycle counts"))}</a>}>
      <EditPlan shown={null} />
    </Screen>
  );
}

/** `#/stocktakes/plans/:id`: a plan, to change. */
export function PlanScreen({ id = "" }: Readonly<Record<string, string>>) {
  const read = call("GET /api/count-plans/{id}", { id: Number(id) });
  const query = useLiveQuery(read);
  return (
    <Screen
      title={query.body?.name ?? t(msg("Count plan"))}
      above={<a href={`#${ABOVE}`}>{t(msg("Cycle counts"))}</a>}
    >
      <QueryBoundary query={query}>
        {/* The response in memory may be older than the last save. */}
        {() => (
          <ShownRecord key={id} read={read} onClose={() => go(ABOVE)}>
            {(shown) => <EditPlan shown={shown} />}
          </ShownRecord>
        )}
      </QueryBoundary>
    </Screen>
  );
}

/** The version that the form shows, also when others change the plan; null: a new plan. */
function EditPlan({ shown }: { readonly shown: ShownVersion<CountPlan> | null }) {
  const describe = usePlanFields();
  const leave = (text: string) => {
    showSuccess(text);
    leaveWithoutAsking(ABOVE, { replace: true });
  };
  const form: Form<PlanValues> = useForm({
    start: shown === null ? newPlan(today()) : valuesOf(shown.body),
    labels: PLAN_LABELS,
    keptAs: shown === null ? "new count plan" : `count plan ${shown.body.oid}`,
    shown: shown && { ...shown, valuesOf, bodyOf, describe: (values) => describe(bodyOf(values)) },
    save: async (values, { create, update }) => {
      const body = { ...bodyOf(values), expectedCount: await chosen.count() };
      if (shown === null) await create(call("POST /api/count-plans", { body }));
      else await update(call("PUT /api/count-plans/{id}", { id: shown.body.oid, body }));
    },
    onSaved: (_, { name }) => leave(t(msg("Saved: {name}"), { name })),
    onFailed: () => chosen.refresh(),
    describeError: ({ errors, message }) =>
      errors.length > 0 ? t(msg("Check the marked fields.")) : message,
  });
  const chosen = useChosenRecords(form.values);
  const { run, isBusy, problem } = useMutation({ errors: "place" });
  const remove = ({ body: { oid: id, name }, tag }: Tagged<CountPlan>) =>
    run({
      question: {
        title: t(msg("Delete {name}?"), { name }),
        text: t(msg("It makes no more stocktakes. Those that it has made stay.")),
        action: t(msg("Delete plan")),
        isDangerous: true,
      },
      send: withTag(call("DELETE /api/count-plans/{id}", { id }), tag),
      onDone: () => leave(t(msg("Deleted: {name}"), { name })),
    });
  return (
    <FormBody form={form}>
      <Problem text={form.problem ?? problem} />
      {shown !== null && (
        <p class="muted">
          {t(msg("Saved last by {name}, in whose name the stocktakes are prepared."), {
            name: nameOf(shown.body.owner),
          })}
        </p>
      )}
      <PlanForm form={form} />
      {chosen.shown !== null && (
        <p role="status">
          {t(msg("{n, plural, one {# record} other {# records}} would be counted now."), { n: chosen.shown })}
        </p>
      )}
      <Toolbar class="plan-actions">
        <Button kind="primary" type="submit" disabled={form.isBusy || isBusy}>
          {t(shown === null ? msg("Create plan") : msg("Save"))}
        </Button>
        {shown !== null && (
          <Button disabled={form.isBusy || isBusy} onClick={() => remove(shown)}>
            {t(msg("Delete plan"))}
          </Button>
        )}
      </Toolbar>
    </FormBody>
  );
}

const nameOf = ({ fullName, isActive }: CountPlan["owner"]) =>
  isActive ? fullName : t(msg("{name} (deactivated)"), { name: fullName });

/** Names the values of a plan as its form does, to show in what two versions differ. */
function usePlanFields(): (values: ReturnType<typeof bodyOf>) => ShownFields {
  const people = usePeople();
  const { query } = useLocations();
  const person = (id: number | null) => people.find(({ oid }) => oid === id)?.name ?? "";
  const answer = (isSet: boolean) => t(isSet ? msg("Yes") : msg("No"));
  return ({ selection, secondCount, schedule, ...plan }) => {
    const { abc, sample, locationIds } = selection;
    const chosen = query.body?.filter(({ oid }) => locationIds.includes(oid)) ?? [];
    const label = (name: keyof PlanValues) => t(PLAN_LABELS[name]);
    return [
      [label("name"), plan.name],
      [label("counterId"), person(plan.counterId)],
      [label("selection.kind"), t(SELECTION_NAMES[selection.kind])],
      [label("selection.limit"), textOf(selection.limit)],
      [label("selection.notCountedDays"), textOf(selection.notCountedDays)],
      [label("selection.userId"), person(selection.userId)],
      [t(msg("ABC classes")), abc === null ? "" : abcText(abc)],
      [t(msg("Random sample")), sample === null ? "" : textsOf(sample)],
      [t(msg("When")), scheduleText({ schedule: { ...schedule, weekdays: [...schedule.weekdays] } })],
      [label("fromDate"), plan.fromDate],
      [label("toDate"), plan.toDate ?? ""],
      [label("isBlind"), answer(plan.isBlind)],
      [label("mustBeApproved"), answer(plan.mustBeApproved)],
      [label("isPaused"), answer(plan.isPaused)],
      [label("secondCount"), secondCount === null ? "" : textsOf(secondCount)],
      [label("selection.locationIds"), chosen.map(({ name }) => name).join(", ")],
    ];
  };
}

type Abc = NonNullable<ReturnType<typeof bodyOf>["selection"]["abc"]>;

const abcText = ({ by, days, classes, a, ab }: Abc) =>
  [
    classes.join(" "),
    t(by === "value" ? msg("Value: price times pieces") : msg("Movements")),
    days,
    a,
    ab,
  ].join(" / ");

const textsOf = (values: object) =>
  Object.values(values)
    .map((value: number | null) => textOf(value) || "–")
    .join(" / ");

type Selection = ReturnType<typeof bodyOf>["selection"];

/** How many records a plan chooses now. */
interface ChosenRecords {
  /** The number to show; null: not known yet, or what to choose is not complete. */
  readonly shown: number | null;
  /** The shown number, or the server's answer where there is none yet. Rejects where what to choose is not complete. */
  count(): Promise<number>;
  /** Asks again, because the number has changed. */
  refresh(): void;
}

const countOf = async (selection: Selection): Promise<number> =>
  (await requestAsUser(call("POST /api/count-plans/selection", { body: { selection } }))).count;

/** The number of records that a plan with these values chooses now. */
function useChosenRecords(values: PlanValues): ChosenRecords {
  const { selection } = bodyOf(values);
  const key = JSON.stringify(selection);
  const settled = useSettledValue(key);
  const [attempt, setAttempt] = useState(0);
  const [known, setKnown] = useState<{ readonly key: string; readonly count: number } | null>(null);
  useEffect(() => {
    if (settled !== key) return undefined;
    let isWanted = true;
    countOf(selection).then(
      (count) => isWanted && setKnown({ key, count }),
      // Saving says what is wrong.
      () => isWanted && setKnown(null),
    );
    return () => {
      isWanted = false;
    };
  }, [settled, key, attempt]);
  const shown = known?.key === key ? known.count : null;
  return {
    shown,
    count: async () => shown ?? countOf(selection),
    refresh: () => setAttempt((now) => now + 1),
  };
}
