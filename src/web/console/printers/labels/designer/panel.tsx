import { useEffect, useRef, useState } from "preact/hooks";
import {
  ALIGNMENTS,
  type Alignment,
  type CodeElement,
  type LabelLayout,
  type LayoutElement,
  MAX_ELEMENT_TEXT_LENGTH,
  MAX_FONT_MM,
  MAX_LABEL_MM,
  MIN_ELEMENT_MM,
  MIN_FONT_MM,
  MIN_LABEL_MM,
  SYMBOLOGIES,
  type Symbology,
  type TextElement,
} from "../../../../../domain/label-layout.ts";
import { type Message, msg } from "../../../../../domain/message.ts";
import type { LabelSubject } from "../../../../../domain/placeholder-names.ts";
import { number, t } from "../../../../i18n/translate.ts";
import { Button } from "../../../../ui/button.tsx";
import { Checkbox } from "../../../../ui/checkbox.tsx";
import { NoteField, TextField } from "../../../../ui/field.tsx";
import { Icon } from "../../../../ui/icon.tsx";
import { Select } from "../../../../ui/select.tsx";
import { nameOf, SYMBOLOGY_NAMES } from "../../../label-preview/element-names.ts";
import type { ElementProblem } from "../../../label-preview/request-bitmap.ts";
import { PlaceholderMenu } from "../fields/placeholder-menu.tsx";
import { change, resizeLabel, selected } from "./commands.ts";
import { limit, parseMm, roundMm } from "./geometry.ts";
import { LONG_STEP_MM, STEP_MM } from "./keys.ts";
import { codeSize, isTwoDimensional, usualContent } from "./new-element.ts";
import styles from "./panel.module.css";
import { NOTHING, only, toggled } from "./selection.ts";
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

interface FieldsProps<E extends LayoutElement = LayoutElement> {
  readonly designer: Designer;
  readonly element: E;
  readonly subject: LabelSubject;
}

/** Changes properties of the element. Typing into a field is one step. */
function setterOf<E extends LayoutElement>({
  designer,
  element,
}: Pick<FieldsProps<E>, "designer" | "element">) {
  return (changed: Partial<E>, isTyping = false) =>
    designer.apply(
      change(designer.layout, element.id, (before) => ({ ...before, ...changed })),
      isTyping ? `${element.id} ${Object.keys(changed).join()}` : undefined,
    );
}

/** The fields of an element: its content, place and size. */
function ElementFields({ designer, element, subject }: FieldsProps) {
  const set = setterOf({ designer, element });
  const mm = (name: "x" | "y" | "widthMm" | "heightMm", label: Message, min: number) => (
    <MmField
      key={`${element.id} ${name}`}
      label={t(label)}
      value={element[name]}
      min={min}
      max={MAX_LABEL_MM}
      onValue={(value) => set({ [name]: value }, true)}
      onEnd={designer.endGesture}
    />
  );
  return (
    <>
      {element.kind === "text" && <TextFields subject={subject} designer={designer} element={element} />}
      {element.kind === "code" && <CodeFields subject={subject} designer={designer} element={element} />}
      {element.kind === "box" && (
        <>
          <Checkbox checked={element.isFilled} onValue={(isFilled) => set({ isFilled })}>
            {t(msg("Filled"))}
          </Checkbox>
          {!element.isFilled && (
            <MmField
              key={`${element.id} stroke`}
              label={t(msg("Line width (mm)"))}
              value={element.strokeMm}
              min={MIN_ELEMENT_MM}
              max={20}
              onValue={(strokeMm) => set({ strokeMm }, true)}
              onEnd={designer.endGesture}
            />
          )}
        </>
      )}
      <div class={styles["pairs"]}>
        {mm("x", msg("From the left (mm)"), 0)}
        {mm("y", msg("From the top (mm)"), 0)}
        {mm("widthMm", msg("Width (mm)"), MIN_ELEMENT_MM)}
        {mm("heightMm", msg("Height (mm)"), MIN_ELEMENT_MM)}
      </div>
    </>
  );
}

function TextFields({ designer, element, subject }: FieldsProps<TextElement>) {
  const set = setterOf({ designer, element });
  return (
    <>
      <ContentField subject={subject} label={t(msg("Text"))} designer={designer} element={element} />
      <div class={styles["pairs"]}>
        <MmField
          key={`${element.id} font`}
          label={t(msg("Letter height (mm)"))}
          value={element.fontMm}
          min={MIN_FONT_MM}
          max={MAX_FONT_MM}
          onValue={(fontMm) => set({ fontMm }, true)}
          onEnd={designer.endGesture}
        />
        <Select
          label={t(msg("Alignment"))}
          items={ALIGNMENTS.map((value) => ({ value, label: t(ALIGN_TEXTS[value]) }))}
          value={element.align}
          onValue={(align) => set({ align })}
        />
      </div>
      <div class={styles["checks"]}>
        <Checkbox checked={element.isBold} onValue={(isBold) => set({ isBold })}>
          {t(msg("Bold"))}
        </Checkbox>
        <Checkbox checked={element.wraps} onValue={(wraps) => set({ wraps })}>
          {t(msg("Several lines"))}
        </Checkbox>
      </div>
    </>
  );
}

function CodeFields({ designer, element, subject }: FieldsProps<CodeElement>) {
  const set = setterOf({ designer, element });
  const changeTo = (symbology: Symbology) => {
    const isOtherShape = isTwoDimensional(symbology) !== isTwoDimensional(element.symbology);
    const isUsual = element.text === usualContent(element.symbology, subject);
    set({
      symbology,
      ...(isOtherShape && codeSize(symbology, designer.layout)),
      ...(isUsual && { text: usualContent(symbology, subject) }),
    });
  };
  return (
    <>
      <Select
        label={t(msg("Kind of code"))}
        items={SYMBOLOGIES.map((value) => ({ value, label: SYMBOLOGY_NAMES[value] }))}
        value={element.symbology}
        onValue={changeTo}
      />
      <ContentField
        subject={subject}
        label={t(msg("Content"))}
        hint={
          element.symbology.startsWith("gs1")
            ? t(msg("Application identifiers in brackets, for example (01)04012345678901(21)ABC."))
            : undefined
        }
        designer={designer}
        element={element}
      />
      <div class={styles["checks"]}>
        <Checkbox checked={element.showText} onValue={(showText) => set({ showText })}>
          {t(msg("Show the content below"))}
        </Checkbox>
      </div>
    </>
  );
}

interface ContentProps extends FieldsProps<TextElement | CodeElement> {
  readonly label: string;
  readonly hint?: string | undefined;
}

/** The text of an element, with the fields of an article to insert. */
function ContentField({ label, hint, designer, element, subject }: ContentProps) {
  const input = useRef<HTMLTextAreaElement>(null);
  const set = setterOf({ designer, element });
  const insert = (placeholder: string) => {
    const { current } = input;
    const start = current?.selectionStart ?? element.text.length;
    const end = current?.selectionEnd ?? start;
    const text = element.text.slice(0, start) + placeholder + element.text.slice(end);
    if (text.length <= MAX_ELEMENT_TEXT_LENGTH) set({ text });
    current?.focus();
  };
  return (
    <div class={styles["content"]} onFocusOut={designer.endGesture}>
      <NoteField
        key={element.id}
        label={label}
        hint={hint}
        value={element.text}
        maxLength={MAX_ELEMENT_TEXT_LENGTH}
        inputRef={input}
        onValue={(text) => set({ text }, true)}
      />
      <PlaceholderMenu subject={subject} label={t(msg("Insert a field"))} onInsert={insert} />
    </div>
  );
}

const ALIGN_TEXTS: Readonly<Record<Alignment, Message>> = {
  left: msg("Left"),
  center: msg("Centre"),
  right: msg("Right"),
};

/** Usual sizes of labels in millimetres. */
const SIZES = [
  [100, 150],
  [100, 100],
  [100, 50],
  [80, 50],
  [60, 40],
  [57, 32],
  [50, 25],
  [40, 20],
  [38, 25],
  [30, 15],
] as const;

/** The name of a size in lists. */
const sizeName = ({ widthMm, heightMm }: Pick<LabelLayout, "widthMm" | "heightMm">) =>
  `${widthMm} × ${heightMm} mm`;

interface MmProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly onValue: (mm: number) => void;
  /** The user has left the field: the next change is a step of its own. */
  readonly onEnd: () => void;
}

const shown = (value: number) => number(value, { maximumFractionDigits: 2, useGrouping: false });

/** A length in millimetres. Each valid number takes effect while it is typed; the arrow keys add and subtract. */
function MmField({ label, value, min, max, onValue, onEnd }: MmProps) {
  const [text, setText] = useState<string | null>(null);
  const typed = text === null ? value : parseMm(text);
  const isWrong = typed === null || typed < min || typed > max;
  // A change from elsewhere, such as a drag or Undo, replaces what was typed.
  useEffect(() => {
    if (text !== null && !isWrong && typed !== value) setText(null);
  }, [value]);
  const step = (by: number) => {
    setText(null);
    onValue(limit(roundMm(value + by), min, max));
  };
  return (
    <TextField
      label={label}
      inputMode="decimal"
      value={text ?? shown(value)}
      liveProblem={isWrong ? t(msg("{min} to {max} mm"), { min: number(min), max: number(max) }) : undefined}
      onValue={(next) => {
        setText(next);
        const mm = parseMm(next);
        if (mm !== null && mm >= min && mm <= max) onValue(mm);
      }}
      onKeyDown={(event) => {
        const way = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
        if (way === 0) return;
        event.preventDefault();
        step(way * (event.shiftKey ? LONG_STEP_MM : STEP_MM));
      }}
      onBlur={() => {
        setText(null);
        onEnd();
      }}
    />
  );
}
