import { msg } from "../../domain/message.ts";
import { t } from "../i18n/translate.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { chooseSound, signalVerdict, sound, soundTrouble } from "./sounds.ts";
import { VERDICTS } from "./tunes.ts";
import { ICONS, NAMES } from "./verdicts.ts";
import "./feedback.css";

/** Buttons that play the sound of each verdict, and the volume. */
export function SoundTest() {
  const { isMuted, volume } = sound.value;
  return (
    <section>
      <h2>{t(TEXTS.title)}</h2>
      <div class="stack">
        {VERDICTS.map((verdict) => (
          <Button
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
        label={t(TEXTS.volume)}
        min="0.1"
        max="1"
        step="0.1"
        value={volume}
        disabled={isMuted}
        onChange={(event) => chooseSound({ isMuted, volume: Number(event.currentTarget.value) })}
      />
      <Button
        kind="secondary"
        aria-pressed={isMuted}
        onClick={() => chooseSound({ isMuted: !isMuted, volume })}
      >
        {t(isMuted ? TEXTS.unmute : TEXTS.mute)}
      </Button>
      {/* Always rendered: the first tap unlocks the sound, and must not move the content under the finger. */}
      <p class={soundTrouble.value === null ? "muted" : undefined} role="status">
        {t(soundTrouble.value === null ? TEXTS.ready : TROUBLES[soundTrouble.value])}
      </p>
    </section>
  );
}

const TROUBLES = {
  locked: msg("The browser plays no sound until you tap the screen."),
  missing: msg("This browser does not support sounds."),
  broken: msg("Sound does not work. Restart the browser."),
};

const TEXTS = {
  title: msg("Sounds"),
  volume: msg("Volume"),
  ready: msg("Sound is ready."),
  mute: msg("Mute"),
  unmute: msg("Unmute"),
};
