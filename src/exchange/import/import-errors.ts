import { NotFound, WrongState } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";

export const importNotFound = () =>
  new NotFound(
    msg(
      "This import does not exist. Upload the file again.",
      "Tento import neexistuje. Nahrajte soubor znovu.",
    ),
  );

export const importCancelled = () =>
  new WrongState(
    msg("The import was cancelled. Nothing was changed.", "Import byl zrušen. Nic se nezměnilo."),
  );

export const alreadyApplied = () =>
  new WrongState(msg("The import has been applied already.", "Import už byl proveden."));

export const alreadyApplying = () =>
  new WrongState(msg("The import is being applied already.", "Import se už provádí."));

export const fileDiscarded = () =>
  new WrongState(
    msg(
      "The file is no longer on the server. Upload it again.",
      "Soubor už na serveru není. Nahrajte jej znovu.",
    ),
  );
