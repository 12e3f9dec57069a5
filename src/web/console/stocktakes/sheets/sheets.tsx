import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { call } from "../../../api/call.ts";
import type {
  InventoryDetail,
  InventoryItem,
  InventoryProgressDetails,
} from "../../../api/types/endpoints.d.ts";
import { quantityText } from "../../../articles/amounts.ts";
import { t } from "../../../i18n/translate.ts";
import { may } from "../../../login/permissions.ts";
import { site } from "../../../login/site.ts";
import {
  ancestors,
  inWalkingOrder,
  isWithin,
  locationPath,
  walkingOrder,
} from "../../../offline/sync/locations.ts";
import { QueryBoundary } from "../../../query/query-boundary.tsx";
import { addressQuery, changeQuery } from "../../../router/address.ts";
import { Button } from "../../../ui/button.tsx";
import { Select } from "../../../ui/select.tsx";
import { localPaging, Pagination } from "../../../ui/table/pagination.tsx";
import { Toolbar } from "../../../ui/toolbar.tsx";
import { useLocations } from "../../locations/tree/location-tree.ts";
import { useLiveQuery } from "../../realtime/use-live-query.ts";
import { Frame } from "../stocktake-page.tsx";
import { useProgress, useStocktake } from "../use-stocktake-action.tsx";
import "./sheets.css";
import { Code128 } from "../../../scanner/code128.tsx";
import { type Column, DataTable } from "../../../ui/table/data-table.tsx";

const SHEETS_PER_PAGE = 25;
/** A location with more items has several sheets. */
const ROWS_PER_SHEET = 100;
/** The choice of all locations. */
const EVERYWHERE = "all";
/** The interval of requests during a count. */
const INTERVAL_S = 30;

/** `#/stocktakes/:id/sheets`: sheets to count on paper, by location. */
export function SheetsScreen({ id = "" }: Readonly<Record<string, string>>) {
  const inventory = useStocktake(id);
  const progress = useProgress(Number(id), INTERVAL_S);
  const { query: places } = useLocations();
  return (
    <Frame query={inventory}>
      {(known) => (
        <QueryBoundary query={places}>
          {() => (
            <QueryBoundary
              query={progress}
              empty={msg("No items to count.")}
              isEmpty={({ total }) => total === 0}
            >
              {({ locations }) => <Sheets inventory={known} locations={locations} />}
            </QueryBoundary>
          )}
        </QueryBoundary>
      )}
    </Frame>
  );
}

interface SheetsProps {
  readonly inventory: InventoryDetail;
  readonly locations: InventoryProgressDetails["locations"];
}

interface SheetOf {
  readonly oid: number;
  readonly path: string;
  /** The position of its first item at the location. */
  readonly from: number;
}

/** A sheet with its number among all that the location has. */
interface NumberedSheet extends SheetOf {
  readonly number: number;
  readonly all: number;
}

/** The locations whose items are loaded. */
type LoadedLocations = Signal<ReadonlySet<number>>;

function Sheets({ inventory, locations }: SheetsProps) {
  const loaded = useSignal<ReadonlySet<number>>(new Set());
  const { body } = useLiveQuery(may("manage") ? call("GET /api/company") : null, { follows: ["settings"] });
  const company = body?.legalName ?? site.value.siteName;
  const order = walkingOrder.value;
  const all = locations
    .filter(({ total }) => total > 0)
    .map(({ location: { oid }, total }) => ({ oid, total, path: locationPath(oid) }))
    .sort((a, b) => (order.get(a.oid) ?? order.size) - (order.get(b.oid) ?? order.size));
  // Those above a counted location have the sheets of all below them.
  const choices = useMemo(() => {
    const counted = new Set(all.flatMap(({ oid }) => [...ancestors(oid)]));
    return inWalkingOrder().filter(({ oid }) => counted.has(oid));
  }, [locations, order]);
  const given = addressQuery().get("location") ?? String(all[0]?.oid ?? "");
  const sheets = all
    .filter(({ oid }) => given === EVERYWHERE || isWithin(oid, [Number(given)]))
    .flatMap(({ oid, path, total }) => sheetsOf(oid, path, total))
    .map((sheet, index, { length }): NumberedSheet => ({ ...sheet, number: index + 1, all: length }));
  const { shown, paging } = localPaging(sheets, SHEETS_PER_PAGE);
  return (
    <>
      <Toolbar class="sheet-actions no-print">
        <Select
          class="sheet-location"
          label={t(msg("Location"))}
          items={[
            { value: EVERYWHERE, label: t(msg("All locations")) },
            ...choices.map(({ oid }) => ({ value: String(oid), label: locationPath(oid) })),
          ]}
          value={given}
          onValue={(value) => changeQuery({ location: value, page: null }, { replace: true })}
        />
        <PrintButton shown={shown} loaded={loaded} />
      </Toolbar>
      {shown.map((sheet) => (
        <Sheet
          key={`${sheet.oid} ${sheet.from}`}
          inventory={inventory}
          company={company}
          sheet={sheet}
          loaded={loaded}
        />
      ))}
      <div class="no-print">
        <Pagination paging={paging} pageRows={SHEETS_PER_PAGE} shown={shown.length} total={sheets.length} />
      </div>
    </>
  );
}

interface PrintProps {
  readonly shown: readonly SheetOf[];
  readonly loaded: LoadedLocations;
}

/** A component of its own, so that the sheets are not rendered again when one of them is loaded. */
function PrintButton({ shown, loaded }: PrintProps) {
  const isLoaded = shown.every(({ oid }) => loaded.value.has(oid));
  return (
    <Button kind="primary" disabled={shown.length === 0 || !isLoaded} onClick={() => print()}>
      {t(msg("Print {n, plural, one {# sheet} other {# sheets}}"), { n: shown.length })}
    </Button>
  );
}

function sheetsOf(oid: number, path: string, total: number): readonly SheetOf[] {
  return Array.from({ length: Math.ceil(total / ROWS_PER_SHEET) }, (_, at) => ({
    oid,
    path,
    from: at * ROWS_PER_SHEET,
  }));
}

interface SheetProps {
  readonly inventory: InventoryDetail;
  readonly company: string;
  readonly sheet: NumberedSheet;
  readonly loaded: LoadedLocations;
}

/** The items expected at a location, or a part of them. */
function Sheet({ inventory, company, sheet: { oid, path, from, number, all }, loaded }: SheetProps) {
  const query = useLiveQuery(
    call("GET /api/inventories/{id}/items/findByLocation", { id: inventory.oid, locationId: oid }),
    {
      follows: ["stocktakes", "articles"],
      atMostEverySeconds: INTERVAL_S,
    },
  );
  const { body } = query;
  useEffect(() => {
    if (body !== null) loaded.value = new Set(loaded.peek()).add(oid);
  }, [body !== null]);
  const table = useMemo(() => {
    const expected = (body ?? []).filter(({ isUnexpected }) => !isUnexpected);
    expected.sort((a, b) => (a.article.code ?? "").localeCompare(b.article.code ?? ""));
    const lines = expected
      .slice(from, from + ROWS_PER_SHEET)
      .map((item, index) => ({ ...item, line: from + index + 1 }));
    const title = [
      ...(company === "" ? [] : [company]),
      `${inventory.name} (${inventory.oid})`,
      t(msg("Sheet {n} of {all}"), { n: number, all }),
    ].join(" · ");
    return <SheetTable isBlind={inventory.isBlind} title={title} location={path} lines={lines} />;
  }, [body, inventory, company, path, from, number, all]);
  return <QueryBoundary query={query}>{() => table}</QueryBoundary>;
}

/** An item with its number at the location. */
interface SheetLine extends InventoryItem {
  readonly line: number;
}

interface TableProps {
  readonly isBlind: boolean;
  readonly title: string;
  readonly location: string;
  readonly lines: readonly SheetLine[];
}

/** The characters of Code 128 in code set B. */
const PRINTABLE = /^[ -~]+$/;

/** A sheet of paper: the expected items, and room for the counts. A blind one has no quantities. */
function SheetTable({ isBlind, title, location, lines }: TableProps) {
  const columns = columnsOf();
  const blind = columns.filter(({ key }) => key !== "expected");
  return (
    <article class="sheet">
      <h2>{location}</h2>
      <p>{title}</p>
      <p class="sheet-people">
        <span>{t(msg("Counted by"))}</span>
        <span>{t(msg("Date"))}</span>
        <span>{t(msg("Signature"))}</span>
      </p>
      <DataTable caption={location} columns={isBlind ? blind : columns} rows={lines} isGrid />
    </article>
  );
}

const columnsOf = (): readonly Column<SheetLine>[] => [
  { title: t(msg("No.", "line")), number: ({ line }) => String(line) },
  {
    title: t(msg("Code")),
    cell: ({ article: { code } }) => (
      <>
        {code !== null && PRINTABLE.test(code) && <Code128 text={code} name={code} />}
        {code}
      </>
    ),
  },
  { title: t(msg("Name")), cell: ({ article }) => article.name },
  {
    key: "expected",
    title: t(msg("Expected")),
    number: ({ quantity, unit }) => quantity !== undefined && quantityText(quantity, unit),
  },
  // In a blind count the unit is on the sheet too.
  { title: t(msg("Counted")), cell: ({ unit }) => unit, class: "sheet-count" },
  { title: t(msg("Note")), cell: () => null, class: "sheet-note" },
];
