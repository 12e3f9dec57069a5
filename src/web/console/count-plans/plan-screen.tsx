import { msg } from "../../../domain/message.ts";
import { call, withTag } from "../../api/call.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { CountPlan } from "../../api/types/endpoints.d.ts";
import { today } from "../../custody/due.tsx";
import { t } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { Button } from "../../ui/button.tsx";
import { confirm } from "../../ui/confirm.tsx";
import { showSuccess } from "../../ui/toast.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { Problem, useAction } from "../../ui/use-action.tsx";
import { type Form, FormBody, type ShownVersion, useForm } from "../forms/form.tsx";
import { problemText } from "../forms/problem.ts";
import type { Tagged } from "../forms/tagged.ts";
import { leaveWithoutAsking } from "../forms/unsaved-changes.ts";
import { Screen } from "../layout/screen.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { useChosenRecords } from "./chosen-records.ts";
import { usePlanFields } from "./plan-fields.ts";
import { PlanForm } from "./plan-form.tsx";
import { bodyOf, newPlan, type PlanValues, valuesOf } from "./plan-values.ts";
import "./count-plans.css";

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
  const { tag } = query;
  return (
    <Screen
      title={query.body?.name ?? t(msg("Count plan"))}
      above={<a href={`#${ABOVE}`}>{t(msg("Cycle counts"))}</a>}
    >
      <QueryBoundary query={query}>
        {(plan) => <EditPlan key={plan.oid} shown={{ body: plan, tag, read }} />}
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
    labels: {},
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
  const { run, isBusy, problem } = useAction(problemText);
  const remove = async ({ body: { oid: id, name }, tag }: Tagged<CountPlan>) => {
    const question = {
      title: t(msg("Delete {name}?"), { name }),
      text: t(msg("It makes no more stocktakes. Those that it has made stay.")),
    };
    if (!(await confirm({ ...question, action: t(msg("Delete plan")), isDangerous: true }))) return;
    run(async () => {
      await requestAsUser(withTag(call("DELETE /api/count-plans/{id}", { id }), tag));
      leave(t(msg("Deleted: {name}"), { name }));
    });
  };
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
      <PlanForm {...form} />
      {chosen.shown !== null && (
        <p role="status">
          {t(msg("{n, plural, one {# record} other {# records}} would be counted now."), { n: chosen.shown })}
        </p>
      )}
      <Toolbar class="plan-actions">
        <Button type="submit" disabled={form.isBusy || isBusy}>
          {t(shown === null ? msg("Create plan") : msg("Save"))}
        </Button>
        {shown !== null && (
          <Button kind="secondary" disabled={form.isBusy || isBusy} onClick={() => void remove(shown)}>
            {t(msg("Delete plan"))}
          </Button>
        )}
      </Toolbar>
    </FormBody>
  );
}

const nameOf = ({ fullName, isActive }: CountPlan["owner"]) =>
  isActive ? fullName : t(msg("{name} (deactivated)"), { name: fullName });
