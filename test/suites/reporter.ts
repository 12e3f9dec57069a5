import { relative } from "node:path";
import { DefaultReporter, type TestCase, type TestModule, type TestRunEndReason } from "vitest/node";

/** Vitest's own report, then each skipped test with its reason and each unsteady one, then the plain line `N passed, N failed`. */
export default class SuiteReporter extends DefaultReporter {
  override onTestRunEnd(
    modules: readonly TestModule[],
    errors: Parameters<DefaultReporter["onTestRunEnd"]>[1],
    reason: TestRunEndReason,
  ): void {
    super.onTestRunEnd(modules, errors, reason);
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const inState = (state: string) => tests.filter((test) => test.result().state === state);
    // A file that can't be read has no tests, and an error outside of a test belongs to none.
    const others = modules.filter((module) => module.errors().length > 0).length + errors.length;
    for (const test of inState("skipped")) process.stdout.write(`skipped: ${describeSkip(test)}\n`);
    for (const test of inState("passed").filter((one) => one.diagnostic()?.flaky))
      process.stdout.write(`unsteady, passed at another try: ${nameOf(test)}\n`);
    const unfinished = inState("pending").length;
    const failed = inState("failed").length + others + unfinished;
    process.stdout.write(`${inState("passed").length} passed, ${failed} failed\n`);
  }
}

function describeSkip(test: TestCase): string {
  const result = test.result();
  const why = result.state === "skipped" ? result.note : undefined;
  return `${nameOf(test)}: ${why ?? "left out by a filter or by test.skip"}`;
}

const nameOf = (test: TestCase) => `${relative(process.cwd(), test.module.moduleId)} > ${test.fullName}`;
