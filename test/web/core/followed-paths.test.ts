import { expect, test } from "vitest";
import { eventData } from "../../../src/web/console/realtime/live.ts";
import {
  follow,
  queryClient,
  queryKeyOf,
  startInvalidation,
} from "../../../src/web/console/realtime/query-client.ts";

test("a path whose response is no longer in memory is followed no more, until a screen shows it again", () => {
  startInvalidation();
  const isOutdated = (path: string) => queryClient.getQueryState(queryKeyOf(path))?.isInvalidated;
  const respond = (path: string) => queryClient.setQueryData(queryKeyOf(path), { body: null, tag: null });
  const none = { photos: 0, custodies: 0, refill: 0, locations: 0, catalogues: 0, users: 0 };
  const others = { formats: 0, printRequests: 0, settings: 0, views: 0, stocktakes: 0, ...none };
  let articles = 0;
  const changeArticles = () => {
    eventData.changes.value = { articles: ++articles, ...others };
  };
  for (const path of ["/shown", "/left"]) follow(path, ["articles"], 0);
  respond("/shown");
  changeArticles();
  respond("/left");
  changeArticles();
  expect(["/shown", "/left"].map(isOutdated)).toEqual([true, false]);
  follow("/left", ["articles"], 0);
  changeArticles();
  expect(isOutdated("/left")).toBe(true);
});
