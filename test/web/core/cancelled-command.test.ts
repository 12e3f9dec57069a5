import { expect, test } from "vitest";
import { findSingles } from "./core-count.ts";
import { openPaired, startRestorable } from "./restored-count.ts";
import { takePhotoOfArticle } from "./take-photo.ts";

test("a command that is cancelled while an earlier one is being sent is not sent", async () => {
  const { server, proxy } = await startRestorable();
  const [single] = await findSingles(server);
  const articleId = single?.articleId ?? 0;
  const terminal = await openPaired(server, proxy, "Dock");
  await terminal.until("core.sendNow().then(() => core.isAllSent())");
  proxy.cut();
  for (let n = 0; n < 2; n++) await terminal.call(takePhotoOfArticle(articleId));
  await terminal.call(`void (() => {
    const send = window.fetch;
    const held = new Promise((resolve) => { window.release = () => void resolve(); });
    window.fetch = (path, init) => {
      if (init.method !== "POST" || !/photo/.test(path)) return send(path, init);
      window.isHeld = true;
      return held.then(() => send(path, init));
    };
  })()`);
  proxy.restore();
  await terminal.call("void core.sendNow()");
  await terminal.until("window.isHeld === true");
  await terminal.call(
    `core.db().then((db) => db.getAll("errands")).then(([, second]) => core.errands.discardCommand(second.seq))`,
  );
  await terminal.call("window.release()");
  await terminal.until("core.sendNow().then(() => core.isAllSent())");
  const states = await terminal.call(
    `core.db().then((db) => db.getAll("errands")).then((all) => all.map(({ state }) => state))`,
  );
  expect(states).toEqual(["done", "given-up"]);
  expect((await (await server.as("manager")).get(`/api/photoarticle/${articleId}`)).body).toHaveLength(1);
});
