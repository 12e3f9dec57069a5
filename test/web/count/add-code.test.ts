import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/terminal.ts";
import { searchArticle, startCount } from "./count-page.ts";

describe.each(OLDEST)("the screen that adds a code to an article in %s", (browser) => {
  test.each(["light", "dark"] as const)(
    "finds the article by words and adds the code, in %s",
    async (theme) => {
      const { server, terminal, stocktake } = await startCount({ browser, theme });
      const { single } = stocktake.rooms[0];
      await terminal.open(`${server.url}/#/code/OLD-99`);
      await terminal.see("Add code OLD-99");
      await terminal.see("Choose the article that has this code.");
      await expect.poll(() => terminal.axe()).toEqual([]);
      await searchArticle(terminal, single.article.code);
      await terminal.tap(new RegExp(single.article.code));
      await terminal.see("The code was added.");
      await terminal.screenshot(`add-code-${browser}-${theme}`);
      await expect.poll(() => terminal.axe()).toEqual([]);
      const { body } = await (await server.as("manager")).get(`/api/articles/${single.article.oid}/codes`);
      expect(body).toMatchObject([{ code: "OLD-99", createdBy: "user" }]);
    },
  );
});
