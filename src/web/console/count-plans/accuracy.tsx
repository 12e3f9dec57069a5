import { RIGHT_SHARES } from "../../../domain/cycle-counts/right-share.ts";
import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import type { InventoryAccuracy } from "../../api/types/endpoints.d.ts";
import { dayAndTime, number, t } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { Plot } from "../chart/plot.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { ExportButtons } from "./export-buttons.tsx";

type Share = (row: InventoryAccuracy) => number | null;

const SHARES = ["items", "pieces", "value"] as const;

/** The accuracy of the records over time, as charts and as a table. */
export function AccuracyOverTime() {
  const query = useLiveQuery(call("GET /api/inventories/accuracy"), {
    follows: ["stocktakes"],
    atMostEverySeconds: 10,
  });
  return (
    <QueryBoundary
      query={query}
      empty={msg("The first closed stocktake shows how accurate the records were.")}
    >
      {(all) => (
        <>
          {all.length > 1 &&
            SHARES.map((name) => (
              <Chart key={name} name={t(TEXTS[name])} of={RIGHT_SHARES[name]} all={all} />
            ))}
          <ExportButtons table="record-accuracy" names={EXPORTS} />
          <DataTable
            caption={t(msg("Record accuracy"))}
            columns={columns()}
            rows={[...all].reverse()}
            idOf={({ inventory }) => inventory.oid}
            hrefOf={({ inventory }) => `#/stocktakes/${inventory.oid}`}
          />
        </>
      )}
    </QueryBoundary>
  );
}

interface ChartProps {
  readonly name: string;
  readonly of: Share;
  readonly all: readonly InventoryAccuracy[];
}

function Chart({ name, of, all }: ChartProps) {
  const points = all.flatMap((row) => {
    const share = of(row);
    return share === null ? [] : [[Date.parse(row.closedDT) / 1000, share] as const];
  });
  if (points.length < 2) return null;
  const least = Math.min(...points.map(([, share]) => share));
  // The difference between 97 and 99 percent would not be seen on an axis from 0.
  return (
    <Plot name={name} points={points} lowest={Math.max(0, Math.floor(least / 10) * 10 - 10)} highest={100} />
  );
}

const columns = (): readonly Column<InventoryAccuracy>[] => [
  { key: "name", title: t(msg("Stocktake")), cell: ({ inventory }) => inventory.name },
  { key: "closed", title: t(msg("Closed")), cell: ({ closedDT }) => dayAndTime(closedDT) },
  ...SHARES.map((key) => ({
    key,
    title: t(TEXTS[key]),
    isNumber: true,
    cell: (row: InventoryAccuracy) => {
      const share = RIGHT_SHARES[key](row);
      return share === null ? "–" : number(share);
    },
  })),
];

const TEXTS = {
  items: msg("Items right in %"),
  pieces: msg("Pieces right in %"),
  value: msg("Value right in %"),
};

const EXPORTS = { xlsx: msg("Accuracy (XLSX)"), csv: msg("Accuracy (CSV)") };
