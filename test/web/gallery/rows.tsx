import { useState } from "preact/hooks";
import { Badge } from "../../../src/web/ui/badge.tsx";
import { Button } from "../../../src/web/ui/button.tsx";
import { Cards } from "../../../src/web/ui/card.tsx";
import { type Column, DataTable } from "../../../src/web/ui/table/data-table.tsx";
import { Pagination } from "../../../src/web/ui/table/pagination.tsx";
import { SelectionBar, useSelection } from "../../../src/web/ui/table/selection.tsx";
import { Tree, type TreeItem, treeRows } from "../../../src/web/ui/tree/tree.tsx";

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
  { title: "Code", sort: "code", isCode: true, cell: ({ code }) => code },
  { title: "Name", sort: "name", cell: ({ name }) => name },
  {
    title: "State",
    cell: ({ isUsed }) => <Badge tone={isUsed ? "info" : "neutral"}>{isUsed ? "In use" : "In stock"}</Badge>,
  },
  { title: "Pieces", number: ({ pieces }) => String(pieces) },
];

const idOf = ({ oid }: Row) => oid;
const shown = ROWS.map(idOf);
const nothing = () => undefined;

/** A table with a selected row and its pages; one that loads, one whose rows are outdated, one in a frame, one without rows. */
export function Rows() {
  const [by, setBy] = useState("code");
  const selection = useSelection({ shown, matching: "" });
  const { ids } = selection;
  const first = { ...selection, ids: ids.size === 0 ? new Set([2]) : ids };
  return (
    <>
      <h2>Table</h2>
      <DataTable
        caption="Articles"
        columns={COLUMNS}
        rows={ROWS}
        idOf={idOf}
        hrefOf={() => "#/"}
        sort={{ by, onSort: setBy }}
        selection={first}
      />
      <Pagination paging={{ page: 2, previous: null, next: nothing }} pageRows={3} shown={3} total={40} />
      <SelectionBar selection={first} total={40}>
        <Button kind="primary">Edit…</Button>
      </SelectionBar>
      <h3>Loading</h3>
      <DataTable caption="Articles that load" columns={COLUMNS} rows={null} />
      <h3>Rows of the former request</h3>
      <DataTable caption="Outdated articles" columns={COLUMNS} rows={ROWS} isOutdated />
      <h3>In a frame, with sums</h3>
      <DataTable
        caption="Pieces"
        isCaptionShown
        columns={COLUMNS.map((column) => ({ ...column, isRowHead: column.key === "name" }))}
        rows={ROWS}
        height={120}
        isGrid
      />
      <h3>Without rows</h3>
      <DataTable caption="No articles" columns={COLUMNS} rows={[]} empty="No articles found." />
    </>
  );
}

const CHILDREN: Readonly<Record<number, readonly TreeItem[]>> = {
  0: [{ oid: 1, name: "Main building" }],
  1: [
    { oid: 2, name: "Ground floor" },
    { oid: 3, name: "První patro" },
  ],
  2: [
    { oid: 4, name: "Cold store" },
    { oid: 5, name: "Loading ramp" },
  ],
  3: [{ oid: 6, name: "Büro" }],
};
const childrenOf = (oid: number | null) => CHILDREN[oid ?? 0] ?? [];
const CHECKS = { 1: "mixed", 2: "checked", 4: "fixed", 5: "fixed" } as const;
const checkOf = ({ oid }: TreeItem) => CHECKS[oid as keyof typeof CHECKS] ?? "unchecked";

/** A tree with a selected line, and one whose lines are checked. */
export function Trees() {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set([1, 2]));
  const [selected, setSelected] = useState(4);
  const rows = treeRows(childrenOf, open);
  const expand = (oids: readonly number[], isOpen: boolean) => {
    const others = [...open].filter((oid) => oids.indexOf(oid) === -1);
    setOpen(new Set(isOpen ? [...others, ...oids] : others));
  };
  return (
    <>
      <h2>Trees</h2>
      <Cards>
        <Tree
          name="Locations"
          rows={rows}
          onExpand={expand}
          selected={selected}
          onOpen={({ oid }) => setSelected(oid)}
        >
          {({ item }) => <span class="muted">B1-{item.oid}</span>}
        </Tree>
        <Tree
          name="Checked locations"
          rows={rows}
          onExpand={expand}
          onOpen={() => undefined}
          checkOf={checkOf}
        />
      </Cards>
    </>
  );
}
