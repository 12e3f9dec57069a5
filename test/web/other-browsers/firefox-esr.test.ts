import { describe } from "vitest";
import { testNavigation } from "./navigation.ts";
import { testOffline } from "./offline.ts";
import { testStocktake } from "./stocktake.ts";

describe("the terminal in firefox-esr", () => {
  testStocktake("firefox-esr");
  testNavigation("firefox-esr");
  testOffline("firefox-esr");
});
