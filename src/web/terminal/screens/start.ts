import type { Screen } from "../../router/screen.ts";
import { Who } from "../lock/user-choice.tsx";
import { Welcome } from "../login/welcome.tsx";

/** The door. */
export const SCREENS: readonly Screen[] = [
  { path: "/welcome", needs: "nobody", show: Welcome },
  { path: "/who", needs: "nobody", show: Who },
];
