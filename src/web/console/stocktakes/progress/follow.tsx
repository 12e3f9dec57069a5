import { State } from "../../../../domain/inventory-states.ts";
import { msg } from "../../../../domain/message.ts";
import type { InventoryDetail, InventoryProgressDetails } from "../../../api/types/endpoints.d.ts";
import { number, t, when } from "../../../i18n/translate.ts";
import { may } from "../../../login/permissions.ts";
import { QueryBoundary } from "../../../query/query-boundary.tsx";
import { Progress } from "../../../ui/progress.tsx";
import { type Column, DataTable } from "../../../ui/table/data-table.tsx";
import { CountOverTime } from "../../overview/count-progress.tsx";
import { percent } from "../../overview/stocktakes.tsx";
import { useProgress } from "../use-stocktake-action.tsx";
import { ByLocation } from "./by-location.tsx";
import { Figures } from "./figures.tsx";

function CountProgress({ counted, total }: { readonly counted: number; readonly total: number }) {
  const share = total > 0 ? `(${percent(counted / total)})` : "";
  return (
    <Progress
      class="count-progress"
      label={`${t(msg("{counted} of {total} counted"), { counted, total })} ${share}`}
      value={counted}
      max={total}
    />
  );
}

const MESSAGES = {
  [State.WaitingForStart]: msg("Prepared. Start the stocktake to begin counting."),
  [State.Paused]: msg("Paused. Counts made before the pause are still received."),
  [State.Finished]: msg("Counting is finished. Review the results next."),
} as const;

/** The live progress of a count: total, by location, by user and by terminal. */
export function Follow({ inventory }: { readonly inventory: InventoryDetail }) {
  const { oid, inventoryStateId } = inventory;
  const query = useProgress(oid);
  const message = MESSAGES[inventoryStateId as keyof typeof MESSAGES];
  return (
    <>
      {message !== undefined && <p>{t(message)}</p>}
      <QueryBoundary query={query}>
        {(progress) => (
          <>
            <CountProgress counted={progress.counted} total={progress.total} />
            <Figures progress={progress} inventoryId={oid} isLinked={may("manage")} />
            {inventoryStateId !== State.WaitingForStart && (
              <CountOverTime inventoryId={oid} total={progress.total} />
            )}
            <div class="follow-tables">
              <ByLocation progress={progress} />
              <div>
                <Terminals progress={progress} />
                <ByPerson progress={progress} />
              </div>
            </div>
          </>
        )}
      </QueryBoundary>
    </>
  );
}

type PersonRow = InventoryProgressDetails["users"][number];

/** The counts of each user. */
function ByPerson({ progress: { users } }: { readonly progress: InventoryProgressDetails }) {
  const rows = users.slice().sort((a, b) => b.counted - a.counted);
  return (
    <div>
      <h2>{t(msg("By person"))}</h2>
      <DataTable
        caption={t(msg("By person"))}
        columns={columns()}
        rows={rows}
        idOf={idOf}
        empty={t(msg("No counts yet."))}
      />
    </div>
  );
}

const idOf = ({ user }: PersonRow) => user.id;
const columns = (): readonly Column<PersonRow>[] => [
  { key: "person", title: t(msg("Person")), cell: ({ user }) => user.fullName },
  {
    key: "counted",
    title: t(msg("Items last counted")),
    isNumber: true,
    cell: ({ counted }) => number(counted),
  },
];

type TerminalRow = InventoryProgressDetails["terminals"][number];

/** The terminals that count; those with unsent counts first. */
function Terminals({ progress: { terminals } }: { readonly progress: InventoryProgressDetails }) {
  const rows = terminals.slice().sort((a, b) => b.pending - a.pending || b.at.localeCompare(a.at));
  return (
    <section aria-labelledby="by-terminal">
      <h2 id="by-terminal">{t(msg("By terminal"))}</h2>
      {rows.length === 0 && <p class="muted">{t(msg("No terminal has sent counts yet."))}</p>}
      <ul class="list terminals">
        {rows.map((row) => (
          <Terminal key={`${row.device?.id} ${row.user.id}`} row={row} />
        ))}
      </ul>
    </section>
  );
}

function Terminal({ row: { device, user, pending, at } }: { readonly row: TerminalRow }) {
  return (
    <li>
      <b>{device?.name ?? t(msg("No paired device"))}</b> <span class="muted">{user.fullName}</span>
      <br />
      {pending > 0 ? (
        <span class="error-text">
          {t(msg("{n, plural, one {# count} other {# counts}} not sent or not answered (reported {at})"), {
            n: pending,
            at: when(at),
          })}
        </span>
      ) : (
        <span>{t(msg("All counts sent ({at})"), { at: when(at) })}</span>
      )}
    </li>
  );
}
