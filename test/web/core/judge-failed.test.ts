import { describe, expect, test } from "vitest";
import { buildArticle, buildItem, simulateTerminal } from "./simulated-terminal.ts";

const HERE = 1;

describe("a scan", () => {
  test("of a serial number of several articles fails and offers all of them", () => {
    const simulated = simulateTerminal(
      [buildArticle(7, { serialNumber: "S" }), buildArticle(8, { serialNumber: "S" })],
      [],
    );
    const { verdict, choices } = simulated.scan("S", HERE);
    expect(verdict).toBe("failed");
    expect(choices.map(({ oid }) => oid)).toEqual([7, 8]);
    expect(simulated.entries).toEqual([]);
  });

  test.each([
    ["of no characters", "  ", 3, /read/],
    ["of a control character", "A\u0007", 3, /read/],
    ["of more characters than the server accepts", "A".repeat(201), 3, /read/],
    ["before the stocktake has started", "A7", 2, /not started/],
    ["during a pause", "A7", 4, /paused/],
    ["after Finish", "A7", 5, /finished/],
  ])("%s fails with a reason, and nothing is stored", (_, text, state, words) => {
    const simulated = simulateTerminal([buildArticle(7)], [buildItem()], { state });
    const { verdict, reason, choices } = simulated.scan(text, HERE);
    expect(verdict).toBe("failed");
    // No article could be counted now, so none is offered.
    expect(choices).toEqual([]);
    expect(reason?.source).toMatch(words);
    expect(simulated.entries).toEqual([]);
  });
});
