import type { Screen } from "../../router/lazy-screens.ts";
import { ScanQuestion } from "../counting/screens/card-answers.tsx";
import { ChooseLocation } from "../counting/screens/choose-location.tsx";
import { Finish } from "../counting/screens/completion.tsx";
import { Count } from "../counting/screens/count.tsx";
import { Inventories } from "../counting/screens/inventories.tsx";
import { InventoryState } from "../counting/screens/inventory-state.tsx";
import { Item, ItemDetails, ItemNoteScreen } from "../counting/screens/item.tsx";
import { MultiplyScreen } from "../counting/screens/multiply.tsx";
import { CodeQuantity, Entry } from "../counting/screens/operation.tsx";
import { AddAsFound, ChooseArticle, PickItem } from "../counting/screens/pick.tsx";
import { MovedScreen } from "../moved/moved.tsx";
import { Unsent } from "../unsent/unsent-screen.tsx";
import { TAG_SCREENS } from "./tags.ts";

/** Screens for counting, with those of RFID tags: most of their rules are the same. */
export const SCREENS: readonly Screen[] = [
  ...TAG_SCREENS,
  { path: "/count", show: Inventories, tab: "count" },
  { path: "/count/:inventory", show: ChooseLocation, tab: "count" },
  { path: "/count/:inventory/state", show: InventoryState, tab: "count" },
  { path: "/count/:inventory/finish", show: Finish, tab: "count" },
  { path: "/count/:inventory/:location", show: Count, tab: "count" },
  { path: "/count/:inventory/:location/pick", show: PickItem, tab: "count" },
  { path: "/count/:inventory/:location/choose", show: ChooseArticle, tab: "count" },
  { path: "/count/:inventory/:location/found/:operation", show: AddAsFound, tab: "count" },
  { path: "/count/:inventory/:location/entry/:operation", show: Entry, tab: "count" },
  { path: "/count/:inventory/:location/quantity/:operation", show: CodeQuantity, tab: "count" },
  { path: "/count/:inventory/:location/asked/:seq", show: ScanQuestion, tab: "count" },
  { path: "/count/:inventory/:location/item/:article/:item", show: Item, tab: "count" },
  { path: "/count/:inventory/:location/note/:article/:item", show: ItemNoteScreen, tab: "count" },
  { path: "/count/:inventory/:location/details/:article/:item", show: ItemDetails, tab: "count" },
  { path: "/count/:inventory/:location/multiply", show: MultiplyScreen, tab: "count" },
  { path: "/unsent", isOpen: true, show: Unsent },
  { path: "/moved", isOpen: true, show: MovedScreen },
];
