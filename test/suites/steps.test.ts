import { describe, expect, test } from "vitest";
import { runLanes, type Step } from "./steps.ts";

/** A step that runs this program text. */
function createStep(name: string, program: string): Step {
  return { name, command: [process.execPath, "--eval", program] };
}
const passing = (name: string) => createStep(name, `console.log("${name} runs\\n2 passed, 0 failed")`);

async function outcomeOf(...lanes: (readonly Step[])[]) {
  let shown = "";
  const outcome = await runLanes(lanes, (text) => {
    shown += text;
  });
  return { ...outcome, shown };
}

test("the figures of all steps are added", async () => {
  expect(await outcomeOf([passing("one"), passing("two")], [passing("three")])).toMatchObject({
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
  const outcome = await outcomeOf([createStep("bad", program), passing("next")]);
  expect(outcome).toMatchObject(expected);
  expect(outcome.summary).toContain("next: 2 passed, 0 failed");
});

test("the summary lists a step's skipped tests with their reasons", async () => {
  const skipping = createStep("it", `console.log("skipped: it: no root\\n0 passed, 0 failed")`);
  expect((await outcomeOf([skipping])).summary).toEqual(["skipped: it: no root", "it: 0 passed, 0 failed"]);
});

test("the failed tests of all steps are named at the end, and so is a failed step that names none", async () => {
  const naming = createStep(
    "bad",
    `console.log("failed: a rule\\nfailed: another\\n1 passed, 2 failed"); process.exitCode = 1`,
  );
  const { summary } = await outcomeOf(
    [naming, passing("next")],
    [createStep("silent", "process.exitCode = 3")],
  );
  expect(summary.slice(-3)).toEqual(["failed: a rule", "failed: another", "failed: silent: status 3"]);
});

test("a step without figures that succeeds counts as one passed check", async () => {
  expect(await outcomeOf([createStep("types", "")])).toMatchObject({ passed: 1, failed: 0 });
});

test("the outputs of two parallel steps are not mixed", async () => {
  const { shown } = await outcomeOf([passing("one"), passing("two")], [passing("beside"), passing("last")]);
  const startLines = shown.split("\n").filter((line) => line.endsWith(" runs"));
  expect(startLines).toEqual(["one runs", "two runs", "beside runs", "last runs"]);
});

describe("failed tests that run once more alone", () => {
  const failing = `console.log("failed: test/a.test.ts > holds: late\\n3 passed, 1 failed"); process.exitCode = 1`;
  const repeated = (program: string): Step => ({
    ...createStep("rules", failing),
    repeat: (files) => [process.execPath, "--eval", program, ...files],
  });

  test("are unsteady where they pass then, with their first error", async () => {
    const { passed, failed, summary, shown } = await outcomeOf([
      repeated(`console.log("alone", process.argv[1])`),
      passing("next"),
    ]);
    expect({ passed, failed }).toEqual({ passed: 6, failed: 0 });
    expect(summary).toContain("unsteady, passed alone: test/a.test.ts > holds: late");
    expect(shown.indexOf("alone test/a.test.ts")).toBeGreaterThan(shown.indexOf("next runs"));
  });

  test("are failed where they fail then too", async () => {
    const { passed, failed, summary } = await outcomeOf([repeated("process.exitCode = 1")]);
    expect({ passed, failed }).toEqual({ passed: 3, failed: 1 });
    expect(summary.at(-1)).toBe("failed: test/a.test.ts > holds: late");
  });

  test("are failed at once where they are many, or where no file is named", async () => {
    const many = Array.from({ length: 11 }, (_, at) => `failed: test/${at}.test.ts > holds`).join("\\n");
    for (const [lines, count] of [
      [many, 11],
      ["failed: an error outside of all files: x", 1],
    ] as const) {
      const program = `console.log("${lines}\\n0 passed, ${count} failed"); process.exitCode = 1`;
      const step = { ...repeated(""), ...createStep("bad", program) };
      expect(await outcomeOf([step])).toMatchObject({ passed: 0, failed: count });
    }
  });
});
