import { msg } from "../../../domain/message.ts";
import type { InventorySummary } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import type { Column } from "../../ui/table/data-table.tsx";
import { CountedBar } from "../chart/count-bar.tsx";
import { StateBadge } from "./state-badge.tsx";
import { jobOfStocktake, workText } from "./work.ts";

/** The state, and the running job. */
function OpenState({ state, inventoryId }: { readonly state: number; readonly inventoryId: number }) {
  const job = jobOfStocktake(inventoryId);
  return (
    <>
      <StateBadge state={state} /> {job !== null && <span class="muted">{workText(job)}</span>}
    </>
  );
}

/** The columns of the open stocktakes. */
export const openColumns = (): readonly Column<InventorySummary>[] => [
  { title: t(msg("Name")), cell: ({ name }) => name },
  {
    title: t(msg("State")),
    cell: ({ inventoryStateId, oid }) => <OpenState state={inventoryStateId} inventoryId={oid} />,
  },
  { title: t(msg("Counted")), cell: (row) => row.total > 0 && <CountedBar {...row} /> },
  { key: "found", title: t(msg("Found")), number: ({ found }) => found },
  { title: t(msg("Missing")), number: ({ missing }) => missing },
  { title: t(msg("Unexpected")), number: ({ unexpected }) => unexpected },
];
