import { type Rule, testRules } from "./close-cases.ts";

// The result of a close (decisions, Close). Stock that moves meanwhile: close-moved.test.ts.

const RULES: readonly Rule[] = [
  ["never counted: unchanged", { A: 3 }, [], { A: 3 }],
  ["found as expected", { A: 3 }, [{ quantity: 3 }], { A: 3 }],
  ["fewer", { A: 3 }, [{ quantity: 2 }], { A: 2 }],
  ["more", { A: 3 }, [{ quantity: 8 }], { A: 8 }],
  ["counted 0: taken away", { A: 3 }, [{ quantity: 0 }], {}],
  ["counted 0 and yet found", { A: 3 }, [{ quantity: 0, isFound: true }], {}],
  ["not found after a count", { A: 3 }, [{ quantity: 2, isFound: false }], {}],
  ["the count taken back: unchanged", { A: 3 }, [{ quantity: 0 }, { quantity: null }], { A: 3 }],
  ["found without a quantity keeps the stored one", { A: 3 }, [{ isFound: true }], { A: 3 }],
  ["found elsewhere", { A: 3 }, [{ quantity: 3, foundAt: "B" }], { B: 3 }],
  ["found elsewhere, and fewer", { A: 3 }, [{ quantity: 1, foundAt: "B" }], { B: 1 }],
  [
    "not found, though a location was named to which others came",
    { A: 3 },
    [{ moved: { A: 3, B: 2 } }, { quantity: 0, foundAt: "B" }],
    { B: 2 },
  ],
  [
    "not found, where others came that are found with those of another location",
    { A: 1, C: 3 },
    [
      { moved: { A: 1, B: 2, C: 3 } },
      { at: "A", quantity: 0, foundAt: "B" },
      { at: "C", quantity: 5, foundAt: "B" },
    ],
    { B: 5 },
  ],
  ["found elsewhere without a quantity", { A: 3 }, [{ isFound: true, foundAt: "B" }], { B: 3 }],
  ["found outside the inventory", { A: 3 }, [{ quantity: 3, foundAt: "D" }], { D: 3 }],
  ["not found, though a location was named", { A: 3 }, [{ quantity: 0, foundAt: "B" }], {}],
  ["found at the expected location, named", { A: 3 }, [{ quantity: 4, foundAt: "A" }], { A: 4 }],
  [
    "two locations counted",
    { A: 3, B: 5 },
    [
      { at: "A", quantity: 2 },
      { at: "B", quantity: 6 },
    ],
    { A: 2, B: 6 },
  ],
  ["one of two locations counted", { A: 3, B: 5 }, [{ at: "A", quantity: 0 }], { B: 5 }],
  [
    "merged with a counted location",
    { A: 3, B: 5 },
    [
      { at: "A", quantity: 3, foundAt: "B" },
      { at: "B", quantity: 4 },
    ],
    { B: 7 },
  ],
  [
    "merged with a location that nobody counted",
    { A: 3, B: 5 },
    [{ at: "A", quantity: 3, foundAt: "B" }],
    { B: 8 },
  ],
  ["merged with a location outside", { A: 3, D: 5 }, [{ quantity: 2, foundAt: "D" }], { D: 7 }],
  [
    "two locations found in a third",
    { A: 3, B: 5 },
    [
      { at: "A", quantity: 3, foundAt: "C" },
      { at: "B", quantity: 5, foundAt: "C" },
    ],
    { C: 8 },
  ],
  [
    "changed about",
    { A: 3, B: 5 },
    [
      { at: "A", quantity: 3, foundAt: "B" },
      { at: "B", quantity: 5, foundAt: "A" },
    ],
    { A: 5, B: 3 },
  ],
  [
    "to a location whose own pieces are missing",
    { A: 3, B: 5 },
    [
      { at: "A", quantity: 3, foundAt: "B" },
      { at: "B", quantity: 0 },
    ],
    { B: 3 },
  ],

  ["unexpected, from the one location outside", { D: 5 }, [{ finds: "A", quantity: 2 }], { A: 2, D: 3 }],
  ["unexpected, all of the one location outside", { D: 5 }, [{ finds: "A", quantity: 5 }], { A: 5 }],
  ["unexpected, more than the one location outside had", { D: 5 }, [{ finds: "A", quantity: 7 }], { A: 7 }],
  [
    "unexpected, two locations outside: added",
    { D: 5, E: 1 },
    [{ finds: "A", quantity: 2 }],
    { A: 2, D: 5, E: 1 },
  ],
  [
    "unexpected without a quantity, all of the one location outside",
    { D: 5 },
    [
      { finds: "A", quantity: 1 },
      { quantity: null, isFound: true },
    ],
    { A: 5 },
  ],
  ["unexpected, nowhere recorded: added", {}, [{ finds: "A", quantity: 2 }], { A: 2 }],
  ["unexpected, expected elsewhere inside: added", { B: 5 }, [{ finds: "A", quantity: 2 }], { A: 2, B: 5 }],
  [
    "unexpected beside an expected location, from outside",
    { B: 5, D: 4 },
    [{ finds: "A", quantity: 2 }],
    { A: 2, B: 5, D: 2 },
  ],
  [
    "unexpected twice, both from outside",
    { D: 5 },
    [
      { finds: "A", quantity: 2 },
      { finds: "B", quantity: 4 },
    ],
    { A: 2, B: 4 },
  ],
  ["unexpected, and then there is none", { D: 5 }, [{ finds: "A", quantity: 2 }, { quantity: 0 }], { D: 5 }],
  [
    "unexpected, and the count taken back",
    { D: 5 },
    [{ finds: "A", quantity: 2 }, { quantity: null }],
    { D: 5 },
  ],
  ["unexpected where the record has it, outside", { D: 5 }, [{ finds: "D", quantity: 5 }], { D: 5 }],
  ["unexpected where it was put meanwhile", {}, [{ moved: { A: 5 } }, { finds: "A", quantity: 5 }], { A: 5 }],
  ["unexpected, then more is put there", {}, [{ finds: "A", quantity: 2 }, { moved: { A: 5 } }], { A: 7 }],
  [
    "unexpected, then the record is put right",
    { D: 5 },
    [{ finds: "A", quantity: 5 }, { moved: { A: 5 } }, { decides: "keepCount" }],
    { A: 5 },
  ],
];

testRules(RULES);
