import { describe } from "vitest";
import { testConsole } from "./console-story.ts";
import { testNavigation } from "./navigation.ts";
import { testOffline } from "./offline.ts";
import { testStocktake } from "./stocktake.ts";

describe("the client in webkitgtk", () => {
  testStocktake("webkitgtk");
  testConsole("webkitgtk");
  testNavigation("webkitgtk");
  testOffline("webkitgtk");
});
