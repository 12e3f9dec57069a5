import { describe, expect, test } from "vitest";
import { addedField, setValues } from "../../custom-fields/samples.ts";
import { startServer } from "../../harness/server.ts";
import { OLDEST } from "../../harness/terminal.ts";
import { attach, createPdf } from "../../photos/attach.ts";
import { openTerminalAs } from "./open-terminal.ts";

describe.each(OLDEST)("the custom fields of an article in %s", (browser) => {
  test("are shown without a connection, also of an article that was never opened; attachments with one", async () => {
    const server = await startServer();
    const manager = await server.as("manager");
    const weight = await addedField(manager, "Net weight", { type: "number", unit: "kg" });
    const colour = await addedField(manager, "Paint", { type: "choice", choices: ["red", "blue"] });
    for (const oid of [5, 15])
      expect((await setValues(manager, oid, { [weight]: 1234.5, [colour]: "blue" })).status).toBe(200);
    await manager.put("/api/articles/15/full", { supplier: "Zebra AG", warrantyEnd: "2028-03-31" });
    expect((await attach(manager, 5, createPdf(), "Návod.pdf")).status).toBe(201);

    const terminal = await openTerminalAs(server, { browser, goesOffline: true });
    await terminal.goTo("/article/5");
    await terminal.see("1,234.5 kg");
    await terminal.see("Návod.pdf");
    await terminal.goTo("/find");
    await terminal.offline(true);
    await terminal.scan("A000015");
    await terminal.until("location.hash === '#/article/15'");
    await terminal.see("Zebra AG");
    await terminal.see("1,234.5 kg");
    await terminal.see("blue");

    await terminal.offline(false);
    await setValues(manager, 15, { [colour]: "red" });
    await terminal.goTo("/find");
    await terminal.goTo("/article/15");
    await terminal.see("red");
  });
});
