import { describe, expect, test } from "vitest";
import { startServer } from "../../harness/server.ts";
import { OLDEST, openTerminal } from "../../harness/terminal.ts";
import { restartAfterRestore } from "../restart-after-restore.ts";
import { storeExpression } from "../stored-records.ts";
import { addUnsentEntry, IS_LOCK_STORED, readAllStored } from "./browser-storage.ts";
import {
  createPairingCode,
  createTerminalSession,
  logInByHand,
  logInTerminal,
  person,
  revokeDevices,
  typePin,
} from "./log-in.ts";
import { makeClockMovable, wakeAfterMinutes } from "./terminal-actions.ts";

const user = person("user");

describe.each(OLDEST)("a terminal in %s", (browser) => {
  test("shows that it was revoked, keeps unsent entries, and is paired again with them", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser });
    await logInByHand(terminal, server, "user");
    await addUnsentEntry(terminal);
    await revokeDevices(server);
    // The login screen requests the users; it may have done so already.
    await terminal.evaluate("void (location.hash = '#/who')");
    await terminal.see("This terminal is no longer paired");
    await terminal.see("1 unsent entry is kept here");
    await expect.poll(() => terminal.axe()).toEqual([]);
    await terminal.screenshot(`revoked-${browser}`);
    await terminal.tap("Check again");
    await terminal.see("This device is no longer paired. Pair it again.");
    await terminal.tap("Pair again");
    await terminal.see("Terminal name");
    const { qrContent } = await createPairingCode(server);
    await terminal.scan(qrContent);
    await terminal.tap(user.fullName);
    await typePin(terminal, user.pin);
    await terminal.until("location.hash === '#/count'");
    await terminal.see("1 not sent yet");
  });

  test("shows its unsent entries and is paired again although it was locked when it was revoked", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser });
    await makeClockMovable(terminal);
    await logInByHand(terminal, server, "user");
    await addUnsentEntry(terminal);
    await wakeAfterMinutes(terminal, 16);
    await terminal.see("Locked");
    await terminal.until(IS_LOCK_STORED);
    await revokeDevices(server);
    // The lock screen requests the users.
    await terminal.reload();
    await terminal.see("This terminal is no longer paired");
    await terminal.tap("Unsent entries");
    await terminal.see("A trial");
    await terminal.goTo("/who");
    await terminal.tap("Pair again");
    await terminal.see("Terminal name");
  });

  test("asks again whether it is confirmed after an error of its storage", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser, allowErrors: true });
    await logInTerminal(terminal, server, "user");
    await terminal.open("about:blank");
    await restartAfterRestore(server);
    await terminal.open(`${server.url}/#/who`);
    await terminal.see("Waiting for an administrator");
    await terminal.evaluate(`void (() => {
      const { transaction } = IDBDatabase.prototype;
      window.mendStorage = () => Object.assign(IDBDatabase.prototype, { transaction });
      IDBDatabase.prototype.transaction = () => { throw new Error("the storage is broken"); };
    })()`);
    await terminal.tap("Check again");
    await terminal.see("Something went wrong: the storage is broken");
    await terminal.evaluate("void window.mendStorage()");
    await terminal.tap("Check again");
    await terminal.seesNot("Something went wrong");
  });

  test("keeps the pairing and the login that another tab made while this tab slept", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser });
    await logInTerminal(terminal, server, "user");
    const { device, ...rest } = await createTerminalSession(server, "manager");
    await terminal.evaluate(
      storeExpression({ device, ...rest, deviceBearer: { accessToken: "old", endsAt: 0 } }),
    );
    const { body } = await server.manager.get("/api/device-auth/tokens");
    const first = Math.min(...body.map((one: { deviceTokenId: number }) => one.deviceTokenId));
    await server.manager.delete(`/api/device-auth/tokens/${first}`);
    await terminal.goTo("/find");
    await terminal.scan("A00123");
    await terminal.see(person("manager").fullName);
    const stored = await readAllStored(terminal);
    expect(stored).toContain(device.deviceToken);
    expect(stored).toContain('"isRevoked":false');
  });

  test("warns of the end of its pairing once a day, and is the same device when paired again", async () => {
    const server = await startServer({ settings: { DEVICE_TOKEN_EXPIRATION_DAYS: "10" } });
    const terminal = await openTerminal({ browser });
    await logInByHand(terminal, server, "user");
    await terminal.see("The pairing of this terminal ends on");
    await expect.poll(() => terminal.axe()).toEqual([]);
    await terminal.screenshot(`ending-${browser}`);
    await terminal.tap("Remind me tomorrow");
    await terminal.seesNot("The pairing of this terminal ends on");
    await terminal.reload();
    await terminal.see(user.fullName);
    await terminal.seesNot("The pairing of this terminal ends on");
    const readDeviceIds = async () => {
      const { body } = await (await server.as("manager")).get("/api/device-auth/tokens");
      return body.map(({ deviceTokenId }: { deviceTokenId: number }) => deviceTokenId);
    };
    const before = await readDeviceIds();
    const { code } = await createPairingCode(server);
    await terminal.goTo(`/pair/${code}`);
    await terminal.see("Terminal name");
    await terminal.tap("Pair");
    await terminal.see("Who's counting?");
    expect(await readDeviceIds()).toEqual(before);
  });

  test("warns an Admin of the end of other terminals' pairings", async () => {
    const server = await startServer({ settings: { DEVICE_TOKEN_EXPIRATION_DAYS: "10" } });
    const { code } = await createPairingCode(server);
    await server.anonymous.post("/api/device-auth/activate", { code, deviceName: "Gate 7" });
    const terminal = await openTerminal({ browser });
    const login = { userName: "admin", password: person("admin").password };
    const { body } = await server.anonymous.post("/api/pwa-auth/login-password", login);
    const { accessToken, refreshToken, expiresIn, user: admin } = body;
    const tokens = { accessToken, refreshToken, endsAt: Date.now() + expiresIn * 1000 };
    const session = { user: admin, tenantId: 1, roles: ["Admin"], via: "self", ...tokens };
    // An Admin is one on a device of his own.
    await logInTerminal(terminal, server, "admin", { session, device: undefined });
    await terminal.see("The pairing of Gate 7 ends on");
  });

  test("requires a login after a change of the user's PIN, and shows why", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser });
    await logInByHand(terminal, server, "user");
    const change = await server.user.put("/api/me/secrets", { oldPin: user.pin, pin: "8264" });
    expect(change.status).toBe(200);
    await terminal.goTo("/settings/devices");
    await terminal.see("Your login has expired");
    await terminal.tap(user.fullName);
    await typePin(terminal, "8264");
    await terminal.see("Paired devices");
  });
});
