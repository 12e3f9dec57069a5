import { describe } from "vitest";
import { testConsole } from "./console-story.ts";
import { testNavigation } from "./navigation.ts";
import { testOffline } from "./offline.ts";
import { testStocktake } from "./stocktake.ts";

describe("the client in firefox-esr", () => {
  testStocktake("firefox-esr");
  testConsole("firefox-esr");
  testNavigation("firefox-esr");
  testOffline("firefox-esr");
});
