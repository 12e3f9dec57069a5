import { describe } from "vitest";
import { BROWSERS } from "../../harness/terminal.ts";
import { testNavigation } from "./navigation.ts";
import { testOffline } from "./offline.ts";
import { testStocktake } from "./stocktake.ts";

describe.each(BROWSERS)("the terminal in %s", (browser) => {
  testStocktake(browser);
  testNavigation(browser);
  testOffline(browser);
});
