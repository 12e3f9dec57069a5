import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { SoundTest } from "../../feedback/sound-test.tsx";
import { t } from "../../i18n/translate.ts";
import { Camera } from "../../scanner/camera.tsx";
import { LayoutChoice, takeLabel } from "../../scanner/layout-choice.tsx";
import type { Scan } from "../../scanner/meaning.ts";
import { ScanFacts } from "../../scanner/scan-facts.tsx";
import { lastEcho } from "../../scanner/source.ts";
import { useScans } from "../../scanner/use-scans.ts";
import { Page } from "../../ui/page.tsx";

/** Sets up and tests a scanner: its data, their interpretation, and the sounds of verdicts. */
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
  title: msg("Scanner"),
  scan: msg("Scan any code: this page shows what the scanner sends."),
};
