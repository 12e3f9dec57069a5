import { Checkbox, Radio, RadioGroup, RadioRow } from "../../ui/checkbox.tsx";
import { Fields } from "../../ui/fields.tsx";
import { QuantityStepper } from "../../ui/quantity-stepper.tsx";

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
