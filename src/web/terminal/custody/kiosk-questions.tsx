import { msg } from "../../../domain/message.ts";
import { t } from "../../i18n/translate.ts";
import { custodyName } from "../../offline/sync/custody.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import styles from "./kiosk.module.css";
import type { Step } from "./kiosk-scan.ts";

interface KioskQuestionsProps {
  readonly questions: readonly Step[];
  readonly onAnswer: (step: Step, isMeant: boolean) => void;
}

/** Asks about articles that were scanned again in a visit. Nothing changes until an answer is tapped. */
export function KioskQuestions({ questions, onAnswer }: KioskQuestionsProps) {
  return (
    <>
      {questions.map((step) => {
        const { kind, article, userId } = step;
        const names = { name: article.name, person: custodyName(userId) ?? String(userId) };
        const isReturn = kind === "end";
        return (
          <section key={article.oid} class={styles["question"]} role="alert">
            <p>
              <Icon name="hand" size={36} />
              <b>
                {t(
                  isReturn
                    ? msg("{name} is handed out to {person} already. Is it brought back?")
                    : msg("{name} is taken back from {person} already. Hand it out again?"),
                  names,
                )}
              </b>
            </p>
            <div class="stack">
              <Button kind="secondary" onClick={() => onAnswer(step, false)}>
                {t(isReturn ? msg("No, {person} takes it") : msg("No, it stays here"), names)}
              </Button>
              <Button kind="secondary" onClick={() => onAnswer(step, true)}>
                {t(isReturn ? msg("Yes, take it back") : msg("Yes, hand it out"))}
              </Button>
            </div>
          </section>
        );
      })}
    </>
  );
}
