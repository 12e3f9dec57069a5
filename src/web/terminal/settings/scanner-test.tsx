import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import {
  chooseSound,
  ICONS,
  NAMES,
  signalVerdict,
  sound,
  soundTrouble,
  VERDICTS,
} from "../../feedback/sounds.ts";
import { t } from "../../i18n/translate.ts";
import { Camera } from "../../scanner/camera.tsx";
import { LayoutChoice, takeLabel } from "../../scanner/layout-choice.tsx";
import type { Scan } from "../../scanner/meaning.ts";
import { ScanFacts } from "../../scanner/scan-facts.tsx";
import { lastEcho } from "../../scanner/scans.ts";
import { useScans } from "../../scanner/use-scans.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Page } from "../../ui/page.tsx";
import "./settings.css";

/** Sets up and tests a scanner: its data, their interpretation, and the sounds of verdicts. */
export function ScannerScreen() {
  const [scan, setScan] = useState<Scan | null>(null);
  useScans(async (next) => {
    await takeLabel(next.raw);
    setScan(next);
  });
  const isEcho = scan !== null && lastEcho.value?.raw === scan.raw && lastEcho.value.startedAt > scan.endedAt;
  return (
    <Page title={t(msg("Scanner"))}>
      <div role="status">
        {scan === null ? (
          <p>{t(msg("Scan any code: this page shows what the scanner sends."))}</p>
        ) : (
          <ScanFacts scan={scan} isEcho={isEcho} />
        )}
      </div>
      <Camera />
      <LayoutChoice />
      <SoundTest />
    </Page>
  );
}

/** Buttons that play the sound of each verdict, and the volume. */
function SoundTest() {
  const { isMuted, volume } = sound.value;
  return (
    <section>
      <h2>{t(msg("Sounds"))}</h2>
      <div class="stack">
        {VERDICTS.map((verdict) => (
          <Button
            kind="primary"
            key={verdict}
            class={`verdict-button is-${verdict}`}
            icon={ICONS[verdict]}
            onClick={() => signalVerdict(verdict)}
          >
            {t(NAMES[verdict])}
          </Button>
        ))}
      </div>
      <TextField
        type="range"
        label={t(msg("Volume"))}
        min="0.1"
        max="1"
        step="0.1"
        value={volume}
        disabled={isMuted}
        onChange={(event) => chooseSound({ isMuted, volume: Number(event.currentTarget.value) })}
      />
      <Button aria-pressed={isMuted} onClick={() => chooseSound({ isMuted: !isMuted, volume })}>
        {t(isMuted ? msg("Unmute") : msg("Mute"))}
      </Button>
      {/* Always rendered: the first tap unlocks the sound, and must not move the content under the finger. */}
      <p class={soundTrouble.value === null ? "muted" : undefined} role="status">
        {t(soundTrouble.value === null ? msg("Sound is ready.") : TROUBLES[soundTrouble.value])}
      </p>
    </section>
  );
}

const TROUBLES = {
  locked: msg("The browser plays no sound until you tap the screen."),
  missing: msg("This browser does not support sounds."),
  broken: msg("Sound does not work. Restart the browser."),
};
