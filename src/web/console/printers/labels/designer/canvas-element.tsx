import type { LayoutElement } from "../../../../../domain/label-layout.ts";
import { msg } from "../../../../../domain/message.ts";
import { t } from "../../../../i18n/translate.ts";
import { Icon } from "../../../../ui/icon.tsx";
import { isLine, nameOf, placeText } from "../../../label-preview/element-names.ts";
import styles from "./canvas-element.module.css";
import { boxOf } from "./geometry.ts";

interface ElementProps {
  readonly element: LayoutElement;
  readonly scale: number;
  readonly isSelected: boolean;
  readonly hasProblem: boolean;
  readonly order: number;
  readonly onPress: (event: PointerEvent) => void;
  /** It got the focus by the keyboard. */
  readonly onFocus: () => void;
}

/** The least side of an element under the pointer, in pixels: a line is thinner. */
const MIN_TARGET_PX = 12;

/** An element on the canvas: selected and dragged by the pointer, selected by the focus, moved by the arrow keys. */
export function CanvasElement(props: ElementProps) {
  const { element, scale, isSelected, hasProblem, order, onPress, onFocus } = props;
  const box = boxOf(element);
  const width = Math.max(MIN_TARGET_PX, box.width * scale);
  const height = Math.max(MIN_TARGET_PX, box.height * scale);
  const isFrame = element.kind === "box" && !element.isFilled && !isLine(element);
  const look = [
    styles["element"],
    isSelected && styles["isSelected"],
    isFrame && styles["isFrame"],
    hasProblem && styles["hasProblem"],
  ];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the focus selects it, and the arrow keys move it
      tabIndex={0}
      data-element={element.id}
      class={look.filter(Boolean).join(" ")}
      aria-label={`${nameOf(element)}, ${placeText(element)}${hasProblem ? `, ${t(msg("has a problem"))}` : ""}`}
      style={{
        left: `${(box.x + box.width / 2) * scale - width / 2}px`,
        top: `${(box.y + box.height / 2) * scale - height / 2}px`,
        width: `${width}px`,
        height: `${height}px`,
        zIndex: order,
      }}
      onPointerDown={onPress}
      // A press of the pointer has selected it already.
      onFocus={({ currentTarget }) => currentTarget.matches(":focus-visible") && onFocus()}
    >
      {hasProblem && (
        <span class={styles["mark"]}>
          <Icon name="warning" size={14} />
        </span>
      )}
    </div>
  );
}
