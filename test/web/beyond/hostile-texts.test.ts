import { expect, test } from "vitest";
import { added } from "../../articles/samples.ts";
import { addedField, setValues } from "../../custom-fields/samples.ts";
import { startServer } from "../../harness/server.ts";
import { OLDEST } from "../../harness/terminal.ts";
import { openTerminalAs } from "./open-terminal.ts";

const HTML = '<img src="/x" onerror="window.ran=1"><b id="injected">Bold</b>';
/** Elements that a text of a user would have made, and whether one ran a script. */
const FOUND =
  "[window.ran, document.querySelectorAll('#injected, [onerror], [href^=\"javascript:\"]').length].join()";

test.each(OLDEST)("texts of users with HTML are shown as text on the terminal in %s", async (browser) => {
  const server = await startServer();
  const admin = await server.as("admin");
  const { oid } = await added(admin, "H-1", { name: HTML, note: HTML, userId: 3 });
  const fieldId = await addedField(admin, HTML);
  expect((await setValues(admin, oid, { [fieldId]: HTML })).status).toBe(200);
  const custody = await admin.post("/api/custodies", { articleId: oid, userId: 3, note: HTML });
  expect(custody.status).toBe(201);
  const terminal = await openTerminalAs(server, { browser, as: "user" });
  for (const path of [`/article/${oid}`, `/article/${oid}/custody`, "/mine"]) {
    await terminal.goTo(path);
    await terminal.see('onerror="window.ran=1"');
    await expect.poll(async () => [path, await terminal.evaluate(FOUND)]).toEqual([path, ",0"]);
  }
});
