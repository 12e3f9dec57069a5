import { msg } from "../../../../domain/message.ts";
import { t } from "../../../i18n/translate.ts";
import { Announcer } from "../../../ui/announce.tsx";
import { Page } from "../../../ui/page.tsx";
import { DraftOffer } from "./draft-offer.tsx";
import { draftSubject, useItem } from "./item.tsx";
import { ItemPhoto, PrintLabel } from "./item-actions.tsx";
import { ItemDisposal } from "./item-disposal.tsx";
import { ItemNote } from "./item-note.tsx";
import { ItemHistory } from "./recent-list.tsx";
import { spotOf, useSpotScans } from "./scanning.ts";
import "./count.css";

type Values = Readonly<Record<string, string>>;

/** The details of an item, without its quantity. */
export const ItemDetails = (values: Values) => <Details values={values} isNote={false} />;

/** The details of an item, with focus on the note. */
export const ItemNoteScreen = (values: Values) => <Details values={values} isNote />;

function Details({ values, isNote }: { readonly values: Values; readonly isNote: boolean }) {
  const spot = spotOf(values);
  useSpotScans(spot);
  const loaded = useItem(spot, Number(values["article"]), values["item"] ?? "");
  const item = loaded?.item ?? null;
  const note = item !== null && (
    <ItemNote target={{ ...spot, item }} subject={draftSubject(spot, item)} isOpen={isNote} />
  );
  return (
    <Page title={item?.name ?? t(TEXTS.title)} back>
      <Announcer />
      <DraftOffer isPad />
      {loaded !== null && item === null && <p>{t(TEXTS.gone)}</p>}
      {item !== null && (
        <>
          <p class="muted one-line">{item.code ?? t(TEXTS.noCode)}</p>
          {isNote && note}
          <ItemPhoto item={item} />
          <PrintLabel articleId={item.articleId} />
          {!isNote && note}
          <ItemDisposal target={{ ...spot, item }} />
          <ItemHistory item={item} spot={spot} />
        </>
      )}
    </Page>
  );
}

const TEXTS = {
  title: msg("Item"),
  gone: msg("This item is not on this device any more."),
  noCode: msg("no code"),
};
