import { expect, test } from "vitest";
import { type Shown, State } from "./requests.ts";
import { isHonest, tallyOf } from "./tally.ts";

const deadId = 9;
const error = 4;

const confirmed = (oid: number): Shown => ({
  oid,
  printerId: 1,
  stateId: State.done,
  isConfirmed: true,
  finishedDT: "2026-11-20T08:00:00.000Z",
});
const waitsForDead = { ...confirmed(3), printerId: deadId, stateId: State.waiting, finishedDT: null };
const good = [confirmed(1), confirmed(2), waitsForDead];

test.each([
  { what: "all came out once", requests: good, arrived: ["a", "b"], counts: {} },
  { what: "one came nowhere", requests: good, arrived: ["a"], counts: { lost: 1 } },
  { what: "one came twice", requests: good, arrived: ["a", "b", "a"], counts: { doubled: 1 } },
  {
    what: "one came twice, one nowhere",
    requests: good,
    arrived: ["a", "a"],
    counts: { lost: 1, doubled: 1 },
  },
  {
    what: "one is not confirmed",
    requests: [confirmed(1), { ...confirmed(2), isConfirmed: false }, waitsForDead],
    arrived: ["a", "b"],
    counts: { doubtful: 1 },
  },
  {
    what: "the dead printer's is given up",
    requests: [confirmed(1), confirmed(2), { ...waitsForDead, stateId: error }],
    arrived: ["a", "b"],
    counts: { waiting: 0 },
  },
])("labels are counted: $what", ({ requests, arrived, counts }) => {
  const tally = tallyOf(requests, arrived, deadId);
  expect(tally).toEqual({ asked: 3, lost: 0, doubled: 0, doubtful: 0, forDead: 1, waiting: 1, ...counts });
  expect(isHonest(tally)).toBe(Object.keys(counts).length === 0);
});
