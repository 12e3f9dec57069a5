import { expect, test } from "vitest";
import { sharedServer } from "../harness/server.ts";

const server = sharedServer();

const MESSAGES = {
  English: "Log in first.",
  Czech: "Nejprve se přihlaste.",
  German: "Melden Sie sich zuerst an.",
  Slovak: "Najprv sa prihláste.",
};

test.each<[keyof typeof MESSAGES, string]>([
  ["English", ""],
  ["English", "*"],
  ["English", "pl, fr;q=0.5"],
  ["English", "en-US, cs;q=0.9"],
  ["English", "cs;q=0"],
  ["English", "cs; q=0, *"],
  ["Czech", "CS"],
  ["Czech", "cs-CZ, en"],
  ["Czech", "pl, cs-CZ;q=0.8, en;q=0.2"],
  ["Czech", "en;q=0.2, cs;q=0.8"],
  // RFC 9110, 12.4.2: blanks are allowed around the semicolon.
  ["Czech", "en; q=0.2, cs; q=0.8"],
  ["Czech", "en ;q=0.2,cs ;q=0.8"],
  ["German", "de-AT, en;q=0.5"],
  ["Slovak", "sk, cs;q=0.8"],
])("the response is in %s for Accept-Language: %s", async (language, header) => {
  const { status, body } = await server.anonymous.get("/api/articles", { "Accept-Language": header });
  expect(status).toBe(401);
  expect(body.message).toBe(MESSAGES[language]);
});
