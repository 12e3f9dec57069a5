import { useState } from "preact/hooks";
import type { ShippedPackage } from "../../../http/licence-shapes.ts";
import { say } from "../../../words.ts";
import { Shown } from "../../answers/shown.tsx";
import { plural, t } from "../../app/words.ts";
import { useLive } from "../live/use-live.ts";
import { SystemScreen } from "./system-screen.tsx";

/** `#/system/licences`: whose work of others the box is made of, and under which licences. */
export function LicencesScreen() {
  const answer = useLive<readonly ShippedPackage[]>("/licences.json");
  return (
    <SystemScreen title={t(TEXTS.title)}>
      <Shown answer={answer}>
        {(packages) => (
          <>
            <p>{plural(packages.length, TEXTS.count)}</p>
            <p class="quiet">{t(TEXTS.system)}</p>
            <ul class="list">
              {packages.map((one) => (
                <Package key={`${one.name} ${one.version}`} shipped={one} />
              ))}
            </ul>
          </>
        )}
      </Shown>
    </SystemScreen>
  );
}

/** A package; its text, which may be long, once it is asked for. */
function Package({ shipped: { name, version, licence, text } }: { readonly shipped: ShippedPackage }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <details class="licence" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <span>
            <b>{name}</b> {version} <span class="quiet">{licence ?? t(TEXTS.unnamed)}</span>
          </span>
        </summary>
        {isOpen && (text === null ? <p>{t(TEXTS.noText)}</p> : <pre>{text}</pre>)}
      </details>
    </li>
  );
}

const TEXTS = {
  title: say("Licences of others' software", "Licence cizího softwaru"),
  count: say(
    "The box is made with {n} package of others. Each opens to the text of its licence.|The box is made with {n} packages of others. Each opens to the text of its licence.",
    "Zařízení obsahuje {n} cizí balíček. Rozbalením se ukáže text licence.|Zařízení obsahuje {n} cizí balíčky. Rozbalením se ukáže text licence.|Zařízení obsahuje {n} cizích balíčků. Rozbalením se ukáže text licence.",
  ),
  system: say(
    "An installed box also has Debian's libatomic.so.1 in its folder lib (GPL 3 with the GCC Runtime Library Exception).",
    "Nainstalované zařízení má ve složce lib také libatomic.so.1 z Debianu (GPL 3 s výjimkou GCC Runtime Library Exception).",
  ),
  unnamed: say("names no licence", "licenci neuvádí"),
  noText: say(
    "This package brings no text of its licence; the name above is what it says of itself.",
    "Tento balíček text licence nepřináší; výše je jen to, co o sobě uvádí.",
  ),
};
