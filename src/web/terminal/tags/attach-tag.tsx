import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { type ArticleChoice, FoundArticles } from "../../articles/article-choices.tsx";
import { t } from "../../i18n/translate.ts";
import { queueCode } from "../../offline/outbox/queue-code.ts";
import { useGoBack } from "../../router/router.ts";
import { useTags } from "../../scanner/tag-input.ts";
import { Announcer } from "../../ui/announce.tsx";
import { Page } from "../../ui/page.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { Problem, useAction } from "../../ui/use-action.tsx";
import type { ItemNow } from "../counting/current-count.ts";
import { isOpen } from "../counting/items.ts";
import { useItemsAt } from "../counting/screens/expected-list.tsx";
import { readingAt } from "./reading.ts";
import "../../articles/articles.css";

/** `#/tags/count/:inventory/:location/:epc`: chooses the article of an unknown tag, which gets it as a code. */
export function AttachTag({ inventory, location, epc = "" }: Readonly<Record<string, string>>) {
  const spot = { inventoryId: Number(inventory), placeId: Number(location) };
  const [text, setText] = useState("");
  const { run, problem } = useAction();
  const goBack = useGoBack();
  const reading = readingAt(spot);
  // The trigger may still be held.
  useTags((tags) => reading.take(tags));
  const items = useItemsAt(spot, { isFixed: true });
  const pick = (article: ArticleChoice) =>
    run(async () => {
      await queueCode(article, epc);
      await reading.retry(epc);
      await goBack();
    });
  return (
    <Page title={t(msg("Which article has this tag?"))}>
      <Announcer />
      <p class="scanned">{epc}</p>
      <Problem text={problem} />
      <SearchField label={t(msg("Name or code"))} value={text} onValue={setText} />
      <FoundArticles text={text} likely={articlesHere(items ?? [])} onPick={pick} />
    </Page>
  );
}

const MAX_SHOWN = 60;

/** The likeliest articles: those here, first the ones that are still to be counted. */
function articlesHere(items: readonly ItemNow[]): readonly ArticleChoice[] {
  return [...items]
    .sort((a, b) => Number(isOpen(b)) - Number(isOpen(a)))
    .slice(0, MAX_SHOWN)
    .map(({ articleId, code, name }) => ({ oid: articleId, code, name }));
}
