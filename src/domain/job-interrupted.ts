import { Unavailable } from "./errors.ts";
import { msg } from "./message.ts";

/** The server stops while a request waits for a job, which goes on at the next start. `location`: its path. */
export class JobInterrupted extends Unavailable {
  readonly location: string;

  constructor(location: string) {
    super(msg("The server is stopping. The work goes on when it starts again."), 5);
    this.location = location;
  }
}
