import { Invalid } from "../../src/domain/errors.ts";
import { msg } from "../../src/domain/message.ts";
import { type TransferredResult, transferredCopy } from "../../src/platform/workers/protocol.ts";
import { serveCalls } from "../../src/platform/workers/server.ts";

/** The functions of the program that calls.test.ts runs in a worker. */
export interface TestProgram {
  double(number: number): number;
  /** Reports each number below `count`; resolves with their sum. */
  sum(count: number, report: (number: number) => void): Promise<number>;
  bytes(length: number): TransferredResult<Uint8Array>;
  refuse(path: string): void;
  fail(code: string | null): void;
  unclonable(input: null): unknown;
  /** Never resolves. */
  wait(input: null): Promise<void>;
  /** Ends the worker with an error. */
  crash(input: null): void;
}

serveCalls<TestProgram>({
  double: (number) => number * 2,
  async sum(count, report) {
    let sum = 0;
    for (let number = 0; number < count; number++) {
      sum += number;
      report(number);
    }
    return sum;
  },
  bytes: (length) => transferredCopy(new Uint8Array(length).fill(7)),
  refuse(path) {
    throw Invalid.field(path, msg("is wrong", "je chybně"));
  },
  fail(code) {
    throw Object.assign(new Error("it failed"), code === null ? {} : { code });
  },
  unclonable: () => () => {},
  wait: () => new Promise(() => {}),
  crash() {
    setImmediate(() => {
      throw new Error("the program has crashed");
    });
  },
});
