import { say } from "../../words.ts";
import { chooseSound, sound } from "../feedback/sounds.ts";
import { Choice, LanguageAndTheme } from "./looks.tsx";

/** What somebody chooses for this device: language, look, sounds. */
export function Choices() {
  return (
    <>
      <LanguageAndTheme />
      <Choice
        legend={SOUND}
        options={SOUNDS}
        chosen={sound.value.isMuted ? "off" : "on"}
        onChoose={(chosen) => chooseSound({ ...sound.value, isMuted: chosen === "off" })}
      />
    </>
  );
}

const SOUND = say("Sounds", "Zvuky");
const SOUNDS = [
  { value: "on", words: say("On", "Zapnuto") },
  { value: "off", words: say("Off", "Vypnuto") },
] as const;
