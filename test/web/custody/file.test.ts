import { describe, expect, test } from "vitest";
import { operationOf } from "../../custody/site.ts";
import { openCore } from "../core/core-terminal.ts";
import { openPaired, startRestorable, UMA } from "../core/restored-count.ts";
import { recordWithPhoto } from "../core/take-photo.ts";

const MAX_ID = 2;

describe("hand-overs in a file of unsent data", () => {
  test("are recorded where an Admin loads it, on a device that is not paired, once, and their photo when their own terminal sends again", async () => {
    const { server, proxy } = await startRestorable();
    const user = await server.as("user");
    // Articles of the demo that nobody has.
    const [kept, returned, taken] = [10, 11, 12];
    const lost = await openPaired(server, proxy, "Dock");
    proxy.cut();
    const record = (kind: "start" | "end", articleId: number, photo?: string) =>
      lost.call(recordWithPhoto(operationOf(kind, articleId, UMA.id, { authorId: UMA.id }), photo));
    await record("start", kept);
    await record("start", returned, "null");
    await record("end", returned, "null");
    await record("start", taken, "null");
    await user.post("/api/custodies", { articleId: taken, userId: MAX_ID });
    const text = await lost.call<string>(
      `core.exported.exportFiles().then(([file]) => new Response(file).text())`,
    );

    const other = await openCore(server.url);
    await other.logIn("admin", ["Admin"]);
    const load = `core.exported.importFile(new Blob([${JSON.stringify(text)}]))`;
    expect(await other.call(load)).toEqual({ taken: 3, refused: 1 });
    expect(await other.call(load)).toEqual({ taken: 3, refused: 1 });
    const listed = async (articleId: number) =>
      (await user.get(`/api/custodies?articleId=${articleId}`)).body;
    expect(await listed(kept)).toMatchObject([
      { userId: UMA.id, startedBy: { id: UMA.id }, startPhotoId: null, endedDT: null },
    ]);
    expect(await listed(returned)).toMatchObject([{ userId: UMA.id, endedDT: expect.any(String) }]);
    expect(await listed(taken)).toMatchObject([{ userId: MAX_ID }]);

    proxy.restore();
    await expect.poll(() => listed(kept)).toMatchObject([{ startPhotoId: expect.any(Number) }]);
    expect(await listed(returned)).toHaveLength(1);
    // What the server has answered to is in no further file.
    await lost.until(`core.exported.exportFiles().then((files) => files.length === 0)`);
  });
});
