import type { Screen } from "../../router/lazy-screens.ts";
import { UserChoiceScreen } from "../lock/user-choice.tsx";
import { Welcome } from "../login/welcome.tsx";

/** The login screens of the first download. */
export const SCREENS: readonly Screen[] = [
  { path: "/welcome", isOpen: true, show: Welcome },
  { path: "/who", isOpen: true, show: UserChoiceScreen },
];
