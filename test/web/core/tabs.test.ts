import { expect, test } from "vitest";
import { startServer } from "../../harness/server.ts";
import { OLDEST, openTerminal } from "../../harness/terminal.ts";
import { findSingles, INVENTORY, scanAll, spotOf } from "./core-count.ts";
import { CoreTerminal } from "./core-terminal.ts";
import { readOperations } from "./read-operations.ts";

// The transactions of two pages in one database have the order that the browser gives them.

test.each(OLDEST)("each count of two tabs at once arrives once in %s", async (browser) => {
  const server = await startServer();
  const singles = await findSingles(server);
  const tab = await openTerminal({ browser, allowErrors: true });
  const [one, other] = [new CoreTerminal(tab), new CoreTerminal(await tab.newTab())] as const;
  await one.open(server.url);
  await one.logIn("user");
  await one.load(INVENTORY);
  await other.open(server.url);
  await other.until("core.now.isComplete");
  const codes = singles.map(({ article }) => article.code);
  const scans = await Promise.all([
    scanAll(one, spotOf(singles), codes),
    scanAll(other, spotOf(singles), codes.toReversed()),
  ]);
  // Each piece is counted by one tab, and already counted for the other.
  const verdicts = scans.flat().map(({ verdict }) => verdict);
  expect(verdicts.toSorted()).toEqual([...codes.map(() => "counted"), ...codes.map(() => "same")]);
  await one.until("core.isAllSent()");
  await other.until("core.isAllSent()");
  const sent = readOperations(server, INVENTORY).map(({ operationId }) => operationId);
  expect(sent.toSorted()).toEqual(
    scans
      .flat()
      .map(({ operationId }) => operationId)
      .toSorted(),
  );
});
