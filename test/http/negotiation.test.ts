import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer } from "../harness/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ keep: true });
});
afterAll(() => server.stop());

test.each<["English" | "Czech", string]>([
  ["English", ""],
  ["English", "*"],
  ["English", "de, fr;q=0.5"],
  ["English", "en-US, cs;q=0.9"],
  ["English", "cs;q=0"],
  ["English", "cs; q=0, *"],
  ["Czech", "CS"],
  ["Czech", "cs-CZ, en"],
  ["Czech", "de, cs-CZ;q=0.8, en;q=0.2"],
  ["Czech", "en;q=0.2, cs;q=0.8"],
  // RFC 9110, 12.4.2: blanks are allowed around the semicolon.
  ["Czech", "en; q=0.2, cs; q=0.8"],
  ["Czech", "en ;q=0.2,cs ;q=0.8"],
])("the response is in %s for Accept-Language: %s", async (language, header) => {
  const { status, body } = await server.anonymous.get("/api/articles", { "Accept-Language": header });
  expect(status).toBe(401);
  expect(body.message).toBe(language === "Czech" ? "Nejprve se přihlaste." : "Log in first.");
});
