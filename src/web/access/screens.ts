import type { Screen } from "../app/screens.ts";
import { Login } from "./login.tsx";
import { Welcome } from "./welcome.tsx";
import { Who } from "./who.tsx";

/** The door. */
export const SCREENS: readonly Screen[] = [
  { path: "/welcome", needs: "nobody", show: Welcome },
  { path: "/login", needs: "nobody", show: Login },
  { path: "/who", needs: "nobody", show: Who },
];
