import { describe, expect, test } from "vitest";
import { type CoreCount, INVENTORY, openCoreCount, scanAll } from "./core-count.ts";
import { type CoreTerminal, openCore } from "./core-terminal.ts";
import { readOperations } from "./read-operations.ts";
import { backupOf, becomeAnotherInstallation, readOutbox, settle } from "./restored-count.ts";
import { takePhoto } from "./take-photo.ts";

/** Counts two pieces offline, each with a photo. Meanwhile another installation takes the address. Returns the way back. */
async function countUnderOther(count: CoreCount): Promise<() => Promise<void>> {
  const { server, proxy, terminal, singles, spot } = count;
  await settle(terminal);
  const restore = backupOf(server);
  proxy.cut();
  const codes = singles.slice(0, 2).map(({ article }) => article.code);
  for (const { operationId } of await scanAll(terminal, spot, codes))
    await terminal.call(takePhoto(operationId));
  await restore();
  await becomeAnotherInstallation(server);
  return restore;
}

const statesOf = async (terminal: CoreTerminal) => ({
  counts: (await readOutbox(terminal)).map(({ state }) => state),
  photos: await terminal.call(`core.errands.readCommands().then((all) => all.map(({ state }) => state))`),
});

const HELD = { counts: ["refused", "refused"], photos: ["refused", "refused"] };
const WAITING = { counts: ["waiting", "waiting"], photos: ["waiting", "waiting"] };
const SENT = { counts: ["sent", "sent"], photos: ["done", "done"] };

/** Waits until nothing waits. */
const untilDecided = (terminal: CoreTerminal) =>
  terminal.until(
    `Promise.all([core.entriesIn("waiting"), core.errands.readCommands()]).then(([counts, commands]) =>
      counts.length === 0 && commands.every(({ state }) => state !== "waiting"))`,
  );

/** Removes the header from all responses from now on, as a proxy between. */
const REMOVE_HEADER = `void (window.fetchNow = window.fetch, window.fetch = async (...given) => {
  const { body, status, statusText, headers } = await window.fetchNow.apply(window, given);
  const left = new Headers(headers);
  left.delete("Data-History");
  return new Response(body, { status, statusText, headers: left });
})`;

describe("unsent counts under another installation", () => {
  test("are kept back where the user logs in in another tab", async () => {
    const count = await openCoreCount();
    const { server, proxy, page, terminal } = count;
    const other = await openCore(proxy.url, page.data);
    await other.until("core.now.isComplete");
    await countUnderOther(count);
    proxy.restore();
    // The login of before is rejected.
    await terminal.call("core.sendNow()");
    await other.logIn("user");
    await untilDecided(terminal);
    expect(await statesOf(terminal)).toEqual(HELD);
    expect(readOperations(server, INVENTORY)).toEqual([]);
  });

  test("are in a file of their own, which is loaded into their installation alone", async () => {
    const count = await openCoreCount();
    const { server, proxy, terminal, singles, spot } = count;
    const restore = await countUnderOther(count);
    proxy.restore();
    await terminal.logIn("user");
    await untilDecided(terminal);
    await terminal.load(INVENTORY);
    proxy.cut();
    await scanAll(terminal, spot, [singles[2]?.article.code ?? ""]);
    const texts = await terminal.call<readonly string[]>(
      "core.exported.exportFiles().then((files) => Promise.all(files.map((file) => file.text())))",
    );
    const office = await openCore(server.url);
    await office.logIn("admin", ["Admin"]);
    const load = (text = "") => office.call(`core.exported.importFile(new Blob([${JSON.stringify(text)}]))`);
    const isHeld = (text: string) => JSON.parse(text).operations.length === 2;
    expect(texts.map(isHeld).sort()).toEqual([false, true]);
    await expect(load(texts.find(isHeld))).rejects.toThrow();
    expect(await load(texts.find((text) => !isHeld(text)))).toEqual({ taken: 1, refused: 0 });
    expect(readOperations(server, INVENTORY)).toHaveLength(1);
    await restore();
    await office.logIn("admin", ["Admin"]);
    expect(await load(texts.find(isHeld))).toEqual({ taken: 2, refused: 0 });
  });

  test("wait while responses do not name the history", async () => {
    const count = await openCoreCount();
    const { server, proxy, terminal } = count;
    await countUnderOther(count);
    proxy.restore();
    await terminal.call(REMOVE_HEADER);
    await terminal.logIn("user");
    await terminal.call("core.sendNow()");
    expect(await statesOf(terminal)).toEqual(WAITING);
    expect(readOperations(server, INVENTORY)).toEqual([]);
    await terminal.call("void (window.fetch = window.fetchNow)");
    await terminal.call("core.sendNow()");
    await untilDecided(terminal);
    expect(await statesOf(terminal)).toEqual(HELD);
  });

  test.each([
    ["kept back where none was known, as by an earlier version", HELD, ""],
    ["kept back from another one than has confirmed the counts before", HELD, "other"],
    ["sent to the one that has confirmed the counts before", SENT, "same"],
  ])("are %s", async (_, states, confirmed) => {
    const count = await openCoreCount();
    const { proxy, terminal, singles, spot } = count;
    if (confirmed !== "") {
      const codes = singles.slice(2, 3).map(({ article }) => article.code);
      await scanAll(terminal, spot, codes);
    }
    const restore = await countUnderOther(count);
    if (confirmed === "same") await restore();
    await terminal.call(`core.db().then((db) => db.delete("values", "installation"))`);
    proxy.restore();
    await terminal.logIn("user");
    await untilDecided(terminal);
    const { counts, photos } = await statesOf(terminal);
    expect({ counts: counts.slice(-2), photos }).toEqual(states);
    expect(counts.slice(0, -2)).toEqual(confirmed === "" ? [] : ["sent"]);
  });

  test("are sent with their photos when theirs has the address again", async () => {
    const count = await openCoreCount();
    const { server, proxy, terminal } = count;
    const restore = await countUnderOther(count);
    proxy.restore();
    await terminal.logIn("user");
    await untilDecided(terminal);
    expect(await statesOf(terminal)).toEqual(HELD);
    await restore();
    await terminal.logIn("user");
    await terminal.until(`core.entriesIn("sent").then((all) => all.length === 2)`);
    await terminal.until(
      `core.errands.readCommands().then((all) => all.every(({ state }) => state === "done"))`,
    );
    expect(readOperations(server, INVENTORY)).toHaveLength(2);
  });
});

describe("counts that another installation has", () => {
  /** What a stocktake shows of this terminal's counts, and what is stored for its tags and drafts. */
  const shown = async (terminal: CoreTerminal) => ({
    recent: await terminal.call(
      `core.items.recent(${INVENTORY}, 30).then((all) => all.map(({ entry }) => entry.state))`,
    ),
    problems: await terminal.call(`core.problems.problems().then((all) => all.map(({ kind }) => kind))`),
    stored: await terminal.call(
      `core.db().then((db) => db.getAllKeys("values")).then((keys) => keys.filter((key) => /^(tag|drafts) /.test(key)))`,
    ),
  });

  test("are none of the stocktake with the same id, until theirs has the address again", async () => {
    const { server, proxy, terminal, singles, spot } = await openCoreCount();
    await scanAll(terminal, spot, [
      "NOBODY-KNOWS",
      ...singles.slice(0, 1).map(({ article }) => article.code),
    ]);
    await terminal.call("core.sendNow()");
    await terminal.until("core.isAllSent()");
    await terminal.call(
      `core.db().then((db) => Promise.all([db.put("values", {}, "tag ${INVENTORY} 1 3 E2"), db.put("values", [], "drafts 3")]))`,
    );
    const before = { recent: ["sent", "unknown"], problems: ["unknown"] };
    expect(await shown(terminal)).toMatchObject(before);
    const restore = backupOf(server);
    proxy.cut();
    await restore();
    await becomeAnotherInstallation(server);
    proxy.restore();
    await terminal.logIn("user");
    await terminal.until(`core.items.recent(${INVENTORY}, 30).then((all) => all.length === 0)`);
    await terminal.load(INVENTORY);
    expect(await shown(terminal)).toEqual({ recent: [], problems: [], stored: [] });
    await restore();
    await terminal.logIn("user");
    await terminal.until(`core.items.recent(${INVENTORY}, 30).then((all) => all.length === 2)`);
    await terminal.until("core.isAllSent()");
    expect(await shown(terminal)).toMatchObject(before);
  });
});
