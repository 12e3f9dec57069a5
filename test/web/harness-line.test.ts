import { expect, test } from "vitest";
import { aBox } from "../harness/box.ts";
import { aLine } from "../harness/line.ts";

const statusOf = (url: string) =>
  fetch(`${url}/api/version`).then(
    ({ status }) => status,
    () => "away",
  );

test("a line that is cut answers nobody, and again when it is mended", async () => {
  const line = await aLine((await aBox()).url);
  expect(await statusOf(line.url)).toBe(200);
  line.cut();
  expect(await statusOf(line.url)).toBe("away");
  line.mend();
  expect(await statusOf(line.url)).toBe(200);
});

test("what was sent over a stalled line arrives after it is mended", async () => {
  const line = await aLine((await aBox()).url);
  line.stall();
  let answer: unknown = null;
  const asked = statusOf(line.url).then((status) => {
    answer = status;
  });
  expect(await statusOf((await aBox()).url)).toBe(200);
  expect(answer).toBe(null);
  line.mend();
  await asked;
  expect(answer).toBe(200);
});

test("an answer gets lost, yet the box has done what was asked", async () => {
  const box = await aBox();
  const manager = await box.as("manager");
  const line = await aLine(box.url);
  const { body } = await manager.get("/api/articles/1");
  line.loseAnswers();
  const token = await box.tokenOf("manager");
  const change = fetch(`${line.url}/api/articles/1`, {
    method: "PUT",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ ...body, name: "Renamed" }),
  });
  await expect(change).rejects.toThrow("fetch failed");
  expect((await manager.get("/api/articles/1")).body.name).toBe("Renamed");
});

test("a request is held in its middle, all others pass, and it breaks off when the line is mended", async () => {
  const box = await aBox();
  const manager = await box.as("manager");
  const line = await aLine(box.url);
  const reached = line.holdAt(/^PUT /);
  const change = fetch(`${line.url}/api/articles/1`, {
    method: "PUT",
    headers: {
      Authorization: `Bearer ${await box.tokenOf("manager")}`,
      "Content-Type": "application/json",
    },
    body: JSON.stringify({ ...(await manager.get("/api/articles/1")).body, name: "Renamed" }),
  });
  const broken = expect(change).rejects.toThrow("fetch failed");
  await reached;
  expect(await statusOf(line.url)).toBe(200);
  line.mend();
  await broken;
  expect((await manager.get("/api/articles/1")).body.name).not.toBe("Renamed");
});
