import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { State } from "../../../src/domain/inventory-states.ts";
import { Screen } from "../../../src/web/console/layout/screen.tsx";
import { StateBadge } from "../../../src/web/console/stocktakes/state-badge.tsx";
import { Badge, type Tone } from "../../../src/web/ui/badge.tsx";
import { Banner } from "../../../src/web/ui/banner.tsx";
import { Button } from "../../../src/web/ui/button.tsx";
import { Card, Cards } from "../../../src/web/ui/card.tsx";
import { Combobox } from "../../../src/web/ui/combobox.tsx";
import { Fields, NoteField, TextField } from "../../../src/web/ui/field.tsx";
import { FileField } from "../../../src/web/ui/file-input.tsx";
import { Progress } from "../../../src/web/ui/progress.tsx";
import { Select } from "../../../src/web/ui/select.tsx";
import { EmptyState, Skeleton } from "../../../src/web/ui/surfaces.tsx";
import { Toolbar } from "../../../src/web/ui/toolbar.tsx";
import { Buttons, Choices } from "./controls.tsx";
import { Rows, Trees } from "./rows.tsx";

const TONES: readonly Tone[] = ["neutral", "muted", "info", "success", "warning", "danger"];
const STATES = Object.values(State).filter((state): state is State => typeof state === "number");

/** `#/`: each component of src/web/ui in its states. Its texts are not translated. */
export function GalleryScreen() {
  return (
    <Screen title="Components">
      <Buttons />
      <Group name="Badges">
        {TONES.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
        <Badge tone="danger" icon="warning">
          Not responding
        </Badge>
      </Group>
      <Group name="States of a stocktake">
        {STATES.map((state) => (
          <StateBadge key={state} state={state} />
        ))}
      </Group>
      <FormFields />
      <Choices />
      <Rows />
      <Trees />
      <h2>Messages</h2>
      <Banner>The import goes on when this page is closed.</Banner>
      <Banner tone="success">The backup is complete.</Banner>
      <Banner tone="warning">The certificate expires in 12 days.</Banner>
      <Banner tone="danger">The disk is not accepting writes.</Banner>
      <Cards>
        <Card title="Progress">
          <Progress label="1,189 of 1,500 counted (79%)" value={1189} max={1500} />
          <Progress label="Waiting for the server" />
        </Card>
        <Card title="Loading">
          <Skeleton lines={5} label="Loading…" />
        </Card>
        <EmptyState icon="article" title="No articles yet" text="Import your list, or create the first one.">
          <Button kind="secondary">Import articles</Button>
        </EmptyState>
      </Cards>
    </Screen>
  );
}

function Group({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <>
      <h2>{name}</h2>
      <Toolbar>{children}</Toolbar>
    </>
  );
}

const PLACES = ["Hall A", "Hall B", "Cold store", "Loading ramp", "Workshop"];

/** The fields of a form. */
function FormFields() {
  const [name, setName] = useState("Armchair swivel");
  const [text, setText] = useState("");
  const [note, setNote] = useState("");
  const found = PLACES.filter((place) => place.toLowerCase().indexOf(text.toLowerCase()) !== -1);
  return (
    <>
      <h2>Fields</h2>
      <Fields>
        <TextField label="Name" value={name} onValue={setName} />
        <TextField
          label="Price"
          value="12,5,"
          isRequired
          hint="Without tax."
          problem="Enter a number such as 1250.50."
          onValue={() => undefined}
        />
        <Select
          label="State"
          value="1"
          items={[{ value: "1", label: "In stock" }]}
          onValue={() => undefined}
        />
        <Combobox
          label="Location"
          text={text}
          onText={setText}
          options={found}
          keyOf={(place) => place}
          onChoose={setText}
          empty="No location found"
          placeholder="Name or code"
        >
          {(place) => place}
        </Combobox>
        <NoteField label="Note" value={note} onValue={setNote} />
        <FileField label="Add photos (JPG or PNG)" accept="image/jpeg" isMultiple onFiles={() => undefined} />
        <TextField label="Disabled" disabled value="A000072" />
      </Fields>
    </>
  );
}
