import { msg } from "../../../domain/message.ts";
import { chooseSound, sound } from "../../feedback/sounds.ts";
import { canSpeak, chooseSpeech, isSpoken, voice } from "../../feedback/speech.ts";
import { t } from "../../i18n/translate.ts";
import { Choice, LanguageAndTheme } from "../../ui/theme.tsx";

/** Settings of this device: language, theme, sounds. */
export function Choices() {
  return (
    <>
      <LanguageAndTheme />
      <Choice
        legend={TEXTS.sounds}
        options={ON_OFF}
        chosen={sound.value.isMuted ? "off" : "on"}
        onChoose={(chosen) => chooseSound({ ...sound.value, isMuted: chosen === "off" })}
      />
      {canSpeak && <SpokenFeedback />}
    </>
  );
}

function SpokenFeedback() {
  return (
    <>
      <Choice
        legend={TEXTS.speech}
        options={ON_OFF}
        chosen={isSpoken.value ? "on" : "off"}
        onChoose={(chosen) => chooseSpeech(chosen === "on")}
      />
      <p class="quiet" role="status">
        {isSpoken.value && voice() === undefined && t(TEXTS.noVoice)}
      </p>
    </>
  );
}

const ON_OFF = [
  { value: "on", words: msg("On") },
  { value: "off", words: msg("Off") },
] as const;

const TEXTS = {
  sounds: msg("Sounds"),
  speech: msg("Spoken feedback"),
  noVoice: msg("No English voice is installed on this device. Install one in its settings."),
};
