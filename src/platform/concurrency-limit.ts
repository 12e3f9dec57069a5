import { Unavailable } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";

/**
 * Makes a queue for costly work: at most `atOnce` pieces run, up to `waiting` more wait in the order of arrival.
 * The function it gives runs `work` in its turn and passes on its result or error; one too many is refused
 * at once with Unavailable.
 */
export function concurrencyLimit(atOnce: number, waiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const queue: (() => void)[] = [];

  return async (work) => {
    if (running < atOnce) running += 1;
    else if (queue.length < waiting) await new Promise<void>((turn) => queue.push(turn));
    else throw busyError();
    try {
      return await work();
    } finally {
      // the place goes to the next in line and is never free meanwhile: no newcomer overtakes
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** The refusal of one piece of work too many. */
export function busyError(): Unavailable {
  return new Unavailable(
    msg("The server is busy. Try again in a moment.", "Server je zaneprázdněný. Zkuste to za chvíli znovu."),
    2,
  );
}
