import { say } from "../../../words.ts";
import { Shown } from "../../answers/shown.tsx";
import { t, when } from "../../app/words.ts";
import { useLive } from "../live/use-live.ts";

interface Change {
  readonly at: string;
}

/** What became of an import that the box does not know any more, as after a restart: its history tells. */
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
  nothing: say(
    "This import is gone: it was cancelled, or the box has been restarted. Nothing of it was applied. To bring the table in, drop its file again.",
    "Tento import už není: byl zrušen, nebo se zařízení restartovalo. Nic z něj nebylo provedeno. Chcete-li tabulku načíst, vložte soubor znovu.",
  ),
  applied: say(
    "This import was applied whole at {at}: its changes stand in the history. Only its figures are gone.",
    "Tento import byl celý proveden ({at}): jeho změny jsou v historii. Chybí jen jeho čísla.",
  ),
  again: say("To import and export", "Na import a export"),
};
