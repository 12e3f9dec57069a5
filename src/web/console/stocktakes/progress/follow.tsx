import { useState } from "preact/hooks";
import { State } from "../../../../domain/inventory-states.ts";
import { type Message, msg } from "../../../../domain/message.ts";
import { RESULT_NAMES } from "../../../../domain/results.ts";
import type { InventoryDetail, InventoryProgressDetails } from "../../../api/types/endpoints.d.ts";
import { number, t, when } from "../../../i18n/translate.ts";
import { may } from "../../../login/permissions.ts";
import { walkingOrder } from "../../../offline/sync/locations.ts";
import { QueryBoundary } from "../../../query/query-boundary.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Progress } from "../../../ui/progress.tsx";
import { type Column, DataTable } from "../../../ui/table/data-table.tsx";
import { LocationPath } from "../../locations/tree/location-path.tsx";
import { useLocations } from "../../locations/tree/location-tree.ts";
import { CountOverTime } from "../../overview/count-progress.tsx";
import { percent } from "../../overview/stocktakes.tsx";
import { useProgress } from "../use-stocktake-action.tsx";

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

type Row = InventoryProgressDetails["locations"][number];
const MOST = 200;

/**
 * The progress of each location: the least counted first, or in walking order; with a checkbox only the unfinished
 * ones.
 */
function ByLocation({ progress: { locations } }: { readonly progress: InventoryProgressDetails }) {
  useLocations();
  const [isOpenOnly, setOpenOnly] = useState(false);
  const part = ({ counted, total }: Row) => (total === 0 ? 1 : counted / total);
  const walked = ({ location }: Row) => walkingOrder.value.get(location.oid) ?? Number.MAX_SAFE_INTEGER;
  const rows = locations
    .filter((row) => !isOpenOnly || row.counted < row.total)
    .sort((a, b) => part(a) - part(b) || walked(a) - walked(b));
  return (
    <div>
      <h2>{t(msg("By location"))}</h2>
      <Checkbox checked={isOpenOnly} onChange={() => setOpenOnly(!isOpenOnly)}>
        {t(msg("Incomplete only"))}
      </Checkbox>
      <DataTable
        caption={t(msg("By location"))}
        columns={locationColumns()}
        rows={rows.slice(0, MOST)}
        idOf={locationIdOf}
        empty={t(msg("All locations are counted."))}
      />
      {rows.length > MOST && <p class="muted">{t(msg("and {n} more"), { n: rows.length - MOST })}</p>}
    </div>
  );
}

const locationIdOf = ({ location }: Row) => location.oid;
const locationColumns = (): readonly Column<Row>[] => [
  { key: "place", title: t(msg("Location")), cell: ({ location }) => <LocationPath location={location} /> },
  {
    key: "counted",
    title: t(msg("Counted")),
    cell: ({ counted, total, location }) => (
      <span class="bar-in-row">
        <progress value={counted} max={Math.max(1, total)} aria-label={location.name} />
        {number(counted)} / {number(total)}
      </span>
    ),
  },
  {
    key: "elsewhere",
    title: t(msg("Found elsewhere")),
    isNumber: true,
    cell: ({ foundElsewhere }) => number(foundElsewhere),
  },
  { key: "missing", title: t(msg("Missing")), isNumber: true, cell: ({ missing }) => number(missing) },
  {
    key: "unexpected",
    title: t(msg("Unexpected")),
    isNumber: true,
    cell: ({ unexpected }) => number(unexpected),
  },
];

interface FiguresProps {
  readonly progress: InventoryProgressDetails;
  readonly inventoryId: number;
  /** The link to where unresolved counts are decided. */
  readonly isLinked: boolean;
}

type Figure = readonly [label: Message, value: number, to?: string];

/** The figures of a count as a sum: the expected items by result, then the other counts. */
function Figures({ progress, inventoryId, isLinked }: FiguresProps) {
  const { total, unexpected, toRecount, moved, unknown, late } = progress;
  const own = `#/stocktakes/${inventoryId}`;
  const otherFigures: readonly Figure[] = [
    [RESULT_NAMES.unexpected, progress.results?.unexpected ?? unexpected],
    [msg("Recount"), toRecount, `${own}/results?tab=toRecount`],
    [msg("Stock changed"), moved, `${own}/results?tab=moved`],
    [msg("Unknown codes"), unknown, `${own}/waiting?state=unknown`],
    [msg("Late counts"), late, `${own}/waiting?state=late`],
  ];
  return (
    <>
      <dl class="count-figures count-sum">
        <FigureOf figure={[msg("Expected"), total]} isLinked={isLinked} />
        {partsOf(progress).map((figure, at) => (
          <FigureOf key={figure[0].source} figure={figure} isLinked={isLinked} sign={at === 0 ? "=" : "+"} />
        ))}
      </dl>
      <dl class="count-figures">
        {otherFigures.map((figure) => (
          <FigureOf key={figure[0].source} figure={figure} isLinked={isLinked} />
        ))}
      </dl>
    </>
  );
}

/** The results of the expected items. A blind count hides differences from people who count. */
function partsOf({
  results,
  found,
  foundElsewhere,
  missing,
  notCounted,
}: InventoryProgressDetails): readonly Figure[] {
  if (results === undefined) {
    return [
      [msg("Found in place"), found - foundElsewhere],
      [RESULT_NAMES.foundElsewhere, foundElsewhere],
      [RESULT_NAMES.missing, missing],
      [RESULT_NAMES.notCounted, notCounted],
    ];
  }
  const disposal: Figure = [RESULT_NAMES.proposedForDisposal, results.proposedForDisposal];
  return [
    [RESULT_NAMES.foundAsExpected, results.foundAsExpected],
    [RESULT_NAMES.foundElsewhere, results.foundElsewhere],
    [RESULT_NAMES.quantityDiffers, results.quantityDiffers],
    [RESULT_NAMES.missing, results.missing],
    [RESULT_NAMES.notCounted, results.notCounted],
    ...(results.proposedForDisposal > 0 ? [disposal] : []),
  ];
}

interface FigureProps {
  readonly figure: Figure;
  readonly isLinked: boolean;
  /** The operator before it in the sum. */
  readonly sign?: string;
}

function FigureOf({ figure: [label, value, to], isLinked, sign }: FigureProps) {
  return (
    <div class={value === 0 ? "is-zero" : ""}>
      <dt>{t(label)}</dt>
      <dd>
        {sign !== undefined && <span class="count-sign">{sign} </span>}
        {to !== undefined && isLinked && value > 0 ? <a href={to}>{number(value)}</a> : number(value)}
      </dd>
    </div>
  );
}
