import { describe } from "vitest";
import { BROWSERS } from "../../harness/terminal.ts";
import { testConsole } from "./console-story.ts";
import { testNavigation } from "./navigation.ts";
import { testOffline } from "./offline.ts";
import { testStocktake } from "./stocktake.ts";

describe.each(BROWSERS)("the client in %s", (browser) => {
  testStocktake(browser);
  testNavigation(browser);
  testOffline(browser);
});

// The console is for the browsers of offices: Chromium 77 shows it, but is not promised.
describe("the console in current", () => testConsole("current"));
