import { say } from "../../../words.ts";
import { t } from "../../app/words.ts";
import type { Reading } from "./send-file.ts";

interface TextProps {
  readonly text: { readonly encoding: string; readonly separator: string };
  readonly onText: (changed: Reading) => void;
}

/** How the text of a CSV file was read: guessed by the box, changed where the guess was wrong. */
export function TextChoice({ text, onText }: TextProps) {
  // A file in UTF-16 says so itself.
  const isMarked = text.encoding.startsWith("utf-16");
  return (
    <div class="import-selects">
      <label>
        {t(TEXTS.encoding)}
        <select
          value={text.encoding}
          disabled={isMarked}
          onChange={({ currentTarget }) => onText({ encoding: currentTarget.value })}
        >
          {isMarked && <option value={text.encoding}>UTF-16</option>}
          <option value="utf-8">UTF-8</option>
          <option value="windows-1250">Windows-1250</option>
        </select>
      </label>
      <label>
        {t(TEXTS.separator)}
        <select
          value={text.separator}
          onChange={({ currentTarget }) => onText({ separator: currentTarget.value })}
        >
          <option value="comma">{t(SEPARATOR_WORDS.comma)}</option>
          <option value="semicolon">{t(SEPARATOR_WORDS.semicolon)}</option>
          <option value="tab">{t(SEPARATOR_WORDS.tab)}</option>
        </select>
      </label>
    </div>
  );
}

/** What the separators of a CSV file are called. */
export const SEPARATOR_WORDS = {
  comma: say("comma ,", "čárka ,"),
  semicolon: say("semicolon ;", "středník ;"),
  tab: say("tab", "tabulátor"),
};

const TEXTS = {
  encoding: say("Letters", "Kódování"),
  separator: say("Values are parted by", "Hodnoty odděluje"),
};
