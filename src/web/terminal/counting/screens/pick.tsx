import { useEffect, useRef, useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { type ArticleChoice, Articles, FoundArticles } from "../../../articles/article-choices.tsx";
import type { StoredArticle } from "../../../db/outbox-shapes.ts";
import { useStored } from "../../../db/use-stored.ts";
import { signalFailure, signalScan } from "../../../feedback/speech.ts";
import { t } from "../../../i18n/translate.ts";
import { entryById } from "../../../offline/outbox/entries.ts";
import { queueCode } from "../../../offline/outbox/queue-code.ts";
import { articleOf, articlesByScan } from "../../../offline/sync/articles.ts";
import { inventories } from "../../../offline/sync/inventories.ts";
import { go, useGoBack } from "../../../router/router.ts";
import type { Scan } from "../../../scanner/meaning.ts";
import { useScans } from "../../../scanner/use-scans.ts";
import { Announcer } from "../../../ui/announce.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { useTapGuard } from "../../../ui/double-tap.ts";
import { Page } from "../../../ui/page.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import { Problem, useAction } from "../../../ui/use-action.tsx";
import type { ItemNow } from "../current-count.ts";
import { isOpen } from "../items.ts";
import { addAsFound, type CountedScan, countArticle, type Spot } from "../scan.ts";
import { currentAt, showScan, spotPath } from "./current.ts";
import { ExpectedList, itemHref, useItemsAt } from "./expected-list.tsx";
import { consumeMultiply } from "./multiply.tsx";
import { spotOf, takeLabel, takeScan, useSpotScans, wholeScan } from "./scanning.ts";
import "./count.css";

/** Reads a stored article. Throws if it is missing. */
async function requireArticle(oid: number): Promise<StoredArticle> {
  const article = await articleOf(oid);
  if (article === null) throw new Error(t(msg("This article is not on the device yet.")));
  return article;
}

function show(counted: CountedScan, spot: Spot): void {
  signalScan(counted);
  showScan(spot, counted);
}

type Values = Readonly<Record<string, string>>;

/** Selects an item without a readable code: the open items of the location, or any article by name. */
export function PickItem(values: Values) {
  const spot = spotOf(values);
  useSpotScans(spot);
  const [text, setText] = useState("");
  return (
    <Page title={t(msg("Pick from list"))}>
      <Announcer />
      <SearchField label={t(msg("Name or code"))} value={text} onValue={setText} />
      {text.trim() === "" ? (
        <ExpectedList spot={spot} isOpenOnly isFixed />
      ) : (
        <FoundArticles
          text={text}
          onPick={({ oid }) => go(itemHref(spot, { articleId: oid, key: `a${oid}` }).slice(1))}
        />
      )}
    </Page>
  );
}

/**
 * Assigns an unknown code to an article, which is chosen or scanned: the article is counted, and the code is undone. From then on scans of
 * the code find it.
 */
export function AddAsFound(values: Values) {
  const spot = spotOf(values);
  const operationId = values["operation"] ?? "";
  const { run, problem } = useAction();
  const goBack = useGoBack();
  const [lost, setLost] = useState<string | null>(null);
  const [text, setText] = useState("");
  const [isAdded, setAdded] = useState(true);
  const items = useItemsAt(spot, { isFixed: true });
  const loaded = useStored(async () => ({ entry: await entryById(operationId) }), ["outbox"], [operationId]);
  const code = loaded?.entry?.operation.code ?? "";
  const choice = useRef<Promise<void> | null>(null);
  const choose = async (oid: number) => {
    const article = await requireArticle(oid);
    const counted = await addAsFound(operationId, article, spot);
    if (isAdded && counted.entry !== null) await queueCode(article, code);
    show(counted, spot);
    await goBack();
  };
  const pick = ({ oid }: ArticleChoice) =>
    run(() => {
      choice.current = choose(oid);
      return choice.current;
    });
  const isChosen = () =>
    choice.current?.then(
      () => true,
      () => false,
    ) ?? false;
  useScans(async (given) => {
    const inventory = inventories.value.find(({ oid }) => oid === spot.inventoryId);
    // The screen is being left then: the scan is counted, as it would be on the next one.
    if (inventory !== undefined && (await isChosen())) {
      await takeScan(given, inventory, spot);
      return;
    }
    const scan = await wholeScan(given, spot);
    if (scan === null) return;
    if (inventory !== undefined && (await takeLabel(scan, inventory, spot))) return;
    const [article, another] = await articlesOf(scan);
    if (article !== undefined && another === undefined) {
      setLost(null);
      pick(article);
      return;
    }
    signalFailure();
    // Of several the user chooses one.
    if (article !== undefined) setText(scan.text);
    setLost(
      article === undefined
        ? t(msg("NOT counted: no article has {code}. Scan the label of the right article, or choose it."), {
            code: scan.text,
          })
        : null,
    );
  });
  const note = lost ?? problem;
  useTapGuard([note ?? ""], ".choices *");
  return (
    <Page title={t(msg("What is {code}?"), { code })}>
      <Announcer />
      <Problem text={note} />
      <SearchField label={t(msg("Name or code"))} value={text} onValue={setText} />
      <Checkbox checked={isAdded} onValue={setAdded}>
        {t(msg("Add this code to the article"))}
      </Checkbox>
      <FoundArticles text={text} likely={openArticles(items ?? [], spot.placeId)} onPick={pick} />
    </Page>
  );
}

/** The articles of a scan. */
async function articlesOf({ candidates }: Scan): Promise<readonly StoredArticle[]> {
  for (const candidate of candidates) {
    const found = await articlesByScan(candidate);
    if (found.length > 0) return found;
  }
  return [];
}

/** The most likely articles: those that are expected here and not counted yet. */
function openArticles(items: readonly ItemNow[], placeId: number): readonly ArticleChoice[] {
  return items
    .filter((item) => item.expectedAt === placeId && isOpen(item))
    .slice(0, MAX_OPEN)
    .map(({ articleId, code, name }) => ({ oid: articleId, code, name }));
}

const MAX_OPEN = 60;

/** Selects one of several articles with the scanned code. Without one, as after a reload, shows the location. */
export function ChooseArticle(values: Values) {
  const spot = spotOf(values);
  const { run, problem } = useAction();
  const goBack = useGoBack();
  useSpotScans(spot);
  const now = currentAt(spot);
  const { choices = [], pieces = 1 } = now?.kind === "scan" ? now.scan : {};
  useEffect(() => {
    // Only at first: a choice that is made here ends them too.
    if (choices.length === 0) go(spotPath(spot), { replace: true });
  }, []);
  const pick = ({ oid }: ArticleChoice) =>
    run(async () => {
      const counted = await countArticle(await requireArticle(oid), spot, pieces);
      if (counted.entry !== null) consumeMultiply();
      show(counted, spot);
      await goBack();
    });
  return (
    <Page title={t(msg("Choose the article"))}>
      <Announcer />
      <Problem text={problem} />
      <Articles articles={choices} onPick={pick} />
    </Page>
  );
}
