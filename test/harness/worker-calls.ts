import { Worker } from "node:worker_threads";
import { onTestFinished, vi } from "vitest";

/** Handles a message to a worker with a call of one of the functions; `send` passes it on. */
type Interceptor = (worker: Worker, send: () => void) => void;

/** Intercepts calls of these functions of workers until the test ends. */
export function interceptCalls(names: readonly string[], intercept: Interceptor): void {
  const original = Worker.prototype.postMessage;
  const spy = vi.spyOn(Worker.prototype, "postMessage").mockImplementation(function (
    this: Worker,
    ...sent: Parameters<Worker["postMessage"]>
  ) {
    const send = () => original.apply(this, sent);
    const [message] = sent;
    if (names.includes(message?.name)) intercept(this, send);
    else send();
  });
  onTestFinished(() => spy.mockRestore());
}

/** Ends the worker at the first call of a function. */
export function failOnce(name: string): void {
  let hasFailed = false;
  interceptCalls([name], (worker, send) => {
    if (hasFailed) return send();
    hasFailed = true;
    void worker.terminate();
  });
}
