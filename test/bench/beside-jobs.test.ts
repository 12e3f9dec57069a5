import { expect, test } from "vitest";
import { type BesideJob, besideJobsTables } from "./beside-jobs.ts";

const counts = (longest: number) => ({ times: [1, longest], refused: 0 });
const beside = (job: string, steady: number): BesideJob => {
  return { job, seconds: 8, steady: counts(steady), closed: counts(900) };
};

test("counts at a steady rate beside a job are compared with their goals, those without a job are not", () => {
  const met = besideJobsTables([beside("none", 900), beside("close", 50)]);
  expect(met.match(/\| met \|/g)).toHaveLength(3);
  expect(met).not.toContain("missed");
  expect(besideJobsTables([beside("close", 51)]).match(/\| missed \|/g)).toHaveLength(1);
  expect(besideJobsTables([beside("close", 101)]).match(/\| missed \|/g)).toHaveLength(2);
  const refused = { ...beside("close", 1), steady: { times: [1], refused: 1 } };
  expect(besideJobsTables([refused])).toContain("missed");
});
