import { msg } from "../../../../domain/message.ts";
import { call } from "../../../api/call.ts";
import { getProgress } from "../../../api/inventories.ts";
import { requestAsUser } from "../../../api/tokens.ts";
import type { InventoryDetail, InventoryOverlap } from "../../../api/types/endpoints.d.ts";
import { t } from "../../../i18n/translate.ts";
import { locationPath } from "../../../offline/sync/locations.ts";
import { go } from "../../../router/router.ts";
import { Button } from "../../../ui/button.tsx";
import { showError, showSuccess } from "../../../ui/toast.tsx";
import { Toolbar } from "../../../ui/toolbar.tsx";
import { Problem } from "../../../ui/use-action.tsx";
import { nameOf, usePeople } from "../../articles/names.ts";
import { ConflictChoice, formOfEdit, useEdit } from "../../forms/edit.tsx";
import { FormBody, useForm } from "../../forms/form.tsx";
import { problemText } from "../../forms/problem.ts";
import { Screen } from "../../layout/screen.tsx";
import type { LiveQuery } from "../../realtime/use-live-query.ts";
import { ActionState, useStocktakeAction } from "../use-stocktake-action.tsx";
import { type Limits, limitsOf } from "./count-rules.tsx";
import { bodyOf, PLAN_NAMES, type Plan, PlanForm, planOf } from "./plan-form.tsx";
import "../stocktakes.css";

/** A stocktake in preparation: its plan can be changed, and its items are created from it. */
export function PlanScreen({ query }: { readonly query: LiveQuery<InventoryDetail> }) {
  const oid = query.body?.oid ?? 0;
  const write = (body: Partial<Plan>) => call("PUT /api/inventories/{id}", { id: oid, body: bodyOf(body) });
  const edit = useEdit<Plan, InventoryDetail>(
    { read: call("GET /api/inventories/{id}", { id: oid }), write, names: PLAN_NAMES },
    query,
    planOf,
  );
  const people = usePeople();
  const action = useStocktakeAction(query.refetch, oid);
  if (edit.fields === null) return null;
  const isBusy = edit.isBusy || action.isBusy;

  async function prepare(): Promise<void> {
    if (edit.isChanged && !(await edit.save())) return;
    const made = await action.runLong(
      msg("Preparing…"),
      call("PUT /api/inventories/{id}/prepare", { id: oid }),
    );
    if (made?.kind === "prepare" && made.state === "done") await showPrepared(oid, made.result);
  }
  const yes = (is: boolean) => t(is ? msg("yes") : msg("no"));
  return (
    <FormBody form={formOfEdit(edit, () => {})}>
      <ActionState action={action} />
      <Problem text={edit.problem} />
      <PlanForm form={edit.fields} />
      <Toolbar class="plan-actions">
        <Button kind="secondary" type="submit" disabled={!edit.isChanged || isBusy}>
          {t(msg("Save"))}
        </Button>
        <Button disabled={isBusy} aria-describedby={action.reasonId} onClick={prepare}>
          {t(msg("Prepare"))}
        </Button>
        <span class="muted">
          {t(msg("Lists every article at the selected locations with its current stock."))}
        </span>
      </Toolbar>
      <ConflictChoice
        edit={edit}
        onSaved={() => showSuccess(t(msg("Saved.")))}
        show={{
          isBlind: yes,
          mustBeApproved: yes,
          locationIds: (ids) =>
            ids.length === 0 ? t(msg("All locations")) : ids.map(locationPath).join(", "),
          counterId: (id) => nameOf(people, id),
          secondCount: limitsText,
        }}
      />
    </FormBody>
  );
}

/** Shows the number of prepared items, and the other stocktakes that expect some of them. */
async function showPrepared(oid: number, overlaps: readonly InventoryOverlap[]): Promise<void> {
  try {
    const { total } = await requestAsUser(getProgress({ id: oid }));
    showSuccess(t(msg("Prepared: {n, plural, one {# item} other {# items}} expected."), { n: total }));
  } catch (error) {
    showError(problemText(error));
  }
  for (const { name, items } of overlaps)
    showSuccess(
      t(
        msg(
          "{n, plural, one {# item is} other {# items are}} also part of {name}. The one closed first marks its changes in the other.",
        ),
        { n: items, name },
      ),
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
          <Button type="submit" disabled={form.isBusy}>
            {t(msg("Create stocktake"))}
          </Button>
        </Toolbar>
      </FormBody>
    </Screen>
  );
}
