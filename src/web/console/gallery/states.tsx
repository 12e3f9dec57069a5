import { Button, IconButton } from "../../ui/button.tsx";
import { Checkbox, Radio } from "../../ui/checkbox.tsx";
import { Combobox } from "../../ui/combobox.tsx";
import { TextField } from "../../ui/field.tsx";
import { FileField } from "../../ui/file-field.tsx";
import { Menu } from "../../ui/menu.tsx";
import { NoteField } from "../../ui/note-field.tsx";
import { QuantityStepper } from "../../ui/quantity-stepper.tsx";
import { Select } from "../../ui/select.tsx";
import { Skeleton } from "../../ui/surfaces.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { Tree } from "../../ui/tree/tree.tsx";
import { treeRows } from "../../ui/tree/tree-rows.ts";
import { Screen } from "../layout/screen.tsx";
import { type ForcedState, useForcedRules } from "./forced-states.tsx";
import { Samples } from "./samples.tsx";

const nothing = () => undefined;
const ALL: readonly ForcedState[] = ["hover", "active", "focus"];
const FIELD: readonly ForcedState[] = ["hover", "focus"];

/** `#/ui/states`, in development only: each control under the mouse, pressed, focused, disabled, wrong and loading. */
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

const KINDS = ["primary", "secondary", "danger", "plain"] as const;

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
            others={{ disabled: button(true) }}
          />
        );
      })}
      <Samples
        name="IconButton"
        states={ALL}
        sample={() => <IconButton icon="cross" label="Dismiss" />}
        others={{ disabled: <IconButton icon="cross" label="Dismiss" disabled /> }}
      />
      <Samples name="Menu" states={ALL} sample={() => <Menu label="More">{() => null}</Menu>} />
      <Samples
        name="Tabs"
        states={FIELD}
        target="a:not([aria-current])"
        sample={(state) => <Tabs label={`Parts, ${state}`} tabs={TABS} />}
      />
    </>
  );
}

const TABS = [
  { to: "/ui/states", label: "Shown" },
  { to: "/ui", label: "Other" },
];

const PLACES = [{ value: "1", label: "Cold store" }];

function TextControls() {
  const problem = "This code is already used by another article.";
  const text = (given: object) => <TextField label="Code" value="A000072" onValue={nothing} {...given} />;
  const select = (given: object) => (
    <Select label="Location" value="1" items={PLACES} onValue={nothing} {...given} />
  );
  const note = (given: object) => <NoteField label="Note" value="Broken leg" onValue={nothing} {...given} />;
  return (
    <>
      <h2>Fields</h2>
      <Samples
        name="TextField"
        states={FIELD}
        sample={() => text({})}
        others={{ error: text({ problem }), disabled: text({ disabled: true }) }}
      />
      <Samples
        name="Select"
        states={FIELD}
        sample={() => select({})}
        others={{ error: select({ problem }), disabled: select({ isDisabled: true }) }}
      />
      <Samples
        name="NoteField"
        states={FIELD}
        sample={() => note({})}
        others={{ error: note({ problem }) }}
      />
      <Samples
        name="Combobox"
        states={FIELD}
        sample={() => (
          <Combobox
            label="Location"
            text="Cold"
            onText={nothing}
            options={PLACES}
            keyOf={({ value }) => value}
            onChoose={nothing}
            empty="No location found"
          >
            {({ label }) => label}
          </Combobox>
        )}
      />
      <Samples
        name="FileField"
        states={FIELD}
        target="input"
        sample={() => <FileField label="Photo" accept="image/jpeg" onFiles={nothing} />}
      />
      <Samples
        name="QuantityStepper"
        isWide
        states={ALL}
        target="button:not([disabled])"
        sample={() => <QuantityStepper label="Pieces" value={3} max={12} onValue={nothing} />}
      />
    </>
  );
}

function Choices() {
  return (
    <>
      <h2>Choices</h2>
      <Samples
        name="Checkbox"
        states={FIELD}
        sample={() => <Checkbox>Blind count</Checkbox>}
        others={{
          checked: <Checkbox checked>Blind count</Checkbox>,
          error: <Checkbox aria-invalid>Blind count</Checkbox>,
          disabled: <Checkbox disabled>Blind count</Checkbox>,
        }}
      />
      <Samples
        name="Radio"
        states={FIELD}
        sample={() => <Radio>CSV</Radio>}
        others={{ checked: <Radio checked>CSV</Radio>, disabled: <Radio disabled>CSV</Radio> }}
      />
    </>
  );
}

interface Row {
  readonly code: string;
  readonly pieces: number;
}

const ROWS: readonly Row[] = [{ code: "A000072", pieces: 3 }];
const COLUMNS: readonly Column<Row>[] = [
  { key: "code", title: "Code", sort: "code", cell: ({ code }) => code },
  { key: "pieces", title: "Pieces", isNumber: true, cell: ({ pieces }) => String(pieces) },
];
const LINES = treeRows((oid) => (oid === null ? [{ oid: 1, name: "Main building" }] : []), new Set());

function Lists() {
  const table = (given: object) => (
    <DataTable
      caption="Articles"
      columns={COLUMNS}
      rows={ROWS}
      hrefOf={() => "#/ui/states"}
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
      <Samples name="DataTable, a heading" states={FIELD} sample={() => table({})} />
      <Samples
        name="Tree"
        states={["hover"]}
        target="[role=treeitem]"
        sample={() => tree(null)}
        others={{ selected: tree(1) }}
      />
      <Samples name="Skeleton" states={[]} sample={() => <Skeleton lines={3} label="Loading…" />} />
    </>
  );
}
