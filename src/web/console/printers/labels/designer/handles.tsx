import type { Box } from "./geometry.ts";
import styles from "./handles.module.css";
import { HANDLES, type Handle } from "./resize.ts";

interface HandlesProps {
  readonly box: Box;
  readonly scale: number;
  readonly onPress: (event: PointerEvent, handle: Handle) => void;
}

/** The handles at the edges would cover a side that is shorter, in pixels. */
const ROOM_PX = 30;

/** The frame of the selected element with its handles. The keyboard changes the size in the panel. */
export function Handles({ box: { x, y, width, height }, scale, onPress }: HandlesProps) {
  const shown = HANDLES.filter((handle) => {
    if (handle === "n" || handle === "s") return width * scale >= ROOM_PX;
    if (handle === "e" || handle === "w") return height * scale >= ROOM_PX || height * scale < 8;
    return height * scale >= 8 && width * scale >= 8;
  });
  const at = (handle: Handle) => ({
    left: `${(x + width * share(handle, "w", "e")) * scale}px`,
    top: `${(y + height * share(handle, "n", "s")) * scale}px`,
  });
  return (
    <div class={styles["handles"]} aria-hidden="true">
      {shown.map((handle) => (
        <div
          key={handle}
          data-handle={handle}
          class={`${styles["handle"]} ${styles[`handle-${handle}`]}`}
          style={at(handle)}
          onPointerDown={(event) => onPress(event, handle)}
        />
      ))}
    </div>
  );
}

const share = (handle: Handle, near: string, far: string) =>
  handle.includes(near) ? 0 : handle.includes(far) ? 1 : 0.5;
