import { describe, expect, test } from "vitest";
import { anArticle, anItem, onPaper, type Paper } from "./paper.ts";

const HERE = 1;
const THERE = 2;

const idAt = (paper: Paper, at: number) => paper.entries[at]?.operationId ?? "";

describe("an undo", () => {
  type Deed = "scan" | number;
  test.each<[string, readonly Deed[], number, number | null]>([
    ["of the only scan leaves nothing counted", ["scan"], 0, null],
    ["of the first of two scans leaves one", ["scan", "scan"], 0, 1],
    ["of a typed quantity goes back to what was scanned", ["scan", 9], 1, 1],
    ["of a typed quantity after which another was typed leaves that one", ["scan", 9, 10], 1, 10],
  ])("%s", (_, deeds, undone, left) => {
    const paper = onPaper([anArticle(7)], [anItem({ quantity: 5 })]);
    for (const deed of deeds) {
      if (deed === "scan") paper.scan("A7", HERE);
      else paper.type(7, "i70", HERE, deed);
    }
    paper.undo(idAt(paper, undone));
    expect(paper.all(7)[0]?.quantity).toBe(left);
  });

  test("of a piece that was scanned at another location is not needed: it stays until somebody answers", () => {
    const paper = onPaper([anArticle(7)], [anItem()]);
    paper.scan("A7", HERE);
    expect(paper.scan("A7", THERE)).toMatchObject({ verdict: "asked", question: "moved" });
    expect(paper.all(7)[0]).toMatchObject({ quantity: 1, placeId: HERE });
  });
});
