import { Screen } from "../../../src/web/console/layout/screen.tsx";
import { Button, ButtonLink, IconButton } from "../../../src/web/ui/button.tsx";
import { FileButton } from "../../../src/web/ui/file-input.tsx";
import { Menu } from "../../../src/web/ui/menu.tsx";
import { Skeleton } from "../../../src/web/ui/surfaces.tsx";
import { type Column, DataTable } from "../../../src/web/ui/table/data-table.tsx";
import { Pagination } from "../../../src/web/ui/table/pagination.tsx";
import { type Selection, SelectionBar } from "../../../src/web/ui/table/selection.tsx";
import { Tabs } from "../../../src/web/ui/tabs.tsx";
import { Tree, treeRows } from "../../../src/web/ui/tree/tree.tsx";
import { type ForcedState, Samples, useForcedRules } from "./samples.tsx";
import { Choices, TextControls } from "./state-fields.tsx";

const nothing = () => undefined;
const ALL: readonly ForcedState[] = ["hover", "active", "focus"];

/** `#/states`: each control under the mouse, pressed, focused, disabled, wrong and loading. */
export function StatesScreen() {
  useForcedRules();
  return (
    <Screen title="States">
      <Buttons />
      <TextControls />
      <Choices />
      <Lists />
    </Screen>
  );
}

/** Further looks of a button. */
const FURTHER = {
  "disabled, with the focus": <Button aria-disabled>Save changes</Button>,
  "with an icon": <Button icon="print">Print</Button>,
  "as wide as its place": <Button isWide>Log in</Button>,
};

const KINDS = ["primary", "secondary", "danger", "danger-secondary", "plain"] as const;

function Buttons() {
  return (
    <>
      <h2>Buttons</h2>
      {KINDS.map((kind) => {
        const button = (disabled: boolean) => (
          <Button kind={kind} disabled={disabled}>
            Save changes
          </Button>
        );
        return (
          <Samples
            key={kind}
            name={`Button, ${kind}`}
            states={ALL}
            sample={() => button(false)}
            others={{ disabled: button(true), ...(kind === "secondary" && FURTHER) }}
          />
        );
      })}
      <Samples
        name="IconButton"
        states={ALL}
        sample={() => <IconButton icon="cross" label="Dismiss" />}
        others={{
          disabled: <IconButton icon="cross" label="Dismiss" disabled />,
          secondary: <IconButton kind="secondary" icon="plus" label="Zoom in" />,
        }}
      />
      <Samples
        name="ButtonLink"
        states={ALL}
        sample={() => (
          <ButtonLink kind="primary" href="#/">
            New stocktake
          </ButtonLink>
        )}
      />
      <Samples
        name="FileButton"
        states={ALL}
        target="input"
        sample={() => (
          <FileButton icon="camera" accept="image/*" onFile={nothing}>
            Photo
          </FileButton>
        )}
      />
      <Samples name="Menu" states={ALL} sample={() => <Menu label="More">{() => null}</Menu>} />
      <Samples
        name="Tabs"
        states={["hover", "focus"]}
        target="a:not([aria-current])"
        sample={(state) => <Tabs label={`Parts, ${state}`} tabs={TABS} />}
      />
    </>
  );
}

const TABS = [
  { to: "/states", label: "Shown" },
  { to: "/", label: "Other" },
];

interface Row {
  readonly code: string;
  readonly pieces: number;
}

const ROWS: readonly Row[] = [{ code: "A000072", pieces: 3 }];
const COLUMNS: readonly Column<Row>[] = [
  { title: "Code", sort: "code", cell: ({ code }) => code },
  { title: "Pieces", number: ({ pieces }) => String(pieces) },
];
const LINES = treeRows((oid) => (oid === null ? [{ oid: 1, name: "Main building" }] : []), new Set());

const ALL_SELECTED: Selection = {
  ids: new Set([1]),
  isAll: true,
  isPartlyHidden: false,
  select: nothing,
  selectAll: nothing,
  clear: nothing,
  keep: nothing,
  versionOf: () => "",
};

function Lists() {
  const table = (given: object) => (
    <DataTable
      caption="Articles"
      columns={COLUMNS}
      rows={ROWS}
      hrefOf={() => "#/states"}
      sort={{ by: "code", onSort: nothing }}
      {...given}
    />
  );
  const tree = (selected: number | null) => (
    <Tree name="Locations" rows={LINES} onExpand={nothing} onOpen={nothing} selected={selected} />
  );
  return (
    <>
      <h2>Lists</h2>
      <Samples
        name="DataTable, a row"
        states={["hover"]}
        target="td"
        sample={() => table({})}
        others={{ open: table({ openId: 0 }), loading: table({ rows: null }) }}
      />
      <Samples name="DataTable, a heading" states={["hover", "focus"]} sample={() => table({})} />
      <Samples
        name="Tree"
        states={["hover"]}
        target="[role=treeitem]"
        sample={() => tree(null)}
        others={{ selected: tree(1) }}
      />
      <Samples name="Tree, by its keys" states={["focus"]} target="[role=tree]" sample={() => tree(null)} />
      <Samples
        name="Pagination, while another page loads"
        isWide
        states={[]}
        sample={() => (
          <Pagination
            paging={{ page: 2, previous: nothing, next: null }}
            pageRows={25}
            shown={25}
            isWaiting
          />
        )}
      />
      <h3>SelectionBar, all matches selected</h3>
      <SelectionBar selection={ALL_SELECTED} total={40}>
        <Button kind="primary">Edit…</Button>
      </SelectionBar>
      <Samples name="Skeleton" states={[]} sample={() => <Skeleton lines={3} label="Loading…" />} />
    </>
  );
}
