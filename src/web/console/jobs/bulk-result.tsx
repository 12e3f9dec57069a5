import { msg } from "../../../domain/message.ts";
import type { BulkEdit, BulkLabels } from "../../api/types/endpoints.d.ts";
import { plural, t } from "../../i18n/translate.ts";

/** So many refusals are open at once; more are folded. */
const OPEN_ROWS = 10;

/** What a bulk edit came to, with the articles that a rule refused. */
export function BulkEditResult({ result }: { readonly result: BulkEdit }) {
  const { changed, unchanged } = result;
  return (
    <>
      {plural(changed, TEXTS.changed)}
      {unchanged > 0 && `, ${plural(unchanged, TEXTS.unchanged)}`}
      <Refused words={plural(result.refused, TEXTS.notChanged)} result={result} />
    </>
  );
}

/** What bulk labels came to, with the articles that got none. */
export function BulkLabelsResult({ result }: { readonly result: BulkLabels }) {
  return (
    <>
      {plural(result.added, TEXTS.added)}
      <Refused words={plural(result.refused, TEXTS.notPrinted)} result={result} />
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
      {refused > refusals.length && <p>{plural(refused - refusals.length, TEXTS.more)}</p>}
    </details>
  );
}

const TEXTS = {
  changed: msg(
    "{n} article changed|{n} articles changed",
    "Změněn {n} artikl|Změněny {n} artikly|Změněno {n} artiklů",
  ),
  unchanged: msg(
    "{n} had these values already|{n} had these values already",
    "{n} už tyto hodnoty měl|{n} už tyto hodnoty měly|{n} už tyto hodnoty mělo",
  ),
  notChanged: msg("{n} not changed|{n} not changed", "{n} se nezměnil|{n} se nezměnily|{n} se nezměnilo"),
  added: msg(
    "Labels of {n} article added to the print queue|Labels of {n} articles added to the print queue",
    "Štítky {n} artiklu přidány do tiskové fronty|Štítky {n} artiklů přidány do tiskové fronty|Štítky {n} artiklů přidány do tiskové fronty",
  ),
  notPrinted: msg("{n} without a label|{n} without a label", "{n} bez štítku|{n} bez štítku|{n} bez štítku"),
  gone: msg("Deleted article", "Smazaný artikl"),
  more: msg("… and {n} more", "… a {n} další|… a {n} další|… a {n} dalších"),
};
