import { type Rule, testRules } from "./close-cases.ts";

// The result of a close where stock has moved since the items were made.

const RULES: readonly Rule[] = [
  ["sold before it was counted", { A: 9 }, [{ moved: { A: 7 } }, { quantity: 7 }], { A: 7 }],
  ["sold after it was counted", { A: 9 }, [{ quantity: 9 }, { moved: { A: 7 } }], { A: 7 }],
  ["sold after one was found missing", { A: 9 }, [{ quantity: 8 }, { moved: { A: 7 } }], { A: 6 }],
  ["more came after it was found missing", { A: 5 }, [{ quantity: 0 }, { moved: { A: 8 } }], { A: 3 }],
  ["less than nothing is nothing", { A: 5 }, [{ quantity: 1 }, { moved: { A: 2 } }], {}],
  ["moved and not counted", { A: 9 }, [{ moved: { A: 4, B: 5 } }], { A: 4, B: 5 }],
  [
    "moved, found without a quantity: what is there now",
    { A: 9 },
    [{ isFound: true }, { moved: { A: 4 } }],
    { A: 4 },
  ],
  ["moved inside after it was counted", { A: 9 }, [{ quantity: 9 }, { moved: { B: 9 } }], { B: 9 }],
  [
    "moved inside before it was counted there",
    { A: 9 },
    [{ moved: { B: 9 } }, { quantity: 9, foundAt: "B" }],
    { B: 9 },
  ],
  [
    "moved outside before it was counted there",
    { A: 9, D: 1 },
    [{ moved: { D: 10 } }, { quantity: 9, foundAt: "D" }],
    { D: 10 },
  ],
  [
    "a part of it moved before it was all counted there",
    { A: 9 },
    [{ moved: { A: 6, B: 3 } }, { quantity: 9, foundAt: "B" }],
    { B: 9 },
  ],
  [
    "counted elsewhere, and moved there afterwards",
    { A: 9 },
    [{ quantity: 9, foundAt: "B" }, { moved: { B: 9 } }],
    { B: 9 },
  ],
  [
    "the Manager keeps the count",
    { A: 9 },
    [{ quantity: 8 }, { moved: { A: 7 } }, { decides: "keepCount" }],
    { A: 8 },
  ],
  [
    "the Manager keeps the difference",
    { A: 9 },
    [{ moved: { A: 7 } }, { quantity: 8 }, { decides: "keepDifference" }],
    { A: 6 },
  ],
  [
    "a later movement undoes the decision",
    { A: 9 },
    [{ quantity: 8 }, { moved: { A: 7 } }, { decides: "keepCount" }, { moved: { A: 5 } }],
    { A: 4 },
  ],
  [
    "counted again after the Manager has kept the difference",
    { A: 10 },
    [{ quantity: 8 }, { moved: { A: 8 } }, { decides: "keepDifference" }, { quantity: 6 }],
    { A: 6 },
  ],
  [
    "the Manager keeps a count of none, then others come to the location that it named",
    { A: 3 },
    [{ quantity: 0, foundAt: "B" }, { moved: { A: 5 } }, { decides: "keepCount" }, { moved: { A: 5, B: 1 } }],
    { B: 1 },
  ],
  [
    "the Manager keeps the count, then more comes where it was found",
    { A: 9 },
    [{ quantity: 9, foundAt: "B" }, { moved: { B: 9 } }, { decides: "keepCount" }, { moved: { B: 12 } }],
    { B: 12 },
  ],
  [
    "the Manager keeps the count, then all leaves where it was found",
    { A: 9 },
    [{ quantity: 9, foundAt: "B" }, { moved: { B: 9 } }, { decides: "keepCount" }, { moved: {} }],
    {},
  ],
  [
    "the Manager keeps the count, then it is booked where it was found",
    { A: 9 },
    [
      { quantity: 9, foundAt: "B" },
      { moved: { A: 1, C: 8 } },
      { decides: "keepCount" },
      { moved: { A: 1, B: 8 } },
    ],
    { B: 9 },
  ],
  [
    "counted elsewhere, where others were sold before",
    { A: 3, D: 5 },
    [{ moved: { A: 3, D: 3 } }, { quantity: 3, foundAt: "D" }],
    { D: 6 },
  ],
  [
    "moved to where others were sold before, and counted there",
    { A: 3, D: 9 },
    [{ moved: { A: 3, D: 4 } }, { moved: { D: 7 } }, { quantity: 3, foundAt: "D" }],
    { D: 7 },
  ],
  [
    "counted elsewhere, and sold there afterwards",
    { A: 3, D: 5 },
    [{ quantity: 3, foundAt: "D" }, { moved: { A: 3, D: 3 } }],
    { D: 6 },
  ],
  [
    "sold before and after it was counted",
    { A: 9 },
    [{ moved: { A: 7 } }, { quantity: 7 }, { moved: { A: 5 } }],
    { A: 5 },
  ],
  [
    "sold before and after one was found missing",
    { A: 9 },
    [{ moved: { A: 7 } }, { quantity: 6 }, { moved: { A: 5 } }],
    { A: 4 },
  ],
  [
    "counted elsewhere, between two movements there",
    { A: 9 },
    [{ moved: { A: 6, B: 3 } }, { quantity: 9, foundAt: "B" }, { moved: { B: 9 } }],
    { B: 9 },
  ],
  [
    "to be recounted after it moved, and nobody did",
    { A: 9 },
    [{ quantity: 9 }, { moved: { A: 7 } }, { decides: "recount" }],
    { A: 7 },
  ],
  [
    "to be recounted after one was missing and it moved, and nobody did",
    { A: 9 },
    [{ quantity: 7 }, { moved: { A: 7 } }, { decides: "recount" }],
    { A: 5 },
  ],
  [
    "recounted after it moved",
    { A: 9 },
    [{ quantity: 8 }, { moved: { A: 7 } }, { decides: "recount" }, { quantity: 6 }],
    { A: 6 },
  ],
];

testRules(RULES);
