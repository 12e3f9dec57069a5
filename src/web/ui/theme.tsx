import { type Signal, signal } from "@preact/signals";
import { type Message, msg } from "../../domain/message.ts";
import { LOCALE_CODES, LOCALES, type Locale } from "../../i18n/locales.ts";
import { readValue, type Values, writeValue } from "../db/values.ts";
import { chosenLanguage, language, t } from "../i18n/translate.ts";
import styles from "./theme.module.css";

type Theme = Values["theme"];

/** The key in localStorage; public/theme.js has the same. */
const START_KEY = "tallybox theme";
const theme: Signal<Theme> = signal("auto");
/** The colours that are shown, for what is drawn without CSS. */
export const shownTheme: Signal<"light" | "dark"> = signal("light");
const dark = matchMedia("(prefers-color-scheme: dark)");

/** Applies the stored theme and language. */
export async function startTheme(): Promise<void> {
  chosenLanguage.value = (await readValue("language")) ?? null;
  show((await readValue("theme")) ?? "auto");
  dark.addEventListener("change", () => show(theme.value));
}

function show(chosen: Theme): void {
  theme.value = chosen;
  rememberForStart(chosen);
  const asDevice = dark.matches ? "dark" : "light";
  shownTheme.value = chosen === "auto" ? asDevice : chosen;
  document.documentElement.dataset["theme"] = shownTheme.value;
}

/** Stores the theme where `public/theme.js` reads it before the first paint; the database would be too late. */
function rememberForStart(chosen: Theme): void {
  try {
    if (chosen === "auto") localStorage.removeItem(START_KEY);
    else localStorage.setItem(START_KEY, chosen);
  } catch {
    // Without storage the system's theme applies until the database has been read.
  }
}

async function chooseTheme(chosen: Theme): Promise<void> {
  show(chosen);
  await writeValue("theme", chosen);
}

async function chooseLanguage(chosen: Locale): Promise<void> {
  chosenLanguage.value = chosen;
  await writeValue("language", chosen);
}

/** The language and theme of this browser. */
export function LanguageAndTheme() {
  return (
    <>
      <Choice
        legend={msg("Language")}
        options={LANGUAGES}
        chosen={language.value}
        onChoose={chooseLanguage}
      />
      <Choice legend={msg("Theme")} options={THEMES} chosen={theme.value} onChoose={chooseTheme} />
    </>
  );
}

interface ChoiceProps<T extends string> {
  readonly legend: Message;
  readonly options: readonly { readonly value: T; readonly label: Message | string }[];
  readonly chosen: T;
  readonly onChoose: (value: T) => Promise<void>;
}

/** One of a few options, side by side. */
export function Choice<T extends string>({ legend, options, chosen, onChoose }: ChoiceProps<T>) {
  return (
    <fieldset class={styles["choice"]}>
      <legend>{t(legend)}</legend>
      <div>
        {options.map(({ value, label }) => (
          <label key={value}>
            <input
              type="radio"
              name={legend.source}
              checked={value === chosen}
              onChange={() => onChoose(value)}
            />
            <span>{typeof label === "string" ? label : t(label)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const LANGUAGES = LOCALE_CODES.map((value) => ({ value, label: LOCALES[value].name }));
const THEMES = [
  { value: "auto", label: msg("System", "theme") },
  { value: "light", label: msg("Light") },
  { value: "dark", label: msg("Dark") },
] as const;
