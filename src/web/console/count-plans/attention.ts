import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import { t } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { dateText } from "./plan-texts.ts";

const EVERY_S = 60;
const NEVER = "1970-01-01";

/** A plan whose last date was skipped or had nothing to count, as a line of *Needs attention*. */
export interface SkippedPlan {
  readonly text: string;
  readonly href: string;
}

/** The plans whose last date has made no stocktake, for Managers. */
export function useSkippedPlans(): readonly SkippedPlan[] {
  // The newest run of each plan is always part of the response.
  const request = may("manage") ? call("GET /api/count-plans/runs", { from: NEVER, to: NEVER }) : null;
  const { body } = useLiveQuery(request, { follows: ["stocktakes"], everySeconds: EVERY_S });
  return (body ?? [])
    .filter(({ isLast, outcome }) => isLast && outcome !== "made")
    .map(({ plan, dueDate, outcome, inventory }) => {
      const values = { plan: plan.name, date: dateText(dueDate) };
      if (outcome === "skipped" && inventory !== null)
        return {
          text: t(msg("{plan}: no stocktake on {date}, because {stocktake} is still open"), {
            ...values,
            stocktake: inventory.name,
          }),
          href: `#/stocktakes/${inventory.oid}`,
        };
      return {
        text: t(msg("{plan}: nothing to count on {date}"), values),
        href: `#/stocktakes/plans/${plan.oid}`,
      };
    });
}
