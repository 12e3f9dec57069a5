import { useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { type FoundArticle, useSearch } from "../../../articles/use-search.ts";
import type { StoredArticle } from "../../../db/reference-shapes.ts";
import { useStored } from "../../../db/use-stored.ts";
import { signalScan } from "../../../feedback/speech.ts";
import { t } from "../../../i18n/translate.ts";
import { entryById } from "../../../offline/outbox/entries.ts";
import { articleOf } from "../../../offline/sync/articles.ts";
import { go, goBack } from "../../../router/router.ts";
import { Announcer } from "../../../ui/announce.tsx";
import { Page } from "../../../ui/page.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { Problem, useAction } from "../../../ui/use-action.tsx";
import { type CountedScan, countArticle, type Spot } from "../scan.ts";
import { addAsFound } from "../unknown.ts";
import { currentAt, showScan } from "./current.ts";
import { ExpectedList, itemWay } from "./expected-list.tsx";
import { useUpMultiply } from "./multiply.ts";
import { spotOf, useSpotScans } from "./spot.ts";
import "./count.css";

type Named = Pick<FoundArticle, "oid" | "code" | "name"> & { readonly place?: string | null };

/** The article as it is kept here. Throws where it is not. */
async function demandArticle(oid: number): Promise<StoredArticle> {
  const article = await articleOf(oid);
  if (article === null) throw new Error(t(TEXTS.notHere));
  return article;
}

function show(counted: CountedScan, spot: Spot): void {
  signalScan(counted);
  showScan(spot, counted);
}

type Values = Readonly<Record<string, string>>;

/** Something without a readable code: what is still missing here first, else any article by its name. */
export function PickItem(values: Values) {
  const spot = spotOf(values);
  useSpotScans(spot);
  const [text, setText] = useState("");
  return (
    <Page title={t(TEXTS.pick)} back>
      <Announcer />
      <TextField type="search" words={t(TEXTS.search)} value={text} onValue={setText} />
      {text.trim() === "" ? (
        <ExpectedList spot={spot} isOpenOnly />
      ) : (
        <Found
          text={text}
          onPick={({ oid }) => go(itemWay(spot, { articleId: oid, key: `a${oid}` }).slice(1))}
        />
      )}
    </Page>
  );
}

/** An unknown code turns out to be an article: the article is counted, the code is taken back. */
export function AddAsFound(values: Values) {
  const spot = spotOf(values);
  const operationId = values["operation"] ?? "";
  const { run, problem } = useAction();
  useSpotScans(spot);
  const [text, setText] = useState("");
  const read = useStored(async () => ({ entry: await entryById(operationId) }), ["outbox"], [operationId]);
  const code = read?.entry?.operation.code ?? "";
  const pick = ({ oid }: Named) =>
    run(async () => {
      show(await addAsFound(operationId, await demandArticle(oid), spot), spot);
      goBack();
    });
  return (
    <Page title={t(TEXTS.found, { code })} back>
      <Announcer />
      <Problem text={problem} />
      <TextField type="search" words={t(TEXTS.search)} value={text} onValue={setText} />
      <Found text={text} onPick={pick} />
    </Page>
  );
}

/** Several articles share what was scanned: one is chosen. */
export function ChooseArticle(values: Values) {
  const spot = spotOf(values);
  const { run, problem } = useAction();
  useSpotScans(spot);
  const now = currentAt(spot);
  const { choices = [], pieces = 1 } = now?.kind === "scan" ? now.scan : {};
  const pick = ({ oid }: Named) =>
    run(async () => {
      const counted = await countArticle(await demandArticle(oid), spot, pieces);
      if (counted.entry !== null) useUpMultiply();
      show(counted, spot);
      goBack();
    });
  return (
    <Page title={t(TEXTS.choose)} back>
      <Announcer />
      <Problem text={problem} />
      <Articles articles={choices} onPick={pick} />
    </Page>
  );
}

function Found({ text, onPick }: { readonly text: string; readonly onPick: (article: Named) => void }) {
  const found = useSearch(text);
  if (found === null) return null;
  return (
    <>
      <p class="quiet" role="status">
        {found.problem ?? (found.rows.length === 0 ? t(TEXTS.nothing) : "")}
      </p>
      <Articles articles={found.rows} onPick={onPick} />
    </>
  );
}

interface ArticlesProps {
  readonly articles: readonly Named[];
  readonly onPick: (article: Named) => void;
}

function Articles({ articles, onPick }: ArticlesProps) {
  return (
    <ul class="list">
      {articles.map((article) => (
        <li key={article.oid}>
          <button type="button" onClick={() => onPick(article)}>
            <span class="main">
              <b>{article.name}</b>
              <small>{[article.code, article.place].filter(Boolean).join(" · ")}</small>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

const TEXTS = {
  pick: msg("Pick from list"),
  found: msg("What is {code}?"),
  choose: msg("Choose the article"),
  search: msg("Name or code"),
  notHere: msg("This article is not on the device yet."),
  nothing: msg("Nothing has this name or code."),
};
