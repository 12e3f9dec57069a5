import { say } from "../../../words.ts";
import { Icon } from "../../app/icon.tsx";
import { t } from "../../app/words.ts";
import { connection } from "../../box/connection.ts";
import { sizeWords } from "../overview/box-health.tsx";
import { useBackup } from "./use-backup.ts";

/** A backup to a file: how far it is, the way to call it off, and whether the file is one. */
export function SaveBackup({ onWhole }: { readonly onWhole: () => void }) {
  const { download, isUnderWay, problem, begin, cancel } = useBackup(onWhole);
  return (
    <>
      <p>{t(TEXTS.keep)}</p>
      {location.protocol === "http:" && <p class="quiet">{t(TEXTS.plain)}</p>}
      {!isUnderWay && (
        <button type="button" onClick={begin}>
          {t(TEXTS.save)}
        </button>
      )}
      {isUnderWay && download !== null && (
        <div class="long-work">
          <label>
            {download.bytes === null
              ? t(TEXTS.waiting)
              : t(TEXTS.sending, { sent: sizeWords(download.sentBytes), all: sizeWords(download.bytes) })}
            <progress
              {...(download.bytes !== null && {
                value: download.sentBytes,
                max: Math.max(1, download.bytes),
              })}
            />
          </label>
          <button type="button" class="second" onClick={cancel}>
            {t(TEXTS.cancel)}
          </button>
        </div>
      )}
      <div role="status" class="backup-end">
        {isUnderWay && connection.value === "away" && <p class="fault">{t(TEXTS.away)}</p>}
        {download?.state === "whole" && (
          <p>
            <Icon name="there" size={18} /> {t(TEXTS.whole, { size: sizeWords(download.sentBytes) })}
          </p>
        )}
        {download?.state === "refused" && <p class="fault">{t(TEXTS.refused)}</p>}
        {download?.state === "broken" && (
          <p class="fault">
            <Icon name="warning" size={18} /> {t(TEXTS.broken)}
          </p>
        )}
        {problem !== "" && <p class="fault">{problem}</p>}
      </div>
    </>
  );
}

const TEXTS = {
  keep: say(
    "One file with everything: database, photos, settings, and the keys of the box. Keep it locked away: whoever has it can act as the box.",
    "Jeden soubor se vším: databáze, fotky, nastavení i klíče zařízení. Uložte ho pod zámek: kdo ho má, může za zařízení jednat.",
  ),
  plain: say(
    "This page came over plain HTTP: others in the network could read the file. Over HTTPS they can't.",
    "Tato stránka přišla přes nešifrované HTTP: soubor by mohl přečíst někdo další v síti. Přes HTTPS nemůže.",
  ),
  save: say("Save a backup", "Uložit zálohu"),
  waiting: say("The browser begins to save it…", "Prohlížeč ji začíná ukládat…"),
  sending: say("{sent} of {all}", "{sent} z {all}"),
  cancel: say("Stop", "Zastavit"),
  away: say(
    "The box does not answer. The file is a backup only if it says here that it was saved whole.",
    "Zařízení neodpovídá. Soubor je zálohou, jen pokud tady bude napsáno, že je uložený celý.",
  ),
  whole: say("Saved whole: {size}.", "Uloženo celé: {size}."),
  refused: say(
    "Two backups are being saved already. Save this one when one of them has ended.",
    "Dvě zálohy se už ukládají. Uložte tuto, až jedna z nich skončí.",
  ),
  broken: say(
    "It broke off. What the browser may have kept is no backup: delete it, and save another one.",
    "Ukládání se přerušilo. Co prohlížeč případně ponechal, není záloha: smažte to a uložte novou.",
  ),
};
