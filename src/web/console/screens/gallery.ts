import type { Screen } from "../../router/lazy-screens.ts";
import { GalleryScreen } from "../gallery/gallery.tsx";

/** The components, for developers of the console. */
export const SCREENS: readonly Screen[] = [{ path: "/ui", needs: "user", show: GalleryScreen }];
