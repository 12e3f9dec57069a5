import { msg } from "../../../../../domain/message.ts";
import { t } from "../../../../i18n/translate.ts";
import { IconButton } from "../../../../ui/button.tsx";
import { ALIGNMENTS, type Alignment, align, distribute, reorder } from "./arrange.ts";
import { paste, remove, rotate, selected } from "./commands.ts";
import styles from "./designer.module.css";
import { TOOL_ICONS } from "./icons.ts";
import type { Designer } from "./use-designer.ts";
import type { Zoom } from "./use-fit.ts";

interface ToolProps {
  readonly designer: Designer;
  readonly zoom: Zoom;
}

/** Undo and redo, what is done with the selection, and the zoom. */
export function ToolBar({ designer, zoom }: ToolProps) {
  const { layout, selection, apply, applyEdited } = designer;
  const isNothing = selection.size === 0;
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
          disabled={isNothing}
          onClick={() => applyEdited((now) => paste(now, selected(now, selection)))}
        />
        <IconButton
          icon={TOOL_ICONS.delete}
          label={t(msg("Delete (Del)"))}
          disabled={isNothing}
          onClick={() => apply(remove(layout, selection))}
        />
        <IconButton
          icon={TOOL_ICONS.rotate}
          label={t(msg("Rotate by 90°"))}
          disabled={isNothing}
          onClick={() => apply(rotate(layout, selection))}
        />
        <IconButton
          icon={TOOL_ICONS.forward}
          label={t(msg("Bring forward"))}
          disabled={isNothing}
          onClick={() => apply(reorder(layout, selection, "forward"))}
        />
        <IconButton
          icon={TOOL_ICONS.back}
          label={t(msg("Send back"))}
          disabled={isNothing}
          onClick={() => apply(reorder(layout, selection, "back"))}
        />
      </div>
      <div class={styles["group"]}>
        {ALIGNMENTS.map((alignment) => (
          <IconButton
            key={alignment}
            icon={TOOL_ICONS[alignment]}
            label={t(ALIGN_TEXTS[alignment])}
            disabled={isNothing}
            onClick={() => apply(align(layout, selection, alignment))}
          />
        ))}
        <IconButton
          icon={TOOL_ICONS.distributeX}
          label={t(msg("Distribute horizontally"))}
          disabled={selection.size < 3}
          onClick={() => apply(distribute(layout, selection, "x"))}
        />
        <IconButton
          icon={TOOL_ICONS.distributeY}
          label={t(msg("Distribute vertically"))}
          disabled={selection.size < 3}
          onClick={() => apply(distribute(layout, selection, "y"))}
        />
      </div>
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

const ALIGN_TEXTS: Readonly<Record<Alignment, ReturnType<typeof msg>>> = {
  left: msg("Align left"),
  center: msg("Align centres"),
  right: msg("Align right"),
  top: msg("Align top"),
  middle: msg("Align middles"),
  bottom: msg("Align bottom"),
};
