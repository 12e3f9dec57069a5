import { expect, test } from "vitest";
import { judgeCustody } from "../../src/domain/custody.ts";

const at = (clock: string) => `2026-11-25T${clock}Z`;
const start = (userId: number, clock: string) => ({ kind: "start" as const, userId, at: at(clock) });
const end = (userId: number | null, clock: string) => ({ kind: "end" as const, userId, at: at(clock) });
/** Person 1 has the article since 08:00. */
const held = { open: { userId: 1, startedDT: at("08:00:00") }, lastEndedDT: null };
const free = { open: null, lastEndedDT: null };
const returned = { open: null, lastEndedDT: at("08:00:00") };

test.each([
  ["hands out an article that nobody has", start(1, "09:00:00"), free, "applied"],
  ["hands it to the person who has it", start(1, "09:00:00"), held, "unchanged"],
  ["hands out what another person has", start(2, "09:00:00"), held, "held"],
  ["hands it out after its return", start(1, "08:00:01"), returned, "applied"],
  ["hands it out a minute before its return, as clocks differ", start(1, "07:59:00"), returned, "applied"],
  ["hands it out more than a minute before its return", start(1, "07:58:59.999"), returned, "superseded"],
  ["takes back what nobody has", end(1, "09:00:00"), free, "unchanged"],
  ["takes it back from whoever has it", end(null, "09:00:00"), held, "applied"],
  ["takes it back from the person who has it", end(1, "09:00:00"), held, "applied"],
  ["takes it back from a person who does not have it", end(2, "09:00:00"), held, "otherPerson"],
  ["takes it back a minute before it was handed out, as clocks differ", end(1, "07:59:00"), held, "applied"],
  ["takes it back more than a minute before it was handed out", end(1, "07:58:59.999"), held, "unchanged"],
])("an operation that %s", (_, operation, custody, expected) => {
  expect(judgeCustody(operation, custody)).toBe(expected);
});
