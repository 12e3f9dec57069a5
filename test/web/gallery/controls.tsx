import { Button, type ButtonKind, ButtonLink, IconButton } from "../../../src/web/ui/button.tsx";
import { Checkbox, Radio, RadioGroup, RadioRow } from "../../../src/web/ui/checkbox.tsx";
import { Fields } from "../../../src/web/ui/field.tsx";
import { FileButton } from "../../../src/web/ui/file-input.tsx";
import { QuantityStepper } from "../../../src/web/ui/quantity-stepper.tsx";
import { Toolbar } from "../../../src/web/ui/toolbar.tsx";

const KINDS: readonly (readonly [kind: ButtonKind, verb: string])[] = [
  ["primary", "Save"],
  ["secondary", "Cancel"],
  ["danger", "Delete"],
  ["danger-secondary", "Delete…"],
  ["plain", "Clear filters"],
];
const nothing = () => undefined;

/** Each kind of button, with an icon, disabled, busy, pressed, as a link and as wide as its place. */
export function Buttons() {
  return (
    <>
      <h2>Buttons</h2>
      <Toolbar>
        {KINDS.map(([kind, verb]) => (
          <Button key={kind} kind={kind}>
            {verb}
          </Button>
        ))}
        <IconButton icon="cross" label="Dismiss" />
        <IconButton kind="secondary" icon="plus" label="Zoom in" />
      </Toolbar>
      <h3>With an icon</h3>
      <Toolbar>
        <Button icon="plus">New article</Button>
        <Button kind="secondary" icon="print">
          Print
        </Button>
        <FileButton kind="secondary" icon="camera" accept="image/*" onFile={nothing}>
          Photo
        </FileButton>
      </Toolbar>
      <h3>Disabled</h3>
      <Toolbar>
        {KINDS.map(([kind, verb]) => (
          <Button key={kind} kind={kind} disabled>
            {verb}
          </Button>
        ))}
        <Button kind="secondary" aria-disabled>
          With the focus
        </Button>
        <IconButton icon="cross" label="Dismiss all" disabled />
      </Toolbar>
      <h3>Links</h3>
      <Toolbar>
        <ButtonLink href="#/">New stocktake</ButtonLink>
        <ButtonLink kind="secondary" icon="article" href="#/">
          Import articles
        </ButtonLink>
      </Toolbar>
      <h3>As wide as their place</h3>
      <Button isWide>Log in</Button>
    </>
  );
}

/** Checkboxes, radio buttons and quantities in their states. */
export function Choices() {
  return (
    <>
      <h2>Choices</h2>
      <Fields>
        <div>
          <Checkbox>Not checked</Checkbox>
          <Checkbox checked>
            <b>Checked.</b> <span class="muted">A longer label continues below its first line.</span>
          </Checkbox>
          <Checkbox indeterminate>Some of them</Checkbox>
          <Checkbox aria-invalid>Must be checked</Checkbox>
        </div>
        <div>
          <Checkbox disabled>Disabled</Checkbox>
          <Checkbox disabled checked>
            Disabled and checked
          </Checkbox>
          <Radio name="format" checked>
            Chosen
          </Radio>
          <Radio name="format">Not chosen</Radio>
          <Radio name="fixed" disabled checked>
            Disabled and chosen
          </Radio>
        </div>
        <RadioGroup legend="Printer">
          <RadioRow name="printer" checked aside="Ready">
            Hall A
          </RadioRow>
          <RadioRow name="printer" aside={<span class="error-text">No paper</span>}>
            Loading ramp
          </RadioRow>
        </RadioGroup>
        <QuantityStepper label="Pieces" value={3} max={12} onValue={() => undefined} />
        <QuantityStepper label="Copies" value={1} max={12} onValue={() => undefined} />
      </Fields>
    </>
  );
}
