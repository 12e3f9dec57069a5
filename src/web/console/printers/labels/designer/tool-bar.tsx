import { msg } from "../../../../../domain/message.ts";
import { t } from "../../../../i18n/translate.ts";
import { IconButton } from "../../../../ui/button.tsx";
import { ALIGNMENTS, type Alignment, align, distribute, reorder } from "./arrange.ts";
import styles from "./bars.module.css";
import { paste, remove, rotate, selected } from "./commands.ts";
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
          label={t(TEXTS.undo)}
          disabled={!designer.canUndo}
          onClick={designer.undo}
        />
        <IconButton
          icon={TOOL_ICONS.redo}
          label={t(TEXTS.redo)}
          disabled={!designer.canRedo}
          onClick={designer.redo}
        />
      </div>
      <div class={styles["group"]}>
        <IconButton
          icon={TOOL_ICONS.duplicate}
          label={t(TEXTS.duplicate)}
          disabled={isNothing}
          onClick={() => applyEdited((now) => paste(now, selected(now, selection)))}
        />
        <IconButton
          icon={TOOL_ICONS.delete}
          label={t(TEXTS.delete)}
          disabled={isNothing}
          onClick={() => apply(remove(layout, selection))}
        />
        <IconButton
          icon={TOOL_ICONS.rotate}
          label={t(TEXTS.rotate)}
          disabled={isNothing}
          onClick={() => apply(rotate(layout, selection))}
        />
        <IconButton
          icon={TOOL_ICONS.forward}
          label={t(TEXTS.forward)}
          disabled={isNothing}
          onClick={() => apply(reorder(layout, selection, "forward"))}
        />
        <IconButton
          icon={TOOL_ICONS.back}
          label={t(TEXTS.back)}
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
          label={t(TEXTS.distributeX)}
          disabled={selection.size < 3}
          onClick={() => apply(distribute(layout, selection, "x"))}
        />
        <IconButton
          icon={TOOL_ICONS.distributeY}
          label={t(TEXTS.distributeY)}
          disabled={selection.size < 3}
          onClick={() => apply(distribute(layout, selection, "y"))}
        />
      </div>
      <div class={styles["group"]}>
        <IconButton icon={TOOL_ICONS.zoomOut} label={t(TEXTS.zoomOut)} onClick={zoom.out} />
        <IconButton icon={TOOL_ICONS.zoomIn} label={t(TEXTS.zoomIn)} onClick={zoom.in} />
        <IconButton icon={TOOL_ICONS.fit} label={t(TEXTS.fit)} disabled={zoom.isFitting} onClick={zoom.fit} />
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

const TEXTS = {
  undo: msg("Undo (Ctrl+Z)"),
  redo: msg("Redo (Ctrl+Shift+Z)"),
  duplicate: msg("Duplicate (Ctrl+D)"),
  delete: msg("Delete (Del)"),
  rotate: msg("Rotate by 90°"),
  forward: msg("Bring forward"),
  back: msg("Send back"),
  distributeX: msg("Distribute horizontally"),
  distributeY: msg("Distribute vertically"),
  zoomIn: msg("Zoom in"),
  zoomOut: msg("Zoom out"),
  fit: msg("Show the whole label"),
};
