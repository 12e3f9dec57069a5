import { cp } from "node:fs/promises";
import { expect, inject, onTestFinished, test } from "vitest";
import { Client } from "../harness/client.ts";
import { startDemo } from "../harness/demo-process.ts";
import { createFolder } from "../harness/folder.ts";
import { endOf } from "../jobs/waiting.ts";
import { article, check } from "./uploads.ts";

/** Sends requests as admin of the server at this URL. */
async function adminAt(url: string): Promise<Client> {
  const anonymous = new Client(url, null, () => {});
  const login = { userName: "admin", password: "admin-demo" };
  const { body } = await anonymous.post("/api/pwa-auth/login-password", login);
  return new Client(url, body.accessToken, () => {});
}

test("after a kill during an import the server goes on with it, exactly once", async () => {
  const folder = createFolder();
  await cp(inject("demoFolder"), folder, { recursive: true });
  const rows = Array.from(
    { length: 5000 },
    (_, i) => `K${i},Article ${i},New category,New type,New hall / ${i}`,
  );
  const file = `Code,Name,Category,Type,Location\n${rows.join("\n")}`;
  let server = await startDemo(folder);
  onTestFinished(() => void server.end("SIGKILL"));
  for (const share of [0.1, 0.5, 0.9]) {
    const admin = await adminAt(server.url);
    const { body } = await check(admin, "articles", file);
    const applying = admin.put(`/api/imports/${body.id}/apply`).catch(() => null);
    const isFarEnough = async () => {
      const { body: now } = await admin.get(`/api/imports/${body.id}`);
      return now.state === "applying" && now.progress.done > share * rows.length;
    };
    await expect.poll(isFarEnough, { interval: 1 }).toBe(true);
    await server.end("SIGKILL");
    await applying;
    server = await startDemo(folder);
    const again = await adminAt(server.url);
    expect((await again.get("/api/imports")).body).toEqual([]);
    const [{ id }] = (await again.get("/api/jobs")).body;
    expect(await endOf(again, `/api/jobs/${id}`)).toMatchObject({ state: "done", done: rows.length });
    const { body: halls } = await again.get("/api/locations/findByName?name=New%20hall&filterOp=Equals");
    expect(halls.length).toBe(1);
    expect((await article(again, `K${rows.length - 1}`)).stock).toEqual([[`${rows.length - 1}`, 1]]);
    await again.put(`/api/jobs/${id}/undo`);
    expect(await endOf(again, `/api/jobs/${id}`)).toMatchObject({
      state: "undone",
      result: { leftCount: 0 },
    });
    expect(await article(again, "K0")).toBe(null);
  }
  expect(await server.end("SIGTERM")).toBe(0);
});
