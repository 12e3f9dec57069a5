import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import { Button } from "../../ui/button.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import type { Edit } from "./use-edit.ts";

/** The last row of an edit form: the error of the form as a whole, Save and Cancel. */
export function EditBar<T>({ edit }: { readonly edit: Edit<T> }) {
  const { problem, isChanged, isBusy, discard } = edit;
  return (
    <>
      <div role="alert">{problem !== null && <p class="error-text">{problem}</p>}</div>
      <Toolbar>
        <Button type="submit" disabled={!isChanged || isBusy}>
          {t(TEXTS.save)}
        </Button>
        {isChanged && (
          <Button kind="secondary" disabled={isBusy} onClick={discard}>
            {t(TEXTS.discard)}
          </Button>
        )}
      </Toolbar>
    </>
  );
}

const TEXTS = {
  save: msg("Save"),
  discard: msg("Discard changes"),
};
