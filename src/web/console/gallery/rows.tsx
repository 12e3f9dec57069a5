import { useState } from "preact/hooks";
import { Badge } from "../../ui/badge.tsx";
import { type Column, DataTable } from "../table/data-table.tsx";
import { Pager } from "../table/pager.tsx";

interface Row {
  readonly oid: number;
  readonly code: string;
  readonly name: string;
  readonly isUsed: boolean;
  readonly pieces: number;
}

const ROWS: readonly Row[] = [
  { oid: 1, code: "A000072", name: "Armchair swivel", isUsed: false, pieces: 3 },
  { oid: 2, code: "A000110", name: "Žebřík hliníkový", isUsed: true, pieces: 12 },
  { oid: 3, code: "A000254", name: "Bürostuhl ergonomisch", isUsed: true, pieces: 140 },
];

const COLUMNS: readonly Column<Row>[] = [
  { key: "code", title: "Code", sort: "code", isCode: true, cell: ({ code }) => code },
  { key: "name", title: "Name", sort: "name", cell: ({ name }) => name },
  {
    key: "state",
    title: "State",
    cell: ({ isUsed }) => <Badge tone={isUsed ? "info" : "neutral"}>{isUsed ? "In use" : "In stock"}</Badge>,
  },
  { key: "pieces", title: "Pieces", isNumber: true, cell: ({ pieces }) => String(pieces) },
];

/** A table with a selected row, and its pages. */
export function Rows() {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set([2]));
  const [by, setBy] = useState("code");
  return (
    <>
      <h2>Table</h2>
      <DataTable
        caption="Articles"
        columns={COLUMNS}
        rows={ROWS}
        idOf={({ oid }) => oid}
        hrefOf={() => "#/ui"}
        sort={{ by, onSort: setBy }}
        chosen={{ ids, onChosen: setIds }}
      />
      <Pager paging={{ page: 2, previous: null, next: () => undefined }} pageRows={3} shown={3} total={40} />
    </>
  );
}
