import { parentPort } from "node:worker_threads";
import {
  type InputOf,
  type ProgressOf,
  serializeError,
  TransferredResult,
  type WorkerMessage,
  type WorkerRequest,
} from "./protocol.ts";

/** The functions of a worker's program, by name. */
type Program<F> = {
  readonly [N in keyof F]: (input: InputOf<F[N]>, report: (progress: ProgressOf<F[N]>) => void) => unknown;
};

/** Runs the calls of a `WorkerClient` in this worker, in the order of their arrival where the functions are synchronous. */
export function serveCalls<F extends object>(program: F & Program<F>): void {
  if (parentPort === null) throw new Error("not a worker thread");
  const port = parentPort;
  const functions = new Map<string, (input: unknown, report: (progress: unknown) => void) => unknown>(
    Object.entries(program),
  );

  async function run({ id, name, input }: WorkerRequest): Promise<void> {
    const send = (message: WorkerMessage) => port.postMessage(message);
    try {
      const call = functions.get(name);
      if (call === undefined) throw new Error(`the worker has no function ${name}`);
      const started = call(input, (progress) => send({ id, kind: "progress", progress }));
      const result = started instanceof Promise ? await started : started;
      if (!(result instanceof TransferredResult)) return send({ id, kind: "result", result });
      port.postMessage({ id, kind: "result", result: result.value } satisfies WorkerMessage, [
        ...result.buffers,
      ]);
    } catch (error) {
      send({ id, kind: "error", error: serializeError(error) });
    }
  }

  port.on("message", (request: WorkerRequest | null) =>
    // Ends the thread only, also where a library keeps timers.
    request === null ? process.exit() : run(request),
  );
}
