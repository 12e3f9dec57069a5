import type { LabelLayout } from "../../../../../domain/label-layout.ts";
import { type Message, msg } from "../../../../../domain/message.ts";
import { t } from "../../../../i18n/translate.ts";
import { IconButton } from "../../../../ui/button.tsx";
import { align, distribute, reorder } from "./arrange.ts";
import { paste, remove, rotate, selected } from "./commands.ts";
import styles from "./designer.module.css";
import { TOOL_ICONS } from "./icons.ts";
import type { Selection } from "./selection.ts";
import type { Designer } from "./use-designer.ts";
import type { Zoom } from "./use-fit.ts";

interface ToolProps {
  readonly designer: Designer;
  readonly zoom: Zoom;
}

/** Undo and redo, what is done with the selection, and the zoom. */
export function ToolBar({ designer, zoom }: ToolProps) {
  const { layout, selection, apply, applyEdited } = designer;
  const changeButton = ({ icon, text, change, fewest = 1 }: SelectionTool) => (
    <IconButton
      key={icon}
      icon={TOOL_ICONS[icon]}
      label={t(text)}
      disabled={selection.size < fewest}
      onClick={() => apply(change(layout, selection))}
    />
  );
  return (
    <div class={styles["tools"]}>
      <div class={styles["group"]}>
        <IconButton
          icon={TOOL_ICONS.undo}
          label={t(msg("Undo (Ctrl+Z)"))}
          disabled={!designer.canUndo}
          onClick={designer.undo}
        />
        <IconButton
          icon={TOOL_ICONS.redo}
          label={t(msg("Redo (Ctrl+Shift+Z)"))}
          disabled={!designer.canRedo}
          onClick={designer.redo}
        />
      </div>
      <div class={styles["group"]}>
        <IconButton
          icon={TOOL_ICONS.duplicate}
          label={t(msg("Duplicate (Ctrl+D)"))}
          disabled={selection.size === 0}
          onClick={() => applyEdited((now) => paste(now, selected(now, selection)))}
        />
        {CHANGES.map(changeButton)}
      </div>
      <div class={styles["group"]}>{ARRANGEMENTS.map(changeButton)}</div>
      <div class={styles["group"]}>
        <IconButton icon={TOOL_ICONS.zoomOut} label={t(msg("Zoom out"))} onClick={zoom.out} />
        <IconButton icon={TOOL_ICONS.zoomIn} label={t(msg("Zoom in"))} onClick={zoom.in} />
        <IconButton
          icon={TOOL_ICONS.fit}
          label={t(msg("Show the whole label"))}
          disabled={zoom.isFitting}
          onClick={zoom.fit}
        />
      </div>
    </div>
  );
}

/** A button that changes the selected elements. */
interface SelectionTool {
  readonly icon: keyof typeof TOOL_ICONS;
  readonly text: Message;
  readonly change: (layout: LabelLayout, selection: Selection) => LabelLayout;
  /** The fewest elements that it changes; 1 unless given. */
  readonly fewest?: number;
}

const CHANGES: readonly SelectionTool[] = [
  { icon: "delete", text: msg("Delete (Del)"), change: remove },
  { icon: "rotate", text: msg("Rotate by 90°"), change: rotate },
  { icon: "forward", text: msg("Bring forward"), change: (...of) => reorder(...of, "forward") },
  { icon: "back", text: msg("Send back"), change: (...of) => reorder(...of, "back") },
];

const ARRANGEMENTS: readonly SelectionTool[] = [
  { icon: "left", text: msg("Align left"), change: (...of) => align(...of, "left") },
  { icon: "center", text: msg("Align centres"), change: (...of) => align(...of, "center") },
  { icon: "right", text: msg("Align right"), change: (...of) => align(...of, "right") },
  { icon: "top", text: msg("Align top"), change: (...of) => align(...of, "top") },
  { icon: "middle", text: msg("Align middles"), change: (...of) => align(...of, "middle") },
  { icon: "bottom", text: msg("Align bottom"), change: (...of) => align(...of, "bottom") },
  {
    icon: "distributeX",
    text: msg("Distribute horizontally"),
    change: (...of) => distribute(...of, "x"),
    fewest: 3,
  },
  {
    icon: "distributeY",
    text: msg("Distribute vertically"),
    change: (...of) => distribute(...of, "y"),
    fewest: 3,
  },
];
