import { WrongState } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";

/** The job was cancelled while a request waited for it. */
export const cancelledError = () => new WrongState(msg("The work was cancelled. Nothing was changed."));

/** The program of the job is broken, or is not known. */
export const brokenError = () =>
  new WrongState(msg("Something went wrong on the server. Everything that the job had changed is undone."));
