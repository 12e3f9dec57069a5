import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { call, withTag } from "../../api/call.ts";
import { ApiError } from "../../api/errors.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { CountPlan } from "../../api/types/endpoints.d.ts";
import { today } from "../../custody/due.tsx";
import { t } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { go } from "../../router/router.ts";
import { Button } from "../../ui/button.tsx";
import { confirm } from "../../ui/confirm.tsx";
import { showSuccess } from "../../ui/toast.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { errorText, Problem, useAction } from "../../ui/use-action.tsx";
import { expiredEdit, useExpiredEdit } from "../forms/expired-login.ts";
import { useTaggedSave } from "../forms/shown-record.tsx";
import type { Tagged } from "../forms/tagged.ts";
import { useUnsavedChangesGuard } from "../forms/unsaved-changes.ts";
import { useCreation } from "../forms/use-creation.ts";
import { byPath } from "../forms/use-edit.ts";
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
  const query = useLiveQuery(call("GET /api/count-plans/{id}", { id: Number(id) }));
  const { tag } = query;
  return (
    <Screen
      title={query.body?.name ?? t(msg("Count plan"))}
      above={<a href={`#${ABOVE}`}>{t(msg("Cycle counts"))}</a>}
    >
      <QueryBoundary query={query}>
        {(plan) => <EditPlan key={plan.oid} shown={{ body: plan, tag }} />}
      </QueryBoundary>
    </Screen>
  );
}

/** What is kept at the end of the login: what was typed, and on which version. */
interface Kept {
  readonly values: PlanValues;
  readonly shown: Tagged<CountPlan> | null;
}

function EditPlan({ shown: given }: { readonly shown: Tagged<CountPlan> | null }) {
  const form = given === null ? "new count plan" : `count plan ${given.body.oid}`;
  const [kept] = useState(() => expiredEdit<Kept>(form));
  // The version that the form shows, also when others change the plan.
  const [shown] = useState(kept?.shown ?? given);
  const plan = shown?.body ?? null;
  const create = useCreation();
  const fieldsOf = usePlanFields();
  const update = useTaggedSave(
    shown && {
      read: call("GET /api/count-plans/{id}", { id: shown.body.oid }),
      shown,
      valuesOf: (stored: CountPlan) => bodyOf(valuesOf(stored)),
      fieldsOf,
    },
  );
  const [values, setValues] = useState<PlanValues>(
    () => kept?.values ?? (plan === null ? newPlan(today()) : valuesOf(plan)),
  );
  const chosen = useChosenRecords(values);
  const [isChanged, setChanged] = useState(kept !== null);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const { run, isBusy, problem } = useAction(problemOf);
  useUnsavedChangesGuard(isChanged);
  const typed: Kept = { values, shown };
  useExpiredEdit(form, isChanged ? typed : null);
  const set = (changed: Partial<PlanValues>) => {
    setChanged(true);
    setValues((now) => ({ ...now, ...changed }));
  };
  const leave = (text: string) => {
    setChanged(false);
    showSuccess(text);
    // After the guard has seen that nothing is unsaved.
    setTimeout(() => go(ABOVE, { replace: true }));
  };
  const save = () =>
    run(async () => {
      setErrors({});
      const typedBody = bodyOf(values);
      try {
        const body = { ...typedBody, expectedCount: await chosen.count() };
        if (plan === null) await create(call("POST /api/count-plans", { body }));
        else if (
          (await update(call("PUT /api/count-plans/{id}", { id: plan.oid, body }), typedBody)) === "kept"
        )
          return;
      } catch (error) {
        if (error instanceof ApiError) setErrors(byPath(error.errors));
        chosen.refresh();
        throw error;
      }
      leave(t(msg("Saved: {name}"), { name: values.name }));
    });
  const remove = async (removed: CountPlan) => {
    const question = {
      title: t(msg("Delete {name}?"), { name: removed.name }),
      text: t(msg("It makes no more stocktakes. Those that it has made stay.")),
    };
    if (!(await confirm({ ...question, action: t(msg("Delete plan")), isDangerous: true }))) return;
    run(async () => {
      await requestAsUser(
        withTag(call("DELETE /api/count-plans/{id}", { id: removed.oid }), shown?.tag ?? null),
      );
      leave(t(msg("Deleted: {name}"), { name: removed.name }));
    });
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Problem text={problem} />
      {plan !== null && (
        <p class="muted">
          {t(msg("Saved last by {name}, in whose name the stocktakes are prepared."), {
            name: nameOf(plan.owner),
          })}
        </p>
      )}
      <PlanForm values={values} errors={errors} set={set} />
      {chosen.shown !== null && (
        <p role="status">
          {t(msg("{n, plural, one {# record} other {# records}} would be counted now."), { n: chosen.shown })}
        </p>
      )}
      <Toolbar class="plan-actions">
        <Button type="submit" disabled={isBusy}>
          {t(plan === null ? msg("Create plan") : msg("Save"))}
        </Button>
        {plan !== null && (
          <Button kind="secondary" disabled={isBusy} onClick={() => void remove(plan)}>
            {t(msg("Delete plan"))}
          </Button>
        )}
      </Toolbar>
    </form>
  );
}

const nameOf = ({ fullName, isActive }: CountPlan["owner"]) =>
  isActive ? fullName : t(msg("{name} (deactivated)"), { name: fullName });

const problemOf = (error: unknown) =>
  error instanceof ApiError && error.errors.length > 0
    ? t(msg("Check the marked fields."))
    : errorText(error);
