import { NotFound, WrongState } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";

/** Error of an id that no import has. */
export const importNotFound = () => new NotFound(msg("Import not found. Upload the file again."));

/** Error of a cancelled import. */
export const importCancelled = () => new WrongState(msg("The import was cancelled. Nothing was changed."));

/** Error of an import that is applied again. */
export const alreadyApplied = () => new WrongState(msg("The import has been applied already."));

/** Error of an import that is applied while it is being applied. */
export const alreadyApplying = () => new WrongState(msg("The import is being applied already."));

/** Error of an import whose file was removed. */
export const fileDiscarded = () =>
  new WrongState(msg("The file is no longer on the server. Upload it again."));
