import { type Message, msg } from "../../../../domain/message.ts";
import { listCountOperations } from "../../../api/console/inventories.ts";
import { number, t } from "../../../i18n/translate.ts";
import { QueryBoundary } from "../../../query/query-boundary.tsx";
import { addressQuery } from "../../../router/address.ts";
import { Pagination, usePaging } from "../../../ui/table/pagination.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { useLiveQuery } from "../../realtime/use-live-query.ts";
import { Frame } from "../stocktake-page.tsx";
import { useProgress, useStocktake } from "../use-stocktake.ts";
import { ActionState, useStocktakeAction } from "../use-stocktake-action.tsx";
import { WaitingCount } from "./waiting-count.tsx";

const STATES = ["late", "unknown"] as const;
type Waits = (typeof STATES)[number];
const PAGE = 100;

/** `#/stocktakes/:id/waiting`: the pending counts: late ones, and unknown codes. */
export function OperationsScreen({ id = "" }: Readonly<Record<string, string>>) {
  const query = addressQuery();
  const before = query.get("before");
  const inventory = useStocktake(id);
  const { body: progress } = useProgress(Number(id));
  const stateParameter = STATES.find((one) => one === query.get("state"));
  // Without a parameter, the first state with counts.
  const state = stateParameter ?? (progress && (STATES.find((one) => progress[one] > 0) ?? STATES[0]));
  const of = { id: Number(id), before: before === null ? undefined : Number(before) };
  const result = useLiveQuery(state && listCountOperations({ ...of, state }), {
    follows: ["stocktakes", "articles"],
  });
  const next = result.body?.[PAGE - 1]?.oid ?? null;
  const paging = usePaging({ name: "before", query, next });
  const action = useStocktakeAction(result.refetch, Number(id));
  const own = `/stocktakes/${Number(id)}/waiting`;
  return (
    <Frame query={inventory}>
      {() => (
        <>
          <Tabs
            label={t(TEXTS.title)}
            tabs={STATES.map((one) => ({
              to: `${own}?state=${one}`,
              label: `${t(TEXTS[one])}${progress === null ? "" : ` (${number(progress[one])})`}`,
              isCurrent: one === state,
            }))}
          />
          {state !== null && <p class="muted">{t(STATE_HINTS[state])}</p>}
          <ActionState action={action} />
          <QueryBoundary query={result} empty={TEXTS.none}>
            {(operations) => (
              <ul class="pending-counts">
                {operations.map((operation) => (
                  <WaitingCount key={operation.oid} operation={operation} action={action} />
                ))}
              </ul>
            )}
          </QueryBoundary>
          <Pagination paging={paging} pageRows={PAGE} shown={result.body?.length ?? 0} />
        </>
      )}
    </Frame>
  );
}

const STATE_HINTS: Readonly<Record<Waits, Message>> = {
  late: msg(
    "These counts arrived after the count was finished. An accepted count is applied at the time it was made and withdraws approvals.",
  ),
  unknown: msg(
    "No article has these codes. Assign the code to an article or create one, then accept the count.",
  ),
};

const TEXTS = {
  title: msg("Unresolved"),
  late: msg("Late counts"),
  unknown: msg("Unknown codes"),
  none: msg("Nothing unresolved."),
};
