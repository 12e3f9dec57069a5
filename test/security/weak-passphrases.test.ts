import { expect, test } from "vitest";
import { sharedServer } from "../harness/server.ts";

// The attacker has an encrypted backup and tries passphrases for years, common passwords with digits first.

const PATH = "/api/backup/downloads";
const server = sharedServer();

const askedWith = async (passphrase: string) => (await server.as("admin")).post(PATH, { passphrase });

test.each([
  ["a common password and digits", "password1234567"],
  ["the same in capitals, with signs", "PassWord!2345678"],
  ["a short common password and digits", "letmein12345678"],
  ["a short common password and a year twice", "dragon2022dragon"],
  ["two common passwords", "football-sunshine"],
  ["words of the product and a year", "Warehouse2026sklad"],
  ["words of the product with accents", "Inventář-skladu-1"],
  ["a row of keys and digits", "qwertzuiop12345"],
  ["digits in sequence", "123456789012345"],
  ["letters in sequence, backwards", "zyxwvutsrqponmlk"],
  ["one letter repeated, with digits", "aaaaaaaaaaaa1234"],
])("a passphrase for a backup that is %s is refused at its field", async (_, passphrase) => {
  const { status, body } = await askedWith(passphrase);
  expect(status).toBe(400);
  expect(body.errors).toEqual([
    { path: "passphrase", message: expect.stringMatching(/common password.*counts as one character/) },
  ]);
});

test.each([
  ["a common password three times", "iloveyouiloveyouiloveyou"],
  ["a short text repeated", "Novak1985Novak1985"],
  ["a short text repeated, cut", "kocour7kocour7ko"],
])("%s is not accepted as a passphrase", async (_, passphrase) => {
  const { status, body } = await askedWith(passphrase);
  expect(status).toBe(400);
  expect(body.errors).toEqual([
    { path: "passphrase", message: "must not be a shorter text that is repeated" },
  ]);
});

test.each([
  ["random letters in groups, as the console makes them", "K7QF-2MXP-WD93-HJ5T-8BVC"],
  ["five common words", "football sunshine princess computer dragon"],
  ["a sentence of common words", "five random words of mine"],
  ["a sentence", "Žluťoučký kůň peje"],
  ["random digits", "837465019283746"],
  ["a common password among others", "password of the blue heron"],
])("%s is accepted as a passphrase", async (_, passphrase) => {
  expect((await askedWith(passphrase)).status).toBe(201);
});

test("the rules of passphrases do not apply to passwords", async () => {
  const admin = await server.as("admin");
  const secrets = { password: "letmein12345678" };
  expect((await admin.put("/api/users/3/secrets", secrets)).status).toBe(200);
});
