/** A timer. The returned function cancels it. */
export type After = (ms: number, done: () => void) => () => void;

interface Requester<T> {
  /** Requests the newest input after a pause. */
  ask(input: T): void;
  stop(): void;
}

/**
 * Sends the newest input after a pause without further input. An earlier request is aborted, and its response is
 * dropped, so the last response always belongs to the last request.
 */
export function latestOnly<T, R>(
  after: After,
  pauseMs: number,
  request: (input: T, signal: AbortSignal) => Promise<R>,
  tell: (outcome: { readonly response: R } | { readonly error: unknown }) => void,
): Requester<T> {
  let cancel = () => {};
  const send = (input: T, running: AbortController) =>
    request(input, running.signal).then(
      (response) => ({ response }),
      (error: unknown) => ({ error }),
    );
  return {
    ask(input) {
      cancel();
      const running = new AbortController();
      const stopTimer = after(pauseMs, () => {
        void send(input, running).then((outcome) => {
          if (!running.signal.aborted) tell(outcome);
        });
      });
      cancel = () => {
        stopTimer();
        running.abort();
      };
    },
    stop: () => cancel(),
  };
}
