import { msg } from "../../../domain/message.ts";
import type { BulkEdit, BulkLabels } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";

/** So many refusals are open at once; more are folded. */
const OPEN_ROWS = 10;

/** What a bulk edit came to, with the articles that a rule refused. */
export function BulkEditResult({ result }: { readonly result: BulkEdit }) {
  const { changed, unchanged } = result;
  return (
    <>
      {t(TEXTS.changed, { n: changed })}
      {unchanged > 0 && `, ${t(TEXTS.unchanged, { n: unchanged })}`}
      <Refused words={t(TEXTS.notChanged, { n: result.refused })} result={result} />
    </>
  );
}

/** What bulk labels came to, with the articles that got none. */
export function BulkLabelsResult({ result }: { readonly result: BulkLabels }) {
  return (
    <>
      {t(TEXTS.added, { n: result.added })}
      <Refused words={t(TEXTS.notPrinted, { n: result.refused })} result={result} />
    </>
  );
}

interface RefusedProps {
  readonly words: string;
  readonly result: Pick<BulkEdit, "refused" | "refusals">;
}

/** The refused articles, with the reason. */
function Refused({ words, result: { refused, refusals } }: RefusedProps) {
  if (refused === 0) return null;
  return (
    <details open={refused <= OPEN_ROWS}>
      <summary>{words}</summary>
      <ul class="left-rows">
        {refusals.map(({ oid, article, reason }) => (
          <li key={oid}>
            {article === null ? t(TEXTS.gone) : <a href={`#/articles/${oid}`}>{article}</a>}{" "}
            <span class="quiet">{reason}</span>
          </li>
        ))}
      </ul>
      {refused > refusals.length && <p>{t(TEXTS.more, { n: refused - refusals.length })}</p>}
    </details>
  );
}

const TEXTS = {
  changed: msg("{n, plural, one {# article} other {# articles}} changed"),
  unchanged: msg("{n} had these values already"),
  notChanged: msg("{n} not changed"),
  added: msg("Labels of {n, plural, one {# article} other {# articles}} added to the print queue"),
  notPrinted: msg("{n} without a label"),
  gone: msg("Deleted article"),
  more: msg("… and {n} more"),
};
