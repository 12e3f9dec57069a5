import { describe, expect, test } from "vitest";
import { Unavailable } from "../src/domain/errors.ts";
import { concurrencyLimit, concurrentLanes } from "../src/platform/concurrency-limit.ts";

/** Work that ends on the test's command. */
function work(log: string[], name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const run = () => {
    log.push(name);
    return promise;
  };
  return { run, finish: () => resolve(name), fail: () => reject(new Error(name)) };
}

/** Waits until all pending callbacks have run. */
const settle = () => new Promise((done) => setImmediate(done));

describe("a bounded queue", () => {
  test("runs as many tasks at once as allowed, and the others in the order of arrival", async () => {
    const started: string[] = [];
    const queue = concurrencyLimit(2, 10);
    const works = ["a", "b", "c", "d"].map((name) => work(started, name));
    const results = works.map(({ run }) => queue(run));
    await settle();
    expect(started).toEqual(["a", "b"]);

    works[1]?.finish();
    await settle();
    expect(started).toEqual(["a", "b", "c"]);

    for (const { finish } of works) finish();
    expect(await Promise.all(results)).toEqual(["a", "b", "c", "d"]);
  });

  test("refuses a task above its limit, and accepts tasks again when some are done", async () => {
    const started: string[] = [];
    const queue = concurrencyLimit(1, 1);
    const [a, b, c, d] = [work(started, "a"), work(started, "b"), work(started, "c"), work(started, "d")];
    const results = [queue(a.run), queue(b.run)];
    const error = await queue(c.run).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(Unavailable);
    expect(error).toMatchObject({ retryAfter: expect.any(Number) });

    a.finish();
    await settle();
    results.push(queue(d.run));
    b.finish();
    d.finish();
    expect(await Promise.all(results)).toEqual(["a", "b", "d"]);
    expect(started).toEqual(["a", "b", "d"]);
  });

  test("does not run a task that would wait and is aborted already", async () => {
    const started: string[] = [];
    const queue = concurrencyLimit(1, 1);
    const [a, b] = [work(started, "a"), work(started, "b")];
    const results = [queue(a.run), queue(b.run, AbortSignal.abort("over")).catch((error: unknown) => error)];
    a.finish();
    expect(await Promise.all(results)).toEqual(["a", "over"]);
    expect(started).toEqual(["a"]);
  });

  test("gives up the place of a task that is aborted while it waits", async () => {
    const started: string[] = [];
    const queue = concurrencyLimit(1, 1);
    const [a, b, c] = [work(started, "a"), work(started, "b"), work(started, "c")];
    const aborting = new AbortController();
    const results = [queue(a.run), queue(b.run, aborting.signal).catch((error: unknown) => error)];
    aborting.abort();
    results.push(queue(c.run).catch((error: unknown) => error));
    await settle();
    for (const { finish } of [a, b, c]) finish();
    expect(await Promise.all(results)).toEqual(["a", aborting.signal.reason, "c"]);
    expect(started).toEqual(["a", "c"]);
  });

  test("passes an error to its caller alone and continues with the next task", async () => {
    const started: string[] = [];
    const queue = concurrencyLimit(1, 2);
    const [a, b] = [work(started, "a"), work(started, "b")];
    const results = Promise.allSettled([
      queue(a.run),
      queue(b.run),
      queue(() => {
        throw new Error("at once");
      }),
    ]);
    a.fail();
    b.finish();
    expect(await results).toEqual([
      { status: "rejected", reason: new Error("a") },
      { status: "fulfilled", value: "b" },
      { status: "rejected", reason: new Error("at once") },
    ]);
  });

  test("lets no new task overtake those that wait", async () => {
    const started: string[] = [];
    const queue = concurrencyLimit(1, 5);
    const [a, b, c] = [work(started, "a"), work(started, "b"), work(started, "c")];
    const results = [queue(a.run), queue(b.run)];
    const newcomer = results[0]?.then(() => queue(c.run));
    a.finish();
    await settle();
    expect(started).toEqual(["a", "b"]);
    b.finish();
    c.finish();
    expect(await Promise.all([...results, newcomer])).toEqual(["a", "b", "c"]);
  });
});

test("a lane runs one task at a time, and waits for no other lane", async () => {
  const started: string[] = [];
  const queue = concurrentLanes<number>({ running: 4, perLane: 1, waiting: 1 });
  const [a, b, c, d] = [work(started, "a"), work(started, "b"), work(started, "c"), work(started, "d")];
  const results = [queue(1, a.run), queue(1, b.run), queue(2, c.run)];
  await settle();
  expect(started).toEqual(["a", "c"]);
  await expect(queue(1, d.run)).rejects.toThrow(Unavailable);
  a.finish();
  await settle();
  expect(started).toEqual(["a", "c", "b"]);
  for (const { finish } of [b, c]) finish();
  expect(await Promise.all(results)).toEqual(["a", "b", "c"]);
});
