import type { Screen } from "../../router/lazy-screens.ts";
import { GalleryScreen } from "../gallery/gallery.tsx";
import { OverlaysScreen } from "../gallery/overlays.tsx";
import { StatesScreen } from "../gallery/states.tsx";

/** The components, for developers of the console. */
export const SCREENS: readonly Screen[] = [
  { path: "/ui", needs: "user", show: GalleryScreen },
  { path: "/ui/states", needs: "user", show: StatesScreen },
  { path: "/ui/open", needs: "user", show: OverlaysScreen },
];
