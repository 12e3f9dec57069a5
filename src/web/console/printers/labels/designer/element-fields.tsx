import { useRef } from "preact/hooks";
import {
  ALIGNMENTS,
  type Alignment,
  type CodeElement,
  type LayoutElement,
  MAX_ELEMENT_TEXT_LENGTH,
  MAX_FONT_MM,
  MAX_LABEL_MM,
  MIN_ELEMENT_MM,
  MIN_FONT_MM,
  SYMBOLOGIES,
  type TextElement,
} from "../../../../../domain/label-layout.ts";
import { type Message, msg } from "../../../../../domain/message.ts";
import type { LabelSubject } from "../../../../../domain/placeholder-names.ts";
import { t } from "../../../../i18n/translate.ts";
import { Checkbox } from "../../../../ui/checkbox.tsx";
import { NoteField } from "../../../../ui/field.tsx";
import { Select } from "../../../../ui/select.tsx";
import { SYMBOLOGY_NAMES } from "../../../label-preview/element-names.ts";
import { PlaceholderMenu } from "../fields/placeholder-menu.tsx";
import { change } from "./commands.ts";
import { MmField } from "./mm-field.tsx";
import { codeSize, isTwoDimensional, usualContent } from "./new-element.ts";
import styles from "./panel.module.css";
import type { Designer } from "./use-designer.ts";

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
export function ElementFields({ designer, element, subject }: FieldsProps) {
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
          <Checkbox
            checked={element.isFilled}
            onChange={({ currentTarget }) => set({ isFilled: currentTarget.checked })}
          >
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
          onValue={(value) => set({ align: ALIGNMENTS.find((one) => one === value) ?? "left" })}
        />
      </div>
      <div class={styles["checks"]}>
        <Checkbox
          checked={element.isBold}
          onChange={({ currentTarget }) => set({ isBold: currentTarget.checked })}
        >
          {t(msg("Bold"))}
        </Checkbox>
        <Checkbox
          checked={element.wraps}
          onChange={({ currentTarget }) => set({ wraps: currentTarget.checked })}
        >
          {t(msg("Several lines"))}
        </Checkbox>
      </div>
    </>
  );
}

function CodeFields({ designer, element, subject }: FieldsProps<CodeElement>) {
  const set = setterOf({ designer, element });
  const changeTo = (value: string) => {
    const symbology = SYMBOLOGIES.find((one) => one === value) ?? "code128";
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
        <Checkbox
          checked={element.showText}
          onChange={({ currentTarget }) => set({ showText: currentTarget.checked })}
        >
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
