import type { Screen } from "../app/screens.ts";
import { Welcome } from "./welcome.tsx";
import { Who } from "./who.tsx";

/** The door. */
export const SCREENS: readonly Screen[] = [
  { path: "/welcome", needs: "nobody", show: Welcome },
  { path: "/who", needs: "nobody", show: Who },
];
