import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import type { Edit } from "./use-edit.ts";

/** The last row of an edit form: the error of the form as a whole, Save and Cancel. */
export function EditBar<T>({ edit }: { readonly edit: Edit<T> }) {
  const { problem, isChanged, isBusy, discard } = edit;
  return (
    <>
      <div role="alert">{problem !== null && <p class="error-text">{problem}</p>}</div>
      <div class="row">
        <button type="submit" disabled={!isChanged || isBusy}>
          {t(TEXTS.save)}
        </button>
        {isChanged && (
          <button type="button" class="second" disabled={isBusy} onClick={discard}>
            {t(TEXTS.discard)}
          </button>
        )}
      </div>
    </>
  );
}

const TEXTS = {
  save: msg("Save"),
  discard: msg("Discard changes"),
};
