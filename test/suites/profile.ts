import { relative } from "node:path";
import type { TestModule, TestRunEndReason } from "vitest/node";
import SuiteReporter from "./reporter.ts";

/** The same report, and before its last line the time of each file, the longest first. */
export default class ProfileReporter extends SuiteReporter {
  override onTestRunEnd(
    modules: readonly TestModule[],
    errors: Parameters<SuiteReporter["onTestRunEnd"]>[1],
    reason: TestRunEndReason,
  ): void {
    const files = modules.map((module) => {
      const { collectDuration, setupDuration, environmentSetupDuration, duration } = module.diagnostic();
      return {
        path: relative(process.cwd(), module.moduleId),
        suite: module.project.name,
        tests: [...module.children.allTests()].length,
        seconds: (collectDuration + setupDuration + environmentSetupDuration + duration) / 1000,
      };
    });
    const total = files.reduce((sum, { seconds }) => sum + seconds, 0);
    print("seconds  share  up to here  tests  suite     file");
    let before = 0;
    for (const { path, suite, tests, seconds } of files.toSorted(
      (one, other) => other.seconds - one.seconds,
    )) {
      before += seconds;
      const share = percent(seconds / total, 5);
      print(
        `${seconds.toFixed(1).padStart(7)}  ${share}  ${percent(before / total, 10)}  ${String(tests).padStart(5)}  ${suite.padEnd(8)}  ${path}`,
      );
    }
    print(`${total.toFixed(1)} s in ${files.length} files, over all workers`);
    super.onTestRunEnd(modules, errors, reason);
  }
}

const percent = (share: number, width: number) => `${(share * 100).toFixed(1)} %`.padStart(width);

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
