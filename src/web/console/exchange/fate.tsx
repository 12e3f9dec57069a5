import { msg } from "../../../domain/message.ts";
import { Shown } from "../../answers/shown.tsx";
import { t, when } from "../../app/words.ts";
import { useLive } from "../live/use-live.ts";

interface Change {
  readonly at: string;
}

/** Tells from the history whether an import that the server no longer knows, as after a restart, was completed. */
export function Fate({ id }: { readonly id: string }) {
  const answer = useLive<readonly Change[]>(`/api/audit?cause=${encodeURIComponent(`import ${id}`)}`);
  return (
    <>
      <Shown answer={answer}>
        {([last]) =>
          last === undefined ? (
            <p class="note">{t(TEXTS.nothing)}</p>
          ) : (
            <p class="note">{t(TEXTS.applied, { at: when(last.at) })}</p>
          )
        }
      </Shown>
      <a class="button" href="#/exchange">
        {t(TEXTS.again)}
      </a>
    </>
  );
}

const TEXTS = {
  nothing: msg(
    "This import no longer exists: it was cancelled, or the server was restarted. Nothing was imported. Upload the file again.",
    "Tento import už neexistuje: byl zrušen, nebo se server restartoval. Nic se neimportovalo. Nahrajte soubor znovu.",
  ),
  applied: msg(
    "This import was completed at {at}. Its changes are in the history; its figures are no longer available.",
    "Tento import byl dokončen ({at}). Jeho změny jsou v historii; jeho souhrn už není k dispozici.",
  ),
  again: msg("Go to import and export", "Přejít na import a export"),
};
