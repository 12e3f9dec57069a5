import { expect, test } from "vitest";
import { bodyOf, newPlan, sampleGoalOf } from "../../../src/web/console/count-plans/plan-values.ts";

const valuesOf = (margin: string, expectedAccuracy: string) => ({
  ...newPlan("2026-07-01"),
  "selection.kind": "sample" as const,
  "selection.sample.margin": margin,
  "selection.sample.expectedAccuracy": expectedAccuracy,
});

test("the goal whose sample sizes are shown is the one that is sent, also with a decimal comma", () => {
  const values = valuesOf("2,5", " 97,5 ");
  expect(sampleGoalOf(values)).toEqual({ confidence: 0.95, margin: 0.025, expectedAccuracy: 0.975 });
  expect(bodyOf(values).selection.sample).toEqual({ confidence: 0.95, margin: 2.5, expectedAccuracy: 97.5 });
});

test.each([
  ["", "95"],
  ["3", ""],
  ["0", "95"],
  ["101", "95"],
  ["3", "100,5"],
  ["three", "95"],
])("a margin of %j % with an expected accuracy of %j % is no goal", (margin, expectedAccuracy) => {
  expect(sampleGoalOf(valuesOf(margin, expectedAccuracy))).toBeNull();
});
