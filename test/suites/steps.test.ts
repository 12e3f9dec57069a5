import { expect, test } from "vitest";
import { runSteps, type Step } from "./steps.ts";

/** A step that runs this program text. */
function createStep(name: string, program: string): Step {
  return { name, command: [process.execPath, "--eval", program] };
}
const passing = (name: string) => createStep(name, `console.log("${name} runs\\n2 passed, 0 failed")`);

/** The outcome of the steps, with the times taken out of its summary. */
async function outcomeOf(...steps: readonly Step[]) {
  const outcome = await runSteps(steps, () => {});
  return { ...outcome, summary: outcome.summary.map((line) => line.replace(/, [\d.]+ minutes$/, "")) };
}

test("the figures of all steps are added", async () => {
  expect(await outcomeOf(passing("one"), passing("two"), passing("three"))).toMatchObject({
    passed: 6,
    failed: 0,
  });
});

test.each([
  ["that says so", `console.log("3 passed, 2 failed"); process.exitCode = 1`, { passed: 5, failed: 2 }],
  ["without figures", "process.exitCode = 1", { passed: 2, failed: 1 }],
  ["whose figures do not say it", `console.log("3 passed, 0 failed"); process.exitCode = 1`, { failed: 1 }],
  ["that is killed", `process.kill(process.pid, "SIGKILL")`, { passed: 2, failed: 1 }],
])("a failed step %s counts as failed, and the next one runs all the same", async (_, program, expected) => {
  const outcome = await outcomeOf(createStep("bad", program), passing("next"));
  expect(outcome).toMatchObject(expected);
  expect(outcome.summary).toContain("next: 2 passed, 0 failed");
});

test("the summary lists a step's skipped tests with their reasons", async () => {
  const skipping = createStep("it", `console.log("skipped: it: no root\\n0 passed, 0 failed")`);
  expect((await outcomeOf(skipping)).summary).toEqual(["skipped: it: no root", "it: 0 passed, 0 failed"]);
});

test("the failed tests of all steps are named at the end, and so is a failed step that names none", async () => {
  const naming = createStep(
    "bad",
    `console.log("failed: a rule\\nfailed: another\\n1 passed, 2 failed"); process.exitCode = 1`,
  );
  const { summary } = await outcomeOf(naming, passing("next"), createStep("silent", "process.exitCode = 3"));
  expect(summary.slice(-3)).toEqual(["failed: a rule", "failed: another", "failed: silent: status 3"]);
});

test("a step without figures that succeeds counts as one passed check", async () => {
  expect(await outcomeOf(createStep("types", ""))).toMatchObject({ passed: 1, failed: 0 });
});
