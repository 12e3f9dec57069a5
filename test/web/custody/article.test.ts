import { describe, expect, test } from "vitest";
import { startServer } from "../../harness/server.ts";
import { type BROWSERS, OLDEST } from "../../harness/terminal.ts";
import { openTerminalAs } from "../beyond/open-terminal.ts";
import { SIGN } from "./sign.ts";

describe.each(OLDEST)("a hand-over on the article's screen in %s", (browser) => {
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

  test("a person with more articles than are listed is told so", async () => {
    const server = await startServer();
    const { body } = await server.user.get("/api/articles");
    let handed = 0;
    for (const { oid: articleId } of body) {
      if (handed === 101) break;
      // A disposed one can't be handed out.
      const { status } = await server.user.post("/api/custodies", { articleId, userId: 3 });
      if (status === 201) handed++;
    }
    const terminal = await openTerminalAs(server, { browser, as: "user" });
    await terminal.tap("Mine");
    await terminal.see("Showing the first 100.");
  });

  test("a hand-over that is being filled in says that another person has the article now, and does not become a return by itself", async () => {
    const server = await startServer();
    const { body } = await server.user.get("/api/articles");
    const { oid } = body.find((one: { userId: number | null }) => one.userId === null);
    const terminal = await openTerminalAs(server, { browser, as: "user" });
    await terminal.goTo(`/article/${oid}/custody`);
    await terminal.tap("Max Dvorak");
    await terminal.see("To Max Dvorak");
    await terminal.evaluate(SIGN);
    await server.user.post("/api/custodies", { articleId: oid, userId: 3 });
    await terminal.evaluate("void window.dispatchEvent(new Event('online'))");
    await terminal.see(/^.*Hand out .*Uma Svoboda has it now\..* To Max Dvorak/);
    await terminal.until("document.querySelector('.actions button').disabled");
    await terminal.until(
      "document.querySelector('main svg[aria-label=\"Signature field, signed\"]') !== null",
    );
    await expect.poll(() => terminal.axe()).toEqual([]);
    await terminal.tap("Start again");
    await terminal.see("From Uma Svoboda");
    await terminal.until("!document.querySelector('.actions button').disabled");
  });

  test("the signature of one person does not go with another", async () => {
    const { terminal } = await openCustody(browser);
    const signIt = async () => {
      await terminal.evaluate(SIGN);
      await terminal.until(IS_SIGNED);
    };
    await terminal.tap("Max Dvorak");
    await terminal.see("To Max Dvorak");
    await signIt();
    await terminal.scan(BADGE);
    await terminal.see("To Uma Svoboda");
    await terminal.until(`!${IS_SIGNED}`);
    await signIt();
    await terminal.tap("Another person");
    await terminal.tap("Max Dvorak");
    await terminal.see("To Max Dvorak");
    await terminal.until(`!${IS_SIGNED}`);
  });

  test("a badge that is scanned at a return is not called unknown", async () => {
    const { server, oid, terminal } = await openCustody(browser);
    await server.user.post("/api/custodies", { articleId: oid, userId: 3 });
    await terminal.evaluate("void window.dispatchEvent(new Event('online'))");
    await terminal.tap("Start again");
    await terminal.see("From Uma Svoboda");
    await terminal.scan(BADGE);
    await terminal.see("No badge is needed to take it back.");
  });
});

const BADGE = "4711";
const IS_SIGNED = `(document.querySelector('main svg[aria-label="Signature field, signed"]') !== null)`;

/** A terminal with the form for an article that nobody has. Uma has a badge. */
async function openCustody(browser: (typeof BROWSERS)[number]) {
  const server = await startServer();
  const { body } = await server.user.get("/api/articles");
  const { oid } = body.find((one: { userId: number | null }) => one.userId === null);
  await server.admin.put("/api/users/3", { badgeCode: BADGE });
  const terminal = await openTerminalAs(server, { browser, as: "user" });
  await terminal.goTo(`/article/${oid}/custody`);
  return { server, oid, terminal };
}
