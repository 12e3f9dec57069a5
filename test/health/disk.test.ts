import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { Unavailable } from "../../src/domain/errors.ts";
import { startServer } from "../harness/server.ts";

test("when the disk fails one write, that write is refused, ready reports it, and the next successful write clears it", async () => {
  const server = await startServer();
  const ready = async () => {
    const { status, body } = await server.anonymous.get("/health/ready");
    return { status, disk: body.checks.disk, problems: body.problems };
  };
  const refused = server.appliance.dependencies.storage.write(1, () => {
    throw new Database.SqliteError("disk I/O error", "SQLITE_IOERR_WRITE");
  });
  await expect(refused).rejects.toBeInstanceOf(Unavailable);
  expect(await ready()).toEqual({
    status: 503,
    disk: "failing",
    problems: ["The last write to the disk failed."],
  });
  expect((await server.anonymous.get("/health")).status).toBe(200);
  expect((await server.user.get("/api/articles/1")).status).toBe(200);
  expect((await server.manager.post("/api/locations", { name: "next" })).status).toBe(201);
  expect(await ready()).toEqual({ status: 200, disk: "ok", problems: [] });
});
