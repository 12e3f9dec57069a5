import { relative } from "node:path";
import { DefaultReporter, type TestCase, type TestModule, type TestRunEndReason } from "vitest/node";

/** Characters of an error message that are shown. */
const MAX_MESSAGE = 200;

/** Vitest's own report, then the skipped tests with their reasons, the failed ones, then the plain line `N passed, N failed`. */
export default class SuiteReporter extends DefaultReporter {
  override onTestRunEnd(
    modules: readonly TestModule[],
    errors: Parameters<DefaultReporter["onTestRunEnd"]>[1],
    reason: TestRunEndReason,
  ): void {
    super.onTestRunEnd(modules, errors, reason);
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const inState = (state: string) => tests.filter((test) => test.result().state === state);
    for (const test of inState("skipped")) process.stdout.write(`skipped: ${describeSkip(test)}\n`);
    // A file that can't be read has no tests, and an error outside of a test belongs to none.
    const failed = [
      ...inState("failed").map((test) => nameOf(test) + describeError(test)),
      ...inState("pending").map((test) => `${nameOf(test)}: not finished`),
      ...modules
        .filter((module) => module.errors().length > 0)
        .map((module) => `${pathOf(module)}: an error outside of its tests`),
      ...errors.map(({ message }) => `an error outside of all files: ${message.split("\n")[0]}`),
    ];
    for (const line of failed) process.stdout.write(`failed: ${line}\n`);
    process.stdout.write(`${inState("passed").length} passed, ${failed.length} failed\n`);
  }
}

function describeSkip(test: TestCase): string {
  const result = test.result();
  const why = result.state === "skipped" ? result.note : undefined;
  return `${nameOf(test)}: ${why ?? "left out by a filter or by test.skip"}`;
}

/** The first error, and its line in the test. */
function describeError(test: TestCase): string {
  const [error] = test.result().errors ?? [];
  if (error === undefined) return "";
  // Playwright tells on the next lines what it has waited for.
  const message = error.message.replace(/\s*\n\s*/g, " ").slice(0, MAX_MESSAGE);
  const frame = error.stacks?.find(({ file }) => file === test.module.moduleId);
  return `: ${message}${frame === undefined ? "" : ` (line ${frame.line})`}`;
}

const pathOf = (module: TestModule) => relative(process.cwd(), module.moduleId);
const nameOf = (test: TestCase) => `${pathOf(test.module)} > ${test.fullName}`;
