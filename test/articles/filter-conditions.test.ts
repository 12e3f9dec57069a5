import { expect, test } from "vitest";
import { conditions, type PageFilter } from "../../src/articles/page-filter.ts";
import { ARTICLE_FILTER_NAMES } from "../../src/records/article-filters.ts";
import { sqlite, statement } from "../../src/storage/database/statement.ts";

const byColumn = ARTICLE_FILTER_NAMES.filter((name) => name !== "q" && !name.startsWith("field"));

// A filter that nothing compares would select all articles, for a bulk edit too.
test.each(byColumn)("the filter %s is compared with the articles", (name) => {
  const match = statement((p: PageFilter) => sqlite.selectNoFrom(conditions(p, 0).as("isMatch")));
  const filter = new Proxy({}, { get: (_, key) => `value of ${String(key)}` }) as PageFilter;
  const { values } = match.bound(filter);
  expect(values).toContain(`value of ${name}`);
});
