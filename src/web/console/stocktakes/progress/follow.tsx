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
import { Facts } from "../../../ui/surfaces.tsx";
import { type Column, DataTable } from "../../../ui/table/data-table.tsx";
import { CountBar, CountedBar, type CountParts, PartSign } from "../../chart/count-bar.tsx";
import { LocationPath } from "../../locations/tree/location-path.tsx";
import { useLocations } from "../../locations/tree/location-tree.ts";
import { useProgress } from "../use-stocktake-action.tsx";
import { CountOverTime } from "./count-over-time.tsx";

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
            <CountedParts progress={progress} />
            <ToReview progress={progress} inventoryId={oid} />
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

/** The counts of each user. */
function ByPerson({ progress: { users } }: { readonly progress: InventoryProgressDetails }) {
  const rows = users.slice().sort((a, b) => b.counted - a.counted);
  return (
    <div>
      <h2>{t(msg("By person"))}</h2>
      <DataTable
        caption={t(msg("By person"))}
        columns={[
          { title: t(msg("Person")), cell: ({ user }) => user.fullName },
          { title: t(msg("Items last counted")), number: ({ counted }) => counted },
        ]}
        rows={rows}
        idOf={({ user }) => user.id}
        empty={t(msg("No counts yet."))}
      />
    </div>
  );
}

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

/** The progress of a location. */
type LocationProgress = InventoryProgressDetails["locations"][number];

/** The columns of locations with what is counted there. */
const locationColumns = (): readonly Column<LocationProgress>[] => [
  {
    title: t(msg("Location")),
    isRowHead: true,
    cell: ({ location }) => <LocationPath location={location} />,
  },
  { title: t(msg("Counted")), cell: (row) => <CountedBar {...row} /> },
];

const MOST = 200;

/**
 * The progress of each location: the least counted first, or in walking order; with a checkbox only the unfinished
 * ones.
 */
function ByLocation({ progress: { locations } }: { readonly progress: InventoryProgressDetails }) {
  useLocations();
  const [isOpenOnly, setOpenOnly] = useState(false);
  const part = ({ counted, total }: LocationProgress) => (total === 0 ? 1 : counted / total);
  const walked = ({ location }: LocationProgress) =>
    walkingOrder.value.get(location.oid) ?? Number.MAX_SAFE_INTEGER;
  const rows = locations
    .filter((row) => !isOpenOnly || row.counted < row.total)
    .sort((a, b) => part(a) - part(b) || walked(a) - walked(b));
  const numbers = NUMBERS.filter(([key]) => locations.some((row) => row[key] > 0)).map(([key, label]) => ({
    key,
    title: t(label),
    number: (row: LocationProgress) => row[key],
  }));
  return (
    <div>
      <h2>{t(msg("By location"))}</h2>
      <Checkbox checked={isOpenOnly} onChange={() => setOpenOnly(!isOpenOnly)}>
        {t(msg("Incomplete only"))}
      </Checkbox>
      <DataTable
        class="count-locations"
        caption={t(msg("By location"))}
        columns={[...locationColumns(), ...numbers]}
        rows={rows.slice(0, MOST)}
        idOf={({ location }) => location.oid}
        empty={t(msg("All locations are counted."))}
      />
      {rows.length > MOST && <p class="muted">{t(msg("and {n} more"), { n: rows.length - MOST })}</p>}
    </div>
  );
}

/** The numbers of a location, shown where one of them is not 0. */
const NUMBERS = [
  ["foundElsewhere", RESULT_NAMES.foundElsewhere],
  ["missing", RESULT_NAMES.missing],
  ["unexpected", RESULT_NAMES.unexpected],
] as const;

/** The expected items by result: a bar, and its legend as a sum. */
function CountedParts({ progress }: { readonly progress: InventoryProgressDetails }) {
  const { counted, total } = progress;
  const parts = partsOf(progress).filter(([part, , items]) => part !== "disposal" || items > 0);
  return (
    <>
      <p class="count-total">
        <b>{t(msg("{counted} of {total} counted"), { counted, total })}</b>{" "}
        {total > 0 && `(${percent(counted / total)})`}
      </p>
      <CountBar parts={parts.map(([part, , items]) => [part, items])} />
      <dl class="count-figures count-sum">
        <div>
          <dt>{t(msg("Expected"))}</dt>
          <dd>{number(total)}</dd>
        </div>
        {parts.map(([part, label, items], at) => (
          <div key={part} class={items === 0 ? "is-zero" : ""}>
            <dt>
              <PartSign part={part} />
              {t(label)}
            </dt>
            <dd>
              <span class="count-sign">{at === 0 ? "=" : "+"} </span>
              {number(items)}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

type Figure = readonly [part: CountParts[number][0], label: Message, items: number];

/** The results of the expected items. A blind count hides differences from people who count. */
function partsOf(progress: InventoryProgressDetails): readonly Figure[] {
  const { results, found, foundElsewhere, missing, notCounted } = progress;
  if (results === undefined) {
    return [
      ["found", msg("Found in place"), found - foundElsewhere],
      ["elsewhere", RESULT_NAMES.foundElsewhere, foundElsewhere],
      ["missing", RESULT_NAMES.missing, missing],
      ["rest", RESULT_NAMES.notCounted, notCounted],
    ];
  }
  return [
    ["found", RESULT_NAMES.foundAsExpected, results.foundAsExpected],
    ["elsewhere", RESULT_NAMES.foundElsewhere, results.foundElsewhere],
    ["differs", RESULT_NAMES.quantityDiffers, results.quantityDiffers],
    ["missing", RESULT_NAMES.missing, results.missing],
    ["disposal", RESULT_NAMES.proposedForDisposal, results.proposedForDisposal],
    ["rest", RESULT_NAMES.notCounted, results.notCounted],
  ];
}

interface ReviewProps {
  readonly progress: InventoryProgressDetails;
  readonly inventoryId: number;
}

/** Counts that are to be reviewed, with links to where they are decided. Renders nothing where there are none. */
function ToReview({ progress, inventoryId }: ReviewProps) {
  const { results, unexpected, toRecount, moved, unknown, late } = progress;
  const own = `#/stocktakes/${inventoryId}`;
  const figures: readonly (readonly [label: Message, items: number, to?: string])[] = [
    [RESULT_NAMES.unexpected, results?.unexpected ?? unexpected],
    [msg("Recount"), toRecount, `${own}/results?tab=toRecount`],
    [msg("Stock changed"), moved, `${own}/results?tab=moved`],
    [msg("Unknown codes"), unknown, `${own}/waiting?state=unknown`],
    [msg("Late counts"), late, `${own}/waiting?state=late`],
  ];
  const shown = figures.filter(([, items]) => items > 0);
  if (shown.length === 0) return null;
  return (
    <Facts
      class="count-figures"
      facts={shown.map(([label, items, to]) => [
        t(label),
        to !== undefined && may("manage") ? <a href={to}>{number(items)}</a> : number(items),
      ])}
    />
  );
}

/** A share, rounded down, so that an incomplete one is never shown as 100 %. 0.29 * 100 is slightly less than 29. */
const percent = (part: number) =>
  number(Math.floor(part * 100 + 1e-9) / 100, { style: "percent", maximumFractionDigits: 0 });
