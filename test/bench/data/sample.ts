import { join } from "node:path";
import Database from "better-sqlite3";
import { fold } from "./fold.ts";
import { type DataSet, files, type Sample } from "./shape.ts";

const CODES = 4096;
const NAMES = 200;
const TRIED_NAMES = 400;
const fewHits = 4;
const commonShare = 1 / 16;
const stride = 7919;

/** Chooses the parameters of the jobs; results are counted in raw's database in `folder`. */
export function choose(folder: string, data: DataSet): Sample {
  const articles = data.articles.filter((article) => article.code !== null);
  const db = new Database(join(folder, files.database), { readonly: true });
  const counting = db
    .prepare(`SELECT count(*) FROM names JOIN article ON article.oid = names.rowid
      WHERE names MATCH ? AND instr(article.folded, ?) > 0`)
    .pluck();
  const hits = (text: string) => Number(counting.get(trigramsOf(text), text));
  const names = [...new Set(spread(articles, TRIED_NAMES).map((article) => fold(article.name)))];
  const counted = names.map((name) => ({ name, hits: hits(name) })).toSorted((a, b) => a.hits - b.hits);
  const few = counted.filter((each) => each.hits <= fewHits);
  const word = commonWord(spread(articles, CODES).map((article) => fold(article.name)));
  const sample = {
    codes: spread(articles, CODES).map((article) => String(article.code)),
    changed: articles[Math.floor(articles.length / 2)]?.oid ?? 1,
    items: data.items.map((item) => item.oid),
    names: (few.length > 0 ? few : counted).slice(0, NAMES).map((each) => each.name),
    word,
    wordHits: hits(word),
  };
  db.close();
  return sample;
}

/** Up to `count` of them, from all over. */
function spread<T>(from: readonly T[], count: number): T[] {
  return Array.from(
    { length: Math.min(count, from.length) },
    (_, index) => from[(index * stride) % from.length] as T,
  );
}

/** The word whose share of the names is nearest to one in sixteen. */
function commonWord(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const word of names.flatMap((name) => name.split(" "))) {
    if (/^[a-z]{4,}$/.test(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const wanted = names.length * commonShare;
  const [nearest] = [...counts].toSorted((a, b) => Math.abs(a[1] - wanted) - Math.abs(b[1] - wanted));
  if (nearest === undefined) throw new Error("no name holds a word of letters");
  return nearest[0];
}

function trigramsOf(text: string): string {
  const letters = [...text];
  const all = letters.slice(2).map((_, index) => letters.slice(index, index + 3).join(""));
  return [...new Set(all)].map((each) => `"${each.replaceAll('"', '""')}"`).join(" AND ");
}
