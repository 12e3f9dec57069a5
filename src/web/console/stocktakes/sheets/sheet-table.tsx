import { msg } from "../../../../domain/message.ts";
import type { InventoryDetail, InventoryItem } from "../../../api/types/endpoints.d.ts";
import { number, t } from "../../../i18n/translate.ts";
import { Code128 } from "../../../scanner/label-picture.tsx";
import { ScrollArea } from "../../table/sideways.tsx";

interface TableProps {
  readonly inventory: InventoryDetail;
  readonly place: string;
  readonly items: readonly InventoryItem[];
}

/** The characters of Code 128 in code set B. */
const PRINTABLE = /^[ -~]+$/;

/** A sheet of paper: the expected items, and room for the counts. A blind one has no quantities. */
export function SheetTable({ inventory: { name, isBlind }, place, items }: TableProps) {
  return (
    <article class="sheet">
      <h2>{place}</h2>
      <p>{name}</p>
      <p class="sheet-who">
        <span>{t(TEXTS.who)}</span>
        <span>{t(TEXTS.day)}</span>
        <span>{t(TEXTS.signature)}</span>
      </p>
      <ScrollArea name={place}>
        <table class="data">
          <thead>
            <tr>
              <th scope="col">{t(TEXTS.code)}</th>
              <th scope="col">{t(TEXTS.name)}</th>
              {!isBlind && (
                <th scope="col" class="number">
                  {t(TEXTS.expected)}
                </th>
              )}
              <th scope="col">{t(TEXTS.counted)}</th>
              <th scope="col">{t(TEXTS.note)}</th>
            </tr>
          </thead>
          <tbody>
            {items.map(({ oid, article, quantity }) => (
              <tr key={oid}>
                <td>
                  {article.code !== null && PRINTABLE.test(article.code) && (
                    <Code128 text={article.code} name={article.code} />
                  )}
                  {article.code}
                </td>
                <td>{article.name}</td>
                {!isBlind && <td class="number">{quantity === undefined ? "" : number(quantity)}</td>}
                <td class="sheet-count" />
                <td class="sheet-note" />
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </article>
  );
}

const TEXTS = {
  who: msg("Counted by"),
  day: msg("Date"),
  signature: msg("Signature"),
  code: msg("Code"),
  name: msg("Name"),
  expected: msg("Expected"),
  counted: msg("Counted"),
  note: msg("Note"),
};
