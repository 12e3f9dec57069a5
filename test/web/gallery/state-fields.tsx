import { Checkbox, Radio, RadioGroup, RadioRow } from "../../../src/web/ui/checkbox.tsx";
import { Combobox } from "../../../src/web/ui/combobox.tsx";
import { NoteField, PasswordField, TextField } from "../../../src/web/ui/field.tsx";
import { FileField } from "../../../src/web/ui/file-input.tsx";
import { QuantityStepper } from "../../../src/web/ui/quantity-stepper.tsx";
import { SearchField } from "../../../src/web/ui/search-field.tsx";
import { Select } from "../../../src/web/ui/select.tsx";
import { type ForcedState, Samples } from "./samples.tsx";

const nothing = () => undefined;
const ALL: readonly ForcedState[] = ["hover", "active", "focus"];
const FIELD: readonly ForcedState[] = ["hover", "focus"];

const PLACES = [{ value: "1", label: "Cold store" }];

/** Fields in each state. */
export function TextControls() {
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
        others={{
          empty: text({ value: "", placeholder: "A000001" }),
          "required, with a hint": text({ isRequired: true, hint: "On its label." }),
          error: text({ problem }),
          disabled: text({ disabled: true }),
        }}
      />
      <Samples
        name="PasswordField"
        states={FIELD}
        sample={() => <PasswordField label="Password" defaultValue="secret" />}
        others={{
          PIN: <PasswordField kind="pin" label="PIN" defaultValue="1234" />,
          error: <PasswordField label="Password" problem="This password is wrong." />,
          disabled: <PasswordField label="Password" disabled />,
        }}
      />
      <Samples
        name="SearchField"
        states={FIELD}
        sample={() => <SearchField label="Search" value="Cold" onValue={nothing} />}
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

/** Checkboxes and radio buttons in each state. */
export function Choices() {
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
          "some of them": <Checkbox indeterminate>Blind count</Checkbox>,
          "checked and disabled": (
            <Checkbox checked disabled>
              Blind count
            </Checkbox>
          ),
        }}
      />
      <Samples
        name="Radio"
        states={FIELD}
        sample={() => <Radio>CSV</Radio>}
        others={{
          checked: <Radio checked>CSV</Radio>,
          disabled: <Radio disabled>CSV</Radio>,
          "checked and disabled": (
            <Radio checked disabled>
              CSV
            </Radio>
          ),
        }}
      />
      <RadioGroup legend="Printer">
        <RadioRow name="printer" checked aside="Ready">
          Hall A
        </RadioRow>
        <RadioRow name="printer" aside={<span class="error-text">No paper</span>}>
          Loading ramp
        </RadioRow>
      </RadioGroup>
    </>
  );
}
