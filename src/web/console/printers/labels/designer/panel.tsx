import { MAX_LABEL_MM, MIN_LABEL_MM } from "../../../../../domain/label-layout.ts";
import { msg } from "../../../../../domain/message.ts";
import type { LabelSubject } from "../../../../../domain/placeholder-names.ts";
import { t } from "../../../../i18n/translate.ts";
import { Button } from "../../../../ui/button.tsx";
import { Icon } from "../../../../ui/icon.tsx";
import { Select } from "../../../../ui/select.tsx";
import { nameOf } from "../../../label-preview/element-names.ts";
import type { ElementProblem } from "../../../label-preview/request-bitmap.ts";
import { resizeLabel, selected } from "./commands.ts";
import { ElementFields } from "./element-fields.tsx";
import { MmField } from "./mm-field.tsx";
import styles from "./panel.module.css";
import { NOTHING, only, toggled } from "./selection.ts";
import { SIZES, sizeName } from "./sizes.ts";
import type { Designer } from "./use-designer.ts";

interface PanelProps {
  readonly subject: LabelSubject;
  readonly designer: Designer;
  readonly problems: readonly ElementProblem[];
}

/** The properties of the selected element, or the size of the label; below it the list of all elements. */
export function Panel({ subject, designer, problems }: PanelProps) {
  const chosen = selected(designer.layout, designer.selection);
  const [alone] = chosen;
  return (
    <aside data-designer-panel class={styles["panel"]} aria-label={t(msg("Properties"))}>
      {chosen.length === 1 && alone !== undefined ? (
        <section>
          <h2>{nameOf(alone)}</h2>
          <ElementFields key={alone.id} subject={subject} designer={designer} element={alone} />
        </section>
      ) : chosen.length > 1 ? (
        <section>
          <h2>{t(msg("{n, plural, one {# element} other {# elements}} selected"), { n: chosen.length })}</h2>
          <p class="muted">
            {t(msg("Align and distribute them with the buttons above the label, or move them together."))}
          </p>
        </section>
      ) : (
        <LabelSize designer={designer} />
      )}
      <ElementList designer={designer} problems={problems} />
    </aside>
  );
}

const OWN = "own";

function LabelSize({ designer }: { readonly designer: Designer }) {
  const { layout, apply, endGesture } = designer;
  const known = SIZES.find(([width, height]) => width === layout.widthMm && height === layout.heightMm);
  const side = (name: "widthMm" | "heightMm", label: string) => (
    <MmField
      label={label}
      value={layout[name]}
      min={MIN_LABEL_MM}
      max={MAX_LABEL_MM}
      onValue={(mm) => apply(resizeLabel(layout, { [name]: mm }), `label ${name}`)}
      onEnd={endGesture}
    />
  );
  return (
    <section>
      <h2>{t(msg("Label"))}</h2>
      <Select
        label={t(msg("Size"))}
        items={[
          ...SIZES.map(([widthMm, heightMm]) => ({
            value: `${widthMm}x${heightMm}`,
            label: sizeName({ widthMm, heightMm }),
          })),
          { value: OWN, label: t(msg("Own size")) },
        ]}
        value={known === undefined ? OWN : known.join("x")}
        onValue={(value) => {
          const size = SIZES.find((one) => one.join("x") === value);
          if (size !== undefined) apply(resizeLabel(layout, { widthMm: size[0], heightMm: size[1] }));
        }}
      />
      <div class={styles["pairs"]}>
        {side("widthMm", t(msg("Width (mm)")))}
        {side("heightMm", t(msg("Height (mm)")))}
      </div>
    </section>
  );
}

/** All elements by name, the uppermost first: another way to select them. */
function ElementList({ designer, problems }: Omit<PanelProps, "subject">) {
  const { layout, selection, select } = designer;
  if (layout.elements.length === 0) return null;
  const wrong = new Set(problems.map(({ elementId }) => elementId));
  return (
    <section>
      <h2 id="designer-elements">{t(msg("Elements"))}</h2>
      <ul class={styles["list"]} aria-labelledby="designer-elements">
        {[...layout.elements].reverse().map((element) => (
          <li key={element.id}>
            <Button
              kind="plain"
              isWide
              aria-pressed={selection.has(element.id)}
              onClick={({ shiftKey }) =>
                select(
                  shiftKey
                    ? toggled(selection, element.id)
                    : selection.size === 1 && selection.has(element.id)
                      ? NOTHING
                      : only(element.id),
                )
              }
            >
              <span>{nameOf(element)}</span>
              {wrong.has(element.id) && (
                <span class={styles["wrong"]} title={t(msg("has a problem"))}>
                  <Icon name="warning" size={16} />
                  <span class="sr-only">{t(msg("has a problem"))}</span>
                </span>
              )}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
