import { expect, test } from "vitest";
import { parseMm } from "../../../../../src/web/console/printers/labels/designer/geometry.ts";
import {
  type After,
  latestOnly,
} from "../../../../../src/web/console/printers/labels/designer/latest-only.ts";

/** A timer whose pauses end when the test says so, and requests that it answers. */
function open() {
  const pauses: (() => void)[] = [];
  const asked: { input: string; signal: AbortSignal; answer: PromiseWithResolvers<string> }[] = [];
  const told: unknown[] = [];
  const after: After = (_, done) => {
    pauses.push(done);
    return () => {
      pauses.splice(pauses.indexOf(done), 1);
    };
  };
  const requests = latestOnly<string, string>(
    after,
    150,
    (input, signal) => {
      const answer = Promise.withResolvers<string>();
      asked.push({ input, signal, answer });
      return answer.promise;
    },
    (outcome) => told.push(outcome),
  );
  const endPauses = () => {
    for (const done of pauses.splice(0)) done();
  };
  return { requests, asked, told, endPauses };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("inputs within the pause are one request, of the last", () => {
  const { requests, asked, endPauses } = open();
  for (const input of ["a", "b", "c"]) requests.ask(input);
  endPauses();
  expect(asked.map(({ input }) => input)).toEqual(["c"]);
});

test("a response to an earlier input is dropped, whenever it comes", async () => {
  const { requests, asked, told, endPauses } = open();
  for (const input of ["a", "b"]) {
    requests.ask(input);
    endPauses();
  }
  const [first, second] = asked;
  expect(first?.signal.aborted).toBe(true);
  second?.answer.resolve("B");
  await settled();
  first?.answer.resolve("A");
  await settled();
  expect(told).toEqual([{ response: "B" }]);
});

test("an error of an earlier request is dropped, that of the last is told; nothing is told after the end", async () => {
  const { requests, asked, told, endPauses } = open();
  for (const input of ["a", "b"]) {
    requests.ask(input);
    endPauses();
  }
  asked[0]?.answer.reject(new Error("old"));
  const error = new Error("new");
  asked[1]?.answer.reject(error);
  await settled();
  expect(told).toEqual([{ error }]);
  requests.ask("c");
  endPauses();
  requests.stop();
  asked[2]?.answer.resolve("C");
  await settled();
  expect(told.length).toBe(1);
});

test("lengths are typed with a comma or a point", () => {
  expect(["12", " 1,5 ", "0.25", ".5", "3."].map(parseMm)).toEqual([12, 1.5, 0.25, 0.5, 3]);
  expect(["", "-1", "1e3", "x", "1 2", "."].map(parseMm)).toEqual([null, null, null, null, null, null]);
});
