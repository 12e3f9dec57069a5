import type { BulkEdit } from "../../../bulk-edit/shapes.ts";
import { msg } from "../../../domain/message.ts";
import { plural, t } from "../../app/words.ts";

/** So many refusals are open at once; more are folded. */
const OPEN_ROWS = 10;

/** What a bulk edit came to, with the articles that a rule refused. */
export function BulkEditResult({ result }: { readonly result: BulkEdit }) {
  const { changed, unchanged, refused, refusals } = result;
  return (
    <>
      {plural(changed, TEXTS.changed)}
      {unchanged > 0 && `, ${plural(unchanged, TEXTS.unchanged)}`}
      {refused > 0 && (
        <details open={refused <= OPEN_ROWS}>
          <summary>{plural(refused, TEXTS.refused)}</summary>
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
      )}
    </>
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
  refused: msg("{n} not changed|{n} not changed", "{n} se nezměnil|{n} se nezměnily|{n} se nezměnilo"),
  gone: msg("Deleted article", "Smazaný artikl"),
  more: msg("… and {n} more", "… a {n} další|… a {n} další|… a {n} dalších"),
};
