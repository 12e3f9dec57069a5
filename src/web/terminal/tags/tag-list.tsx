import { msg } from "../../../domain/message.ts";
import type { StoredTag } from "../../db/values.ts";
import { number, t } from "../../i18n/translate.ts";
import styles from "./tags.module.css";
import "../../articles/articles.css";

/** An article with its tags, or a tag without an article. */
interface TaggedArticle {
  readonly key: string;
  readonly name: string;
  readonly code: string | null;
  readonly epc: string;
  readonly tags: number;
}

/** The most rows of a group. The others are counted. */
const MAX_ROWS = 30;

/** The articles of tags, the last read first. */
export function articlesOfTags(tags: readonly StoredTag[]): readonly TaggedArticle[] {
  const articles = new Map<string, TaggedArticle>();
  for (let at = tags.length - 1; at >= 0; at--) {
    const tag = tags[at];
    if (tag === undefined) continue;
    const { articleId, name, code, epc } = tag;
    const key = articleId === null ? epc : `a${articleId}`;
    articles.set(key, { key, name, code, epc, tags: (articles.get(key)?.tags ?? 0) + 1 });
  }
  return [...articles.values()];
}

interface GroupListProps {
  readonly articles: readonly TaggedArticle[];
  /** The screen of a tag; absent: none. */
  readonly hrefOf?: ((epc: string) => string) | undefined;
}

/** The newest articles or tags of a group. */
export function GroupList({ articles, hrefOf }: GroupListProps) {
  const more = articles.length - MAX_ROWS;
  return (
    <>
      <ul class="list">
        {articles.slice(0, MAX_ROWS).map(({ key, name, code, epc, tags }) => {
          const content = (
            <>
              <span class="main">
                <b class={name === epc ? "scanned" : undefined}>{name}</b>
                <small>{code}</small>
              </span>
              {tags > 1 && <span class="trailing">× {number(tags)}</span>}
            </>
          );
          return (
            <li key={key}>
              {hrefOf === undefined ? (
                <div class={styles["row"]}>{content}</div>
              ) : (
                <a href={hrefOf(epc)}>{content}</a>
              )}
            </li>
          );
        })}
      </ul>
      {more > 0 && (
        <p class="muted">{t(msg("{n, plural, one {and # more} other {and # more}}"), { n: more })}</p>
      )}
    </>
  );
}
