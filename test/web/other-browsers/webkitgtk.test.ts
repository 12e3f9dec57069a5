import { describe } from "vitest";
import { testNavigation } from "./navigation.ts";
import { testOffline } from "./offline.ts";
import { testStocktake } from "./stocktake.ts";

describe("the terminal in webkitgtk", () => {
  testStocktake("webkitgtk");
  testNavigation("webkitgtk");
  testOffline("webkitgtk");
});
