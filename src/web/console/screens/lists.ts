import type { Screen } from "../../router/lazy-screens.ts";
import { ListsScreen } from "../lists/lists.tsx";

/** Lists of categories, types, states, currencies, disposal methods and disposal reasons. */
export const SCREENS: readonly Screen[] = [
  { path: "/lists", may: "manage", show: ListsScreen },
  { path: "/lists/:list", may: "manage", show: ListsScreen },
];
