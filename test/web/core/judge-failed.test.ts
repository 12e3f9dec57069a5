import { describe, expect, test } from "vitest";
import { anArticle, anItem, onPaper } from "./paper.ts";

const HERE = 1;

describe("a scan", () => {
  test("of what several articles share fails with all of them to choose from", () => {
    const paper = onPaper([anArticle(7, { serialNumber: "S" }), anArticle(8, { serialNumber: "S" })], []);
    const { verdict, choices } = paper.scan("S", HERE);
    expect(verdict).toBe("failed");
    expect(choices.map(({ oid }) => oid)).toEqual([7, 8]);
    expect(paper.entries).toEqual([]);
  });

  test.each([
    ["nothing", "  ", 3, /read/],
    ["a control character", "A\u0007", 3, /read/],
    ["more than a code may have at the box", "A".repeat(201), 3, /read/],
    ["one while the stocktake has not begun", "A7", 2, /not started/],
    ["one while it is paused", "A7", 4, /paused/],
    ["one after its end", "A7", 5, /finished/],
  ])("%s fails in words, and nothing is kept", (_, text, state, words) => {
    const paper = onPaper([anArticle(7)], [anItem()], { state });
    const { verdict, reason, choices } = paper.scan(text, HERE);
    expect(verdict).toBe("failed");
    // There is nothing to choose: no article would be counted now.
    expect(choices).toEqual([]);
    expect(reason?.en).toMatch(words);
    expect(paper.entries).toEqual([]);
  });
});
