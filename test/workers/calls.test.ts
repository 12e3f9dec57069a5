import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { describe, expect, onTestFinished, test } from "vitest";
import { Invalid } from "../../src/domain/errors.ts";
import { reusableWorker, WorkerClient } from "../../src/platform/workers/client.ts";
import { streamFromWorker } from "../../src/platform/workers/piece-program.ts";
import type { TestProgram } from "./program.ts";

const start = () => new Worker(new URL("./program.ts", import.meta.url));

function startClient(): { worker: Worker; client: WorkerClient<TestProgram> } {
  const worker = start();
  onTestFinished(async () => void (await worker.terminate()));
  return { worker, client: new WorkerClient<TestProgram>(worker) };
}

describe("a call of a worker's function", () => {
  test("resolves with its result, several calls in their order", async () => {
    const { client } = startClient();
    const ended: number[] = [];
    await Promise.all([3, 1, 2].map(async (number) => ended.push(await client.call("double", number))));
    expect(ended).toEqual([6, 2, 4]);
  });

  test("reports progress before its result", async () => {
    const { client } = startClient();
    const reported: number[] = [];
    const sum = await client.call("sum", 4, { onProgress: (number) => reported.push(number) });
    expect([sum, reported]).toEqual([6, [0, 1, 2, 3]]);
  });

  test("moves buffers of its result", async () => {
    const { client } = startClient();
    expect(await client.call("bytes", 3)).toEqual(new Uint8Array([7, 7, 7]));
  });

  test("rejects with a domain error and its field errors", async () => {
    const { client } = startClient();
    const error = await client.call("refuse", "code").catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Invalid);
    expect(error).toMatchObject({ fieldErrors: [{ path: "code", text: { source: "is wrong" } }] });
  });

  test.each(["ENOSPC", null])("rejects with the error's code (%s) and stack", async (code) => {
    const { client } = startClient();
    const error = await client.call("fail", code).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ message: "it failed", stack: expect.stringContaining("program.ts") });
    expect(Object(error).code).toBe(code ?? undefined);
    expect(await client.call("double", 1)).toBe(2);
  });

  test("rejects where the result can't be sent", async () => {
    const { client } = startClient();
    await expect(client.call("unclonable", null)).rejects.toThrow("could not be cloned");
  });

  test("rejects with the reason of its signal, and the worker continues", async () => {
    const { client } = startClient();
    const abort = new AbortController();
    const waiting = client.call("wait", null, { signal: abort.signal });
    abort.abort(new Error("no longer needed"));
    await expect(waiting).rejects.toThrow("no longer needed");
    expect(await client.call("double", 2)).toBe(4);
  });
});

describe("a worker that ends", () => {
  test("rejects the pending calls and all later ones with the cause", async () => {
    const { worker, client } = startClient();
    const exited = new Promise((resolve) => worker.once("exit", resolve));
    const [waiting] = await Promise.allSettled([client.call("wait", null), client.call("crash", null)]);
    expect(waiting).toMatchObject({ status: "rejected", reason: { message: "the program has crashed" } });
    await exited;
    expect(client.hasEnded).toBe(true);
    await expect(client.call("double", 1)).rejects.toThrow("the program has crashed");
  });

  test("is not reused, and an idle one is", async () => {
    const workers = reusableWorker<TestProgram>(start);
    const first = workers.take();
    expect(await first.call("double", 1)).toBe(2);
    workers.release(first);
    const second = workers.take();
    expect(second).toBe(first);
    await second.terminate();
    workers.release(second);
    const third = workers.take();
    onTestFinished(() => third.terminate());
    expect(third).not.toBe(first);
    expect(await third.call("double", 2)).toBe(4);
  });

  test("of two released at once only one stays idle", async () => {
    const workers = reusableWorker<TestProgram>(start);
    const [first, second] = [workers.take(), workers.take()];
    onTestFinished(() => first.terminate());
    await Promise.all([first.call("double", 1), second.call("double", 1)]);
    workers.release(first);
    workers.release(second);
    await expect.poll(() => second.hasEnded).toBe(true);
    expect(workers.take()).toBe(first);
  });
});

describe("a file that a worker makes piece by piece", () => {
  const piecesOf = (count: number) => {
    const ends: string[] = [];
    let sent = 0;
    const file = streamFromWorker({
      next: async () => (sent++ < count ? new Uint8Array([sent]) : null),
      ended: () => ends.push("whole"),
      abort: async () => void ends.push("aborted"),
    });
    return { file, ends };
  };

  test("arrives whole", async () => {
    const { file, ends } = piecesOf(3);
    expect(Buffer.concat(await file.toArray())).toEqual(Buffer.from([1, 2, 3]));
    expect(ends).toEqual(["whole"]);
  });

  test("is aborted where its reader leaves", async () => {
    const { file, ends } = piecesOf(1000);
    file.destroy();
    await once(file, "close");
    expect(ends).toEqual(["aborted"]);
  });

  test("fails with the error of the worker", async () => {
    const file = streamFromWorker({ next: () => Promise.reject(new Error("it failed")), ended() {} });
    await expect(file.toArray()).rejects.toThrow("it failed");
  });
});
