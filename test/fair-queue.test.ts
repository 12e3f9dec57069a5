import { expect, test } from "vitest";
import { Unavailable } from "../src/domain/errors.ts";
import { fairQueue } from "../src/platform/fair-queue.ts";

/** A queue whose tasks record their names and end at once when the first one does. */
function createQueue(limits: { perLane: number; total: number }) {
  const run = fairQueue(limits);
  const started: string[] = [];
  const gate = Promise.withResolvers<void>();
  const add = (lane: string, name: string) =>
    run(lane, async () => {
      started.push(name);
      await gate.promise;
      return name;
    }).catch((error: unknown) => error);
  return { add, started, open: gate.resolve };
}

test("lanes take turns: a single task waits for one task of the busy lane", async () => {
  const { add, started, open } = createQueue({ perLane: 10, total: 20 });
  const all = [
    ...["a1", "a2", "a3", "a4"].map((name) => add("a", name)),
    ...["b1", "b2"].map((name) => add("b", name)),
    add("c", "c1"),
  ];
  expect(started).toEqual(["a1"]);
  open();
  expect(await Promise.all(all)).toEqual(["a1", "a2", "a3", "a4", "b1", "b2", "c1"]);
  expect(started).toEqual(["a1", "a2", "b1", "c1", "a3", "b2", "a4"]);
});

test("a full lane is refused with 503 and Retry-After, and others are not", async () => {
  const { add, open } = createQueue({ perLane: 2, total: 20 });
  const all = [...["a1", "a2", "a3", "a4"].map((name) => add("a", name)), add("b", "b1")];
  open();
  const results = await Promise.all(all);
  expect(results[3]).toBeInstanceOf(Unavailable);
  expect(results[3]).toMatchObject({ retryAfter: expect.any(Number) });
  expect([...results.slice(0, 3), results[4]]).toEqual(["a1", "a2", "a3", "b1"]);
});

test("when all places are taken the longest lane gives one up for a new lane unless the two are of equal length", async () => {
  const { add, open } = createQueue({ perLane: 10, total: 3 });
  const all = [
    ...["a1", "a2", "a3", "a4"].map((name) => add("a", name)),
    ...["b1", "b2"].map((name) => add("b", name)),
    add("c", "c1"),
    add("d", "d1"),
  ];
  open();
  const results = await Promise.all(all);
  expect(results.map((one) => (one instanceof Unavailable ? "refused" : one))).toEqual([
    ...["a1", "a2", "refused", "refused"],
    ...["b1", "refused"],
    ...["c1", "refused"],
  ]);
});

test("a task that fails lets the next one start", async () => {
  const run = fairQueue({ perLane: 2, total: 4 });
  const failing = run("a", () => Promise.reject(new Error("failed")));
  const next = run("a", async () => "next");
  await expect(failing).rejects.toThrow("failed");
  expect(await next).toBe("next");
  expect(await run("b", async () => "idle again")).toBe("idle again");
});
