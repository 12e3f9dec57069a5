import { describe, expect, test } from "vitest";
import { aBox, type TestBox } from "../../harness/box.ts";
import { aHandheld, OLDEST } from "../../harness/handheld.ts";
import { everythingKept } from "./kept.ts";
import { aCode, atWork, goTo, keep, keepUnsent, letIn, person, throughTheDoor, typePin } from "./together.ts";

const user = person("user");

async function revoke(box: TestBox): Promise<void> {
  const manager = await box.as("manager");
  const { body } = await manager.get("/api/device-auth/tokens");
  for (const { deviceTokenId } of body) await manager.delete(`/api/device-auth/tokens/${deviceTokenId}`);
}

describe.each(OLDEST)("a terminal in %s", (browser) => {
  test("says that it was revoked, keeps what is not sent, and is paired again with it", async () => {
    const box = await aBox();
    const handheld = await aHandheld({ browser });
    await throughTheDoor(handheld, box, "user");
    await keepUnsent(handheld);
    await revoke(box);
    // The door asks the box; it may have asked by itself meanwhile.
    await handheld.evaluate("void (location.hash = '#/who')");
    await handheld.see("This terminal is no longer paired");
    await handheld.see("1 unsent entry is kept here");
    expect(await handheld.axe()).toEqual([]);
    await handheld.screenshot(`revoked-${browser}`);
    await handheld.tap("Check again");
    await handheld.see("This device is no longer paired. Pair it again.");
    await handheld.tap("Pair again");
    await handheld.see("Terminal name");
    const { qrContent } = await aCode(box);
    await handheld.scan(qrContent);
    await handheld.tap(user.fullName);
    await typePin(handheld, user.pin);
    await handheld.until("location.hash === '#/count'");
    await handheld.see("1 not sent yet");
  });

  test("that slept in one tab does not undo that it was paired again, and somebody logged in, in another", async () => {
    const box = await aBox();
    const handheld = await aHandheld({ browser });
    await atWork(handheld, box, "user");
    const { device, ...rest } = await letIn(box, "manager");
    await handheld.evaluate(keep({ device, ...rest, deviceBearer: { accessToken: "old", endsAt: 0 } }));
    const manager = await box.as("manager");
    const { body } = await manager.get("/api/device-auth/tokens");
    const first = Math.min(...body.map((one: { deviceTokenId: number }) => one.deviceTokenId));
    await manager.delete(`/api/device-auth/tokens/${first}`);
    await handheld.evaluate("void (location.hash = '#/find')");
    await handheld.scan("A00123");
    await handheld.see(person("manager").fullName);
    const kept = await everythingKept(handheld);
    expect(kept).toContain(device.deviceToken);
    expect(kept).toContain('"isRevoked":false');
  });

  test("tells of the end of its pairing in time, once a day, and is the same device when it is paired again", async () => {
    const box = await aBox({ settings: { DEVICE_TOKEN_EXPIRATION_DAYS: "10" } });
    const handheld = await aHandheld({ browser });
    await throughTheDoor(handheld, box, "user");
    await handheld.see("The pairing of this terminal ends on");
    expect(await handheld.axe()).toEqual([]);
    await handheld.screenshot(`ending-${browser}`);
    await handheld.tap("Remind me tomorrow");
    await handheld.seesNot("The pairing of this terminal ends on");
    await handheld.reload();
    await handheld.see(user.fullName);
    await handheld.seesNot("The pairing of this terminal ends on");
    const listed = async () => (await (await box.as("manager")).get("/api/device-auth/tokens")).body;
    const idsOf = (devices: { deviceTokenId: number }[]) => devices.map(({ deviceTokenId }) => deviceTokenId);
    const before = idsOf(await listed());
    const { code } = await aCode(box);
    await goTo(handheld, `/pair/${code}`);
    await handheld.see("Terminal name");
    await handheld.tap("Pair");
    await handheld.see("Who's counting?");
    expect(idsOf(await listed())).toEqual(before);
  });

  test("tells an Admin of other terminals whose pairing ends soon", async () => {
    const box = await aBox({ settings: { DEVICE_TOKEN_EXPIRATION_DAYS: "10" } });
    const { code } = await aCode(box);
    await box.anonymous.post("/api/device-auth/activate", { code, deviceName: "Gate 7" });
    const handheld = await aHandheld({ browser });
    await throughTheDoor(handheld, box, "admin");
    await handheld.see("The pairing of Gate 7 ends on");
  });

  test("asks a person whose PIN was changed to log in again, and says why", async () => {
    const box = await aBox();
    const handheld = await aHandheld({ browser });
    await throughTheDoor(handheld, box, "user");
    await (await box.as("user")).put("/api/me/secrets", { oldPin: user.pin, pin: "8264" });
    await goTo(handheld, "/settings/devices");
    await handheld.see("Your login has expired");
    await handheld.tap(user.fullName);
    await typePin(handheld, "8264");
    await handheld.see("Paired devices");
  });
});
