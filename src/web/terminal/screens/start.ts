import type { Screen } from "../../router/lazy-screens.ts";
import { UserChoiceScreen } from "../lock/user-choice.tsx";
import { Welcome } from "../login/welcome.tsx";

/** The login screens of the first download. */
export const SCREENS: readonly Screen[] = [
  { path: "/welcome", needs: "nobody", show: Welcome },
  { path: "/who", needs: "nobody", show: UserChoiceScreen },
];
