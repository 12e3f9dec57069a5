import { expect, test } from "vitest";
import { byPassword, pairTerminal, startTarget } from "./login-attempts.ts";

const right = "manager-demo";

test("twenty wrong passwords from five addresses do not lock out a colleague at a sixth", async () => {
  const { server } = await startTarget();
  for (let i = 0; i < 20; i++)
    expect((await byPassword(server, "manager", "wrong", `10.0.0.${i % 5}`)).status).toBe(401);
  for (let host = 0; host < 5; host++)
    expect((await byPassword(server, "manager", right, `10.0.0.${host}`)).status).toBe(429);
  expect((await byPassword(server, "manager", right, "10.0.0.6")).status).toBe(200);
});

test("during the hold an address without a wrong password has three attempts", async () => {
  const { server } = await startTarget();
  for (let i = 0; i < 20; i++) await byPassword(server, "manager", "wrong", `10.0.0.${i % 5}`);
  for (const host of ["10.0.0.6", "10.0.0.7"]) {
    for (let i = 0; i < 3; i++) expect((await byPassword(server, "manager", "wrong", host)).status).toBe(401);
    const held = await byPassword(server, "manager", right, host);
    expect(held.status).toBe(429);
    expect(Number(held.headers.get("retry-after"))).toBeLessThanOrEqual(30);
  }
});

test("one address has twenty attempts when no other address fails", async () => {
  const { server } = await startTarget();
  for (let i = 0; i < 20; i++) expect((await byPassword(server, "manager", "wrong")).status).toBe(401);
  expect((await byPassword(server, "manager", right)).status).toBe(429);
});

test("an old password that is typed on a paired device counts for that device alone", async () => {
  const { server } = await startTarget();
  const device = await pairTerminal(server, "manager");
  for (let i = 0; i < 20; i++) await byPassword(server, "manager", "wrong", `10.0.0.${i % 5}`);
  const change = (oldPassword: string) => device.client.put("/api/me/secrets", { oldPassword });
  for (let i = 0; i < 5; i++) expect((await change("wrong")).status).toBe(401);
  expect((await change(right)).status).toBe(200);
  const other = await pairTerminal(server, "manager");
  for (let i = 0; i < 20; i++)
    expect((await other.client.put("/api/me/secrets", { oldPassword: "wrong" })).status).toBe(401);
  expect((await other.client.put("/api/me/secrets", { oldPassword: right })).status).toBe(429);
  expect((await byPassword(server, "manager", right, "10.0.0.6")).status).toBe(200);
});
