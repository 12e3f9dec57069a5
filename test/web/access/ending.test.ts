import { describe, expect, test } from "vitest";
import { startServer, type TestServer } from "../../harness/server.ts";
import { OLDEST, openTerminal } from "../../harness/terminal.ts";
import { everythingKept } from "./kept.ts";
import {
  aCode,
  goTo,
  keep,
  keepUnsent,
  letIn,
  logInTerminal,
  person,
  throughTheDoor,
  typePin,
} from "./together.ts";

const user = person("user");

async function revoke(server: TestServer): Promise<void> {
  const manager = await server.as("manager");
  const { body } = await manager.get("/api/device-auth/tokens");
  for (const { deviceTokenId } of body) await manager.delete(`/api/device-auth/tokens/${deviceTokenId}`);
}

describe.each(OLDEST)("a terminal in %s", (browser) => {
  test("says that it was revoked, keeps what is not sent, and is paired again with it", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser });
    await throughTheDoor(terminal, server, "user");
    await keepUnsent(terminal);
    await revoke(server);
    // The door asks the box; it may have asked by itself meanwhile.
    await terminal.evaluate("void (location.hash = '#/who')");
    await terminal.see("This terminal is no longer paired");
    await terminal.see("1 unsent entry is kept here");
    expect(await terminal.axe()).toEqual([]);
    await terminal.screenshot(`revoked-${browser}`);
    await terminal.tap("Check again");
    await terminal.see("This device is no longer paired. Pair it again.");
    await terminal.tap("Pair again");
    await terminal.see("Terminal name");
    const { qrContent } = await aCode(server);
    await terminal.scan(qrContent);
    await terminal.tap(user.fullName);
    await typePin(terminal, user.pin);
    await terminal.until("location.hash === '#/count'");
    await terminal.see("1 not sent yet");
  });

  test("that slept in one tab does not undo that it was paired again, and somebody logged in, in another", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser });
    await logInTerminal(terminal, server, "user");
    const { device, ...rest } = await letIn(server, "manager");
    await terminal.evaluate(keep({ device, ...rest, deviceBearer: { accessToken: "old", endsAt: 0 } }));
    const manager = await server.as("manager");
    const { body } = await manager.get("/api/device-auth/tokens");
    const first = Math.min(...body.map((one: { deviceTokenId: number }) => one.deviceTokenId));
    await manager.delete(`/api/device-auth/tokens/${first}`);
    await terminal.evaluate("void (location.hash = '#/find')");
    await terminal.scan("A00123");
    await terminal.see(person("manager").fullName);
    const kept = await everythingKept(terminal);
    expect(kept).toContain(device.deviceToken);
    expect(kept).toContain('"isRevoked":false');
  });

  test("tells of the end of its pairing in time, once a day, and is the same device when it is paired again", async () => {
    const server = await startServer({ settings: { DEVICE_TOKEN_EXPIRATION_DAYS: "10" } });
    const terminal = await openTerminal({ browser });
    await throughTheDoor(terminal, server, "user");
    await terminal.see("The pairing of this terminal ends on");
    expect(await terminal.axe()).toEqual([]);
    await terminal.screenshot(`ending-${browser}`);
    await terminal.tap("Remind me tomorrow");
    await terminal.seesNot("The pairing of this terminal ends on");
    await terminal.reload();
    await terminal.see(user.fullName);
    await terminal.seesNot("The pairing of this terminal ends on");
    const listed = async () => (await (await server.as("manager")).get("/api/device-auth/tokens")).body;
    const idsOf = (devices: { deviceTokenId: number }[]) => devices.map(({ deviceTokenId }) => deviceTokenId);
    const before = idsOf(await listed());
    const { code } = await aCode(server);
    await goTo(terminal, `/pair/${code}`);
    await terminal.see("Terminal name");
    await terminal.tap("Pair");
    await terminal.see("Who's counting?");
    expect(idsOf(await listed())).toEqual(before);
  });

  test("tells an Admin of other terminals whose pairing ends soon", async () => {
    const server = await startServer({ settings: { DEVICE_TOKEN_EXPIRATION_DAYS: "10" } });
    const { code } = await aCode(server);
    await server.anonymous.post("/api/device-auth/activate", { code, deviceName: "Gate 7" });
    const terminal = await openTerminal({ browser });
    await throughTheDoor(terminal, server, "admin");
    await terminal.see("The pairing of Gate 7 ends on");
  });

  test("asks a person whose PIN was changed to log in again, and says why", async () => {
    const server = await startServer();
    const terminal = await openTerminal({ browser });
    await throughTheDoor(terminal, server, "user");
    await (await server.as("user")).put("/api/me/secrets", { oldPin: user.pin, pin: "8264" });
    await goTo(terminal, "/settings/devices");
    await terminal.see("Your login has expired");
    await terminal.tap(user.fullName);
    await typePin(terminal, "8264");
    await terminal.see("Paired devices");
  });
});
