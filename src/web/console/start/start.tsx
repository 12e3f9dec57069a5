import { useEffect, useRef, useState } from "preact/hooks";
import { say } from "../../../words.ts";
import { FormProblem, type Problem, problemOf } from "../../access/form-problem.tsx";
import { useHeld } from "../../access/held.ts";
import { type OwnLogin, sessionOf } from "../../access/log-in.ts";
import { isNewBox } from "../../access/new-box.ts";
import { go } from "../../app/router.ts";
import { language, t } from "../../app/words.ts";
import { ask, Refused } from "../../box/ask.ts";
import { surface } from "../../box/surface.ts";
import { setSession } from "../../box/tokens.ts";
import { LanguageAndTheme } from "../../settings/looks.tsx";
import { Screen } from "../frame/screen.tsx";
import { byPath } from "../save/use-edit.ts";
import { StartFields } from "./start-fields.tsx";
import "./start.css";

const SUBJECT = "setup";

/** `#/start`: the first start of a box: its code, whose it is, and the first Admin. */
export function StartScreen() {
  const form = useRef<HTMLFormElement>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [isBusy, setBusy] = useState(false);
  const held = useHeld(SUBJECT);
  useEffect(() => {
    isNewBox()
      .then((isNew) => {
        if (!isNew) go("/login", { replace: true });
      })
      .catch(surface);
  }, []);

  async function onSubmit(event: Event): Promise<void> {
    event.preventDefault();
    if (form.current === null || isBusy || held > 0) return;
    setProblem(null);
    setErrors({});
    setBusy(true);
    try {
      const given = await ask<OwnLogin>("/api/setup", { method: "POST", body: bodyOf(form.current) });
      await setSession(sessionOf(given));
      go("/overview", { replace: true });
    } catch (error) {
      if (error instanceof Refused) setErrors(byPath(error.errors));
      setProblem(problemOf(error, SUBJECT));
    } finally {
      setBusy(false);
    }
  }

  return (
    <div class="door start">
      <Screen title={t(TEXTS.title)}>
        <LanguageAndTheme />
        <p>{t(TEXTS.welcome)}</p>
        <form ref={form} onSubmit={onSubmit}>
          <StartFields errors={errors} />
          <FormProblem problem={problem} held={held} hint={t(TEXTS.hint)} />
          <button type="submit" disabled={isBusy || held > 0}>
            {t(TEXTS.begin)}
          </button>
        </form>
      </Screen>
    </div>
  );
}

/** What the box is told; an empty PIN is none. */
function bodyOf(form: HTMLFormElement): Record<string, string> {
  const given: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string" && value !== "") given[name] = value;
  }
  const { tenantName = "" } = given;
  return { ...given, siteName: tenantName, language: language.value };
}

const TEXTS = {
  title: say("Welcome to your tallybox", "Vítejte u svého tallyboxu"),
  welcome: say(
    "The box is new. Three things, and the warehouse can begin: its code, its name, and yours.",
    "Zařízení je nové. Stačí tři věci a sklad může začít: jeho kód, jeho název a vaše jméno.",
  ),
  begin: say("Begin", "Začít"),
  hint: say(
    "Nothing was set up yet; put right what is marked and try again.",
    "Zatím nic nebylo nastaveno; opravte označené a zkuste to znovu.",
  ),
};
