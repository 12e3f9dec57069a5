import type { Screen } from "../../router/lazy-screens.ts";
import { ListsScreen } from "../lists/lists.tsx";

/** Lists of categories, types, states, currencies, disposal methods and disposal reasons. */
export const SCREENS: readonly Screen[] = [
  { path: "/lists", needs: "user", may: "manage", show: ListsScreen },
  { path: "/lists/:list", needs: "user", may: "manage", show: ListsScreen },
];
