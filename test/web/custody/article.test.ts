import { describe, expect, test } from "vitest";
import { startServer } from "../../harness/server.ts";
import { OLDEST } from "../../harness/terminal.ts";
import { openTerminalAs } from "../beyond/open-terminal.ts";
import { createPhotoFile } from "../beyond/photo-file.ts";
import { SIGN } from "./sign.ts";

describe.each(OLDEST)("a hand-over on the article's screen in %s", (browser) => {
  test("is made offline with a badge, a photo and a signature, is in the person's Mine, and ends with the return", async () => {
    const server = await startServer();
    await (await server.as("admin")).put("/api/users/3", { badgeCode: "BADGE-UMA" });
    const user = await server.as("user");
    const { oid } = (await user.get("/api/articles/getbycode?code=A000010")).body;
    const terminal = await openTerminalAs(server, { browser, as: "user", goesOffline: true });
    await terminal.goTo(`/article/${oid}`);
    // What is still loading would move the link from below the finger.
    await terminal.until(`document.querySelector('main a[href="#/article/${oid}/custody"]') !== null`);
    await terminal.goTo(`/article/${oid}/custody`);
    await terminal.offline(true);
    await terminal.see("Person: scan the badge, or type the name");
    await expect.poll(() => terminal.axe()).toEqual([]);
    await terminal.screenshot(`custody-choose-${browser}`);
    await terminal.scan("NOBODY");
    await terminal.see("“NOBODY” is no badge.");
    await terminal.scan("BADGE-UMA");
    await terminal.see("To Uma Svoboda");
    await terminal.evaluate(SIGN);
    await terminal.choose("[type='file']", await createPhotoFile());
    await terminal.see("The photo is sent with it.");
    await expect.poll(() => terminal.axe()).toEqual([]);
    await terminal.screenshot(`custody-signed-${browser}`);
    await terminal.tap({ css: ".actions button" });
    await terminal.see("No connection. It is kept here");
    await terminal.goTo(`/article/${oid}`);
    await terminal.see("Uma Svoboda");
    await terminal.see("Not sent yet");
    await terminal.offline(false);
    await expect
      .poll(async () => (await user.get(`/api/custodies?articleId=${oid}`)).body)
      .toMatchObject([{ userId: 3, isStartSigned: true, startPhotoId: expect.any(Number), endedDT: null }]);

    await terminal.tap("Mine");
    await terminal.see("What I have");
    await terminal.until(`document.querySelector('main a[href="#/article/${oid}"]') !== null`);
    await terminal.goTo(`/article/${oid}`);
    await terminal.goTo(`/article/${oid}/custody`);
    await terminal.see("From Uma Svoboda");
    await expect.poll(() => terminal.axe()).toEqual([]);
    await terminal.tap({ css: ".actions button" });
    await terminal.see("Taken back.");
    expect((await user.get(`/api/custodies?articleId=${oid}`)).body[0].endedBy).toMatchObject({ id: 3 });
  });

  test("an article that a person has is not said to be assigned to nobody", async () => {
    const server = await startServer();
    const { body } = await server.user.get("/api/articles");
    const { oid } = body.find((one: { userId: number | null }) => one.userId === null);
    const terminal = await openTerminalAs(server, { browser, as: "user" });
    await terminal.goTo(`/article/${oid}`);
    await terminal.see("Assigned to");
    await server.user.post("/api/custodies", { articleId: oid, userId: 3 });
    // By itself it asks who has what twice a minute.
    await terminal.evaluate("void window.dispatchEvent(new Event('online'))");
    await terminal.see("Who has it");
    await terminal.until("!document.querySelector('main').innerText.includes('Assigned to')");
  });
});
