import { describe, expect, test } from "vitest";
import { startServer, type TestServer } from "../../harness/server.ts";
import { OLDEST, openTerminal, type Terminal } from "../../harness/terminal.ts";
import { selectOption } from "../select-option.ts";
import { storedValue, storeExpression } from "../stored-records.ts";
import { addCommand, IS_LOCK_STORED, readAllStored } from "./browser-storage.ts";
import { createTerminalSession, logInByHand, logInTerminal, person, typePin } from "./log-in.ts";
import { makeClockMovable, wakeAfterMinutes } from "./terminal-actions.ts";

// The attacker has the locked terminal, and reads and changes everything that the browser has stored.

const user = person("user");
const manager = person("manager");

/** Answers to proposals with "later" until `released` is stored, also after a reload. */
const HOLD_PROPOSALS = `{
  const send = window.fetch;
  window.fetch = (url, init) =>
    String(url).includes("/api/articles/pwa-request") && localStorage.getItem("released") === null
      ? Promise.resolve(new Response('{"message":"later"}', { status: 429, headers: { "Retry-After": "1" } }))
      : send(url, init);
}`;

/** Reading the last touch of other tabs fails once the clock was moved. */
const BREAK_READ_OF_TOUCHES = `{
  const get = IDBObjectStore.prototype.get;
  IDBObjectStore.prototype.get = function (key) {
    if (key === "touchedAt" && window.ahead > 0) throw new DOMException("a trial", "UnknownError");
    return get.call(this, key);
  };
}`;

interface Stored {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly submission: { readonly token: string; readonly key: string };
}

const readSession = async (terminal: Terminal) => (await terminal.evaluate(storedValue("session"))) as Stored;

async function lock(terminal: Terminal): Promise<void> {
  await wakeAfterMinutes(terminal, 16);
  await terminal.see("Locked");
  await terminal.until(IS_LOCK_STORED);
}

async function propose(terminal: Terminal, name: string): Promise<void> {
  await terminal.goTo("/propose");
  await terminal.tap({ css: "main input" });
  await terminal.insert(name);
  await selectOption(terminal, "Category", "Tools");
  await selectOption(terminal, "Type", "Drill");
  await terminal.tap("Propose");
  await terminal.see(`New asset: ${name}`);
}

/** The proposals of these names, with their authors. */
async function authorsOf(server: TestServer, names: readonly string[]): Promise<unknown> {
  const { body } = await (await server.as("manager")).get("/api/articleproposals");
  const all = body as { readonly name: string; readonly createdBy: string }[];
  const found = all
    .filter(({ name }) => names.includes(name))
    .map(({ name, createdBy }) => [name, createdBy]);
  return Object.fromEntries(found);
}

describe.each(OLDEST)("a locked terminal in %s", (browser) => {
  test("has no token of a person, in its storage or its memory, and the server has ended the login", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser });
    await makeClockMovable(terminal);
    await logInByHand(terminal, server, "manager");
    const { accessToken, refreshToken, submission } = await readSession(terminal);
    await expect.poll(() => readAllStored(terminal)).toContain(accessToken);
    expect(await terminal.memory()).toContain(accessToken);
    await lock(terminal);
    const secrets = [accessToken, refreshToken, submission.key, submission.token];
    const stored = await readAllStored(terminal);
    expect(secrets.filter((secret) => stored.includes(secret))).toEqual([]);
    await expect
      .poll(async () => {
        const heap = await terminal.memory();
        return secrets.filter((secret) => heap.includes(secret));
      })
      .toEqual([]);
    await expect.poll(async () => (await server.withToken(accessToken).get("/api/me")).status).toBe(401);
  });

  test("asks for the PIN whatever is deleted or changed in its storage", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser });
    await makeClockMovable(terminal);
    await logInByHand(terminal, server, "manager");
    await lock(terminal);
    for (const values of [{ lockedAt: null }, { unconfirmed: true, touchedAt: Date.now() + 10_000_000 }]) {
      await terminal.evaluate(storeExpression(values));
      await terminal.reload();
      await terminal.see("Locked");
      await terminal.until(IS_LOCK_STORED);
    }
    await terminal.tap(new RegExp(`^${manager.fullName}`));
    await typePin(terminal, manager.pin);
    await terminal.seesNot("Locked");
  });

  test("keeps no token although the touches of other tabs can't be read", async () => {
    const server = await startServer();
    const terminal = await openTerminal({
      browser,
      initScript: BREAK_READ_OF_TOUCHES,
      allowErrors: true,
    });
    await makeClockMovable(terminal);
    await logInByHand(terminal, server, "manager");
    await lock(terminal);
    await terminal.see("Locked");
  });

  test("delivers what two people queued in their names after a restart, and keeps nothing that delivers more", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser, initScript: HOLD_PROPOSALS });
    await makeClockMovable(terminal);
    await logInByHand(terminal, server, "user");
    await propose(terminal, "Ladder");
    await terminal.tap(user.fullName);
    await terminal.tap(manager.fullName);
    await typePin(terminal, manager.pin);
    await terminal.seesNot("Switch user");
    await propose(terminal, "Crane");
    const { submission } = await readSession(terminal);
    await lock(terminal);
    const stored = await readAllStored(terminal);
    expect([
      stored.includes(submission.key),
      /"accessToken"/.test(stored.replace(/"deviceBearer.*/, "")),
    ]).toEqual([false, false]);
    expect(await authorsOf(server, ["Ladder", "Crane"])).toEqual({});
    await terminal.evaluate("localStorage.setItem('released', '1')");
    await terminal.reload();
    await terminal.see("Locked");
    await expect
      .poll(() => authorsOf(server, ["Ladder", "Crane"]))
      .toEqual({ Ladder: "user", Crane: "manager" });
    await terminal.see("All sent");
    await expect.poll(() => readAllStored(terminal)).not.toContain(submission.token);
  });

  test("delivers what its user queued after a change of the PIN", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser, initScript: HOLD_PROPOSALS });
    await makeClockMovable(terminal);
    await logInByHand(terminal, server, "user");
    const before = await readSession(terminal);
    await terminal.goTo("/settings/secrets");
    await terminal.tap({ css: "input[name=old]" });
    await terminal.insert(user.pin);
    await terminal.tap({ css: "input[name=new]" });
    await terminal.insert("8264");
    await terminal.tap("Change PIN");
    await terminal.see("PIN changed.");
    await propose(terminal, "Ladder");
    expect((await readSession(terminal)).submission.token).not.toBe(before.submission.token);
    await lock(terminal);
    await terminal.evaluate("localStorage.setItem('released', '1')");
    await terminal.reload();
    await terminal.see("Locked");
    await expect.poll(() => authorsOf(server, ["Ladder"])).toEqual({ Ladder: "user" });
  });

  test("of an earlier version delivers its old queue, and keeps no token", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser });
    const values = await createTerminalSession(server, "user");
    await logInTerminal(terminal, server, "user", values);
    await terminal.evaluate(ADD_OLD_PROPOSAL);
    await terminal.evaluate(storeExpression({ lockedAt: Date.now() }));
    await terminal.reload();
    await terminal.see("Locked");
    await expect.poll(() => authorsOf(server, ["Old ladder"])).toEqual({ "Old ladder": "user" });
    await terminal.until(IS_LOCK_STORED);
    const { accessToken, refreshToken } = values["session"] as Stored;
    const stored = await readAllStored(terminal);
    expect([stored.includes(accessToken), stored.includes(refreshToken)]).toEqual([false, false]);
  });
});

/** As an earlier version of the client has queued it. */
const ADD_OLD_PROPOSAL = addCommand({
  id: "0193-old",
  title: "New asset: Old ladder",
  task: {
    kind: "proposal",
    body: { name: "Old ladder", articleCategoryID: 1, articleTypeID: 1 },
    photo: null,
  },
});
