import { useState } from "preact/hooks";
import { msg } from "../../domain/message.ts";
import { Page } from "../app/page.tsx";
import { t } from "../app/words.ts";
import { SoundTest } from "../feedback/sound-test.tsx";
import { Camera } from "./camera.tsx";
import { LayoutChoice, takeLabel } from "./layout-choice.tsx";
import type { Scan } from "./meaning.ts";
import { ScanFacts } from "./scan-facts.tsx";
import { lastEcho } from "./source.ts";
import { useScans } from "./use-scans.ts";

/** Where a scanner is set up and tried: what it sends, how it is understood, how the verdicts sound. */
export function ScannerScreen() {
  const [scan, setScan] = useState<Scan | null>(null);
  useScans(async (next) => {
    await takeLabel(next.raw);
    setScan(next);
  });
  const isEcho = scan !== null && lastEcho.value?.raw === scan.raw && lastEcho.value.startedAt > scan.endedAt;
  return (
    <Page title={t(TEXTS.title)} back>
      <div role="status">
        {scan === null ? <p>{t(TEXTS.scan)}</p> : <ScanFacts scan={scan} isEcho={isEcho} />}
      </div>
      <Camera />
      <LayoutChoice />
      <SoundTest />
    </Page>
  );
}

const TEXTS = {
  title: msg("Scanner", "Čtečka"),
  scan: msg(
    "Scan any code: this page shows what the scanner sends.",
    "Načtěte libovolný kód: stránka ukáže, co čtečka posílá.",
  ),
};
