import { describe, expect, test } from "vitest";
import { buildArticle, buildItem, type SimulatedTerminal, simulateTerminal } from "./simulated-terminal.ts";

const HERE = 1;
const THERE = 2;

const idAt = (simulated: SimulatedTerminal, at: number) => simulated.entries[at]?.operationId ?? "";

describe("an undo", () => {
  type Action = "scan" | number;
  test.each<[string, readonly Action[], number, number | null]>([
    ["of the only scan leaves the article uncounted", ["scan"], 0, null],
    ["of the first of two scans leaves one piece", ["scan", "scan"], 0, 1],
    ["of a typed quantity restores the scanned one", ["scan", 9], 1, 1],
    ["of a typed quantity does not change a later typed one", ["scan", 9, 10], 1, 10],
  ])("%s", (_, actions, undoneOperations, left) => {
    const simulated = simulateTerminal([buildArticle(7)], [buildItem({ quantity: 5 })]);
    for (const action of actions) {
      if (action === "scan") simulated.scan("A7", HERE);
      else simulated.type(7, "i70", HERE, action);
    }
    simulated.undo(idAt(simulated, undoneOperations));
    expect(simulated.all(7)[0]?.quantity).toBe(left);
  });

  test("is not needed after a scan at another location: the piece stays until the question is answered", () => {
    const simulated = simulateTerminal([buildArticle(7)], [buildItem()]);
    simulated.scan("A7", HERE);
    expect(simulated.scan("A7", THERE)).toMatchObject({ verdict: "asked", question: "moved" });
    expect(simulated.all(7)[0]).toMatchObject({ quantity: 1, placeId: HERE });
  });
});
