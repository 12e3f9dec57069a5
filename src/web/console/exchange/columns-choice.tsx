import { useState } from "preact/hooks";
import { say } from "../../../words.ts";
import { Problem } from "../../app/deed.tsx";
import { go } from "../../app/router.ts";
import { t } from "../../app/words.ts";
import { keepValue, keptValue } from "../../kept/values.ts";
import { problemText } from "../save/problem.ts";
import { endImport, fileOf, type Reading, sendFile } from "./send-file.ts";
import type { ImportDetail } from "./shapes.ts";
import { TextChoice } from "./text-choice.tsx";

type Choice = Readonly<Record<string, string | null>>;

/** What each column of the file is about: found by name, changed by hand, and then the file is checked again. */
export function ColumnsChoice({ one }: { readonly one: ImportDetail }) {
  const [choice, setChoice] = useState<Choice>({});
  const [reading, setReading] = useState<Reading>({});
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const file = fileOf(one.id);
  const isChanged = Object.keys(choice).length + Object.keys(reading).length > 0;
  const fieldOf = ({ header, field }: ImportDetail["columns"][number]) =>
    header in choice ? (choice[header] ?? null) : field;

  /** One column is about one thing: who had it before gives it away. */
  function choose(header: string, field: string | null): void {
    const holder = one.columns.find((column) => column.header !== header && fieldOf(column) === field);
    const given = field !== null && holder !== undefined ? { [holder.header]: null } : {};
    setChoice((now) => ({ ...now, ...given, [header]: field }));
  }

  async function checkAgain(next: Choice | null): Promise<void> {
    if (file === null || isBusy) return;
    setBusy(true);
    setProblem("");
    try {
      const name = `import ${one.kind}` as const;
      await keepValue(name, next === null ? null : { ...(await keptValue(name)), ...next });
      const { id } = await sendFile(one.kind, file, readingOf(one, reading));
      await endImport(one.id);
      go(`/exchange/${id}`, { replace: true });
    } catch (error) {
      setProblem(problemText(error));
    } finally {
      setBusy(false);
    }
  }

  if (one.columns.length === 0) return null;
  const isStuck = file === null || isBusy;
  return (
    <section class="import-columns" aria-label={t(TEXTS.title)}>
      <h2>{t(TEXTS.title)}</h2>
      <p class="quiet">{t(file === null ? TEXTS.noFile : TEXTS.how)}</p>
      <details class="import-fold" open={file !== null}>
        <summary>{t(TEXTS.each)}</summary>
        <fieldset disabled={isStuck}>
          <legend class="unseen">{t(TEXTS.title)}</legend>
          <div class="import-selects">
            {one.columns.map((column, place) => (
              <label key={`${place} ${column.header}`}>
                {column.header}
                <select
                  value={fieldOf(column) ?? ""}
                  onChange={({ currentTarget: { value } }) => choose(column.header, value || null)}
                >
                  <option value="">{t(TEXTS.leftOut)}</option>
                  {one.fields.map(({ field, title, isNeeded }) => (
                    <option key={field} value={field}>
                      {isNeeded ? `${title} *` : title}
                    </option>
                  ))}
                </select>
              </label>
            ))}
          </div>
          {one.text !== null && (
            <TextChoice
              text={{ ...one.text, ...reading }}
              onText={(next) => setReading((now) => ({ ...now, ...next }))}
            />
          )}
          <div class="row">
            <button type="button" disabled={!isChanged || isStuck} onClick={() => checkAgain(choice)}>
              {t(TEXTS.again)}
            </button>
            <button type="button" class="second" disabled={isStuck} onClick={() => checkAgain(null)}>
              {t(TEXTS.byName)}
            </button>
          </div>
        </fieldset>
      </details>
      <Problem text={problem} />
    </section>
  );
}

/** As the file was read, but for what was changed; UTF-16 is never said, for the file says so itself. */
function readingOf({ text }: ImportDetail, changed: Reading): Reading {
  const { encoding, ...others }: Reading = { ...text, ...changed };
  return encoding?.startsWith("utf-16") ? others : { ...others, ...(encoding && { encoding }) };
}

const TEXTS = {
  title: say("Columns", "Sloupce"),
  each: say("What each column is", "Co který sloupec je"),
  how: say(
    "Matched by their names. What you change is remembered in this browser. * is needed.",
    "Přiřazeny podle názvů. Co změníte, se v tomto prohlížeči zapamatuje. * je nutné.",
  ),
  noFile: say(
    "Matched by their names. To match them otherwise, drop the file again: this tab does not have it.",
    "Přiřazeny podle názvů. Chcete-li je přiřadit jinak, vložte soubor znovu: tato karta jej nemá.",
  ),
  leftOut: say("– left out –", "– vynechat –"),
  again: say("Check again", "Zkontrolovat znovu"),
  byName: say("Match by names alone", "Přiřadit jen podle názvů"),
};
